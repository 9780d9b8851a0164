#!/bin/bash
# The Debian package as a user gets it: what is in it, what lintian says, that every set of kernels in it makes the lock files
# of tests/regression again, that it runs on a processor without AVX (qemu-user), and that a bare Debian system (debootstrap, as
# root) and a container (podman or docker) install and run it. What cannot be tried here is said; with --all that is an error.
#
#   tests/package.sh [--all]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case ${1:-} in
    '' | --all) ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 2 ;;
esac
skipped=0
skip() { echo "skipped: $1"; skipped=1; }
scratch=$(mktemp -d)
bare=$scratch/bare
trap 'umount "$bare/proc" 2>/dev/null || true; rm -rf --one-file-system "$scratch"' EXIT

"$root/apps/package.sh" "$scratch"
package=$(echo "$scratch"/cchnn_*_amd64.deb)
dpkg-deb -x "$package" "$scratch/here"
program=$scratch/here/usr/bin/cchnn-gen

echo '== kernels: one door each, no symbol that two of them would share'
for object in "$scratch"/here/usr/lib/cchnn/kernels/libcchnn_kernels.so "$scratch"/here/usr/lib/cchnn/kernels/glibc-hwcaps/*/libcchnn_kernels.so; do
    leaves=$(nm -D --defined-only "$object" | awk '{print $2, $3}')
    if [ "$leaves" != "T cchnn_kernels" ]; then
        printf '%s: more leaves it than its door:\n%s\n' "$object" "$leaves"
        exit 1
    fi
done

# CCHNN_KERNELS says which; some lock files, those of every kind of kernel: the whole is tests/digest_matrix.sh's.
echo '== the same bits from every set of kernels'
for set in x86-64 x86-64-v3 x86-64-v4; do
    if ! CCHNN_KERNELS=$set "$program" --version >"$scratch/version" 2>&1; then
        skip "$set: $(cat "$scratch/version")"
        continue
    fi
    grep -q "kernels for $set," "$scratch/version"
    for system in chain_pendulum_3 hinged_arm_3 roller_coaster rolling_disk; do
        CCHNN_KERNELS=$set "$program" verify "$root/tests/regression/$system.json" >"$scratch/said" || { cat "$scratch/said"; exit 1; }
    done
    echo "same: $(tail -n 1 "$scratch/version")"
done

echo '== a processor without AVX'
if command -v qemu-x86_64 >/dev/null; then
    without=(qemu-x86_64 -cpu Nehalem "$program")
    "${without[@]}" --version | grep 'kernels for x86-64,'
    "${without[@]}" generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o "$scratch/old" >/dev/null
    "$program" generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o "$scratch/new" >/dev/null
    cmp "$scratch/old/chain_pendulum_1/SHA256SUMS" "$scratch/new/chain_pendulum_1/SHA256SUMS"
else
    skip 'no qemu-user'
fi

echo '== zsh completes'
if command -v zsh >/dev/null; then
    cat >"$scratch/complete.zsh" <<'END'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PATH=$1:\$PATH; fpath=($2 \$fpath); autoload -U compinit; compinit -u -D; echo rea''dy"
zpty -r z line '*ready*'
# What is typed, and what is added to it.
for typed wanted in 'cchnn-gen gener' ate 'cchnn-gen graph beam' -chain 'cchnn-gen show gyr' oscope 'cchnn-eval score --publ' ished; do
    zpty -w -n z $typed$'\t'
    zpty -r z line "*$wanted*" || exit 1
    zpty -w -n z $'\C-u'
    echo "$typed$wanted"
done
END
    timeout 60 zsh -f "$scratch/complete.zsh" "$scratch/here/usr/bin" "$scratch/here/usr/share/zsh/vendor-completions"
else
    skip 'no zsh'
fi

echo '== lintian'
if command -v lintian >/dev/null; then
    complaints=$(lintian "$package" 2>/dev/null || true)
    if [ -n "$complaints" ]; then echo "$complaints"; exit 1; fi
else
    skip 'no lintian'
fi

echo '== a bare system'
if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null && debootstrap --variant=minbase bookworm "$bare" >"$scratch/log" 2>&1 &&
    mount -t proc proc "$bare/proc" 2>"$scratch/log"; then  # where the dynamic linker reads a program's own place
    mkdir -p "$bare/etc/apt/apt.conf.d"
    cp -r /etc/apt/apt.conf.d/. "$bare/etc/apt/apt.conf.d/"
    cp "$package" "$bare/root/"
    in_bare() { chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
    in_bare apt-get -qq update >"$scratch/log" 2>&1 || true
    before=$(in_bare dpkg-query -W | wc -l)
    in_bare apt-get -qq install -y --no-install-recommends "/root/$(basename "$package")" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    echo "$(($(in_bare dpkg-query -W | wc -l) - before)) packages"
    in_bare cchnn-gen generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o /tmp/data >/dev/null
    cmp "$bare/tmp/data/chain_pendulum_1/SHA256SUMS" <("$program" generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 \
        -o "$scratch/again" >/dev/null && cat "$scratch/again/chain_pendulum_1/SHA256SUMS")
    in_bare cchnn-gen rollout chain_pendulum_1 --from /tmp/data/chain_pendulum_1/test.h5 --epsilon 1e-5 -o /tmp/p.h5 >/dev/null
    in_bare cchnn-eval score /tmp/data/chain_pendulum_1/test.h5 /tmp/p.h5 -q
else
    skip "a bare system: $([ "$(id -u)" = 0 ] && tail -n 1 "$scratch/log" 2>/dev/null || echo 'needs root and debootstrap')"
fi

echo '== a container'
for engine in podman docker; do
    if ! command -v $engine >/dev/null || ! $engine info >/dev/null 2>&1; then continue; fi
    mkdir "$scratch/$engine"
    cp "$root/apps/package/Containerfile" "$package" "$scratch/$engine/"
    $engine build -q -t cchnn-test -f "$scratch/$engine/Containerfile" "$scratch/$engine"
    $engine run --rm cchnn-test cchnn-gen --version
    $engine image rm cchnn-test >/dev/null
    contained=yes
    break
done
if [ -z "${contained:-}" ]; then skip 'no podman or docker that answers'; fi
if [ $skipped = 1 ] && [ "${1:-}" = --all ]; then exit 1; fi
