#!/bin/bash
# The packages as a user gets them: what is in them, what lintian says, that every set of kernels makes the lock files of
# tests/regression again, that the programs run on a processor without AVX (qemu-user), where nothing else is (chroot), and on bare
# Debian systems (debootstrap, as root): this one, the one before and the one after. Those for 64-bit ARM run under qemu-user, on a bare
# system of this release alone. What cannot be tried here is said; with --all that is an error.
#
#   tests/package.sh [--arch x86_64|aarch64] [--all]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
arch=x86_64 debian=amd64
sets='x86-64 x86-64-v3 x86-64-v4'
releases='bullseye bookworm trixie'
case "${1:-} ${2:-}" in
    '--arch x86_64') shift 2 ;;
    '--arch aarch64')
        arch=aarch64 debian=arm64 sets=armv8-a releases=bookworm
        shift 2
        update-binfmts --enable qemu-aarch64  # programs start others
        ;;
esac
case ${1:-} in
    '' | --all) ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 2 ;;
esac
skipped=0
skip() { echo "skipped: $1"; skipped=1; }
scratch=$(mktemp -d)
trap 'umount "$scratch"/bare-*/proc "$scratch/alone/proc" 2>/dev/null || true; rm -rf --one-file-system "$scratch"' EXIT

"$root/apps/package.sh" --arch $arch wheel tarball deb container "$scratch"
package=$(echo "$scratch"/cchnn_*_$debian.deb)
wheel=$(echo "$scratch"/cchnn-*.whl)
tarball=$(echo "$scratch"/cchnn-*.tar.xz)
dpkg-deb -x "$package" "$scratch/here"
program=$scratch/here/usr/bin/cchnn-gen

if [ $arch = x86_64 ]; then
    echo '== kernels: one door each, no symbol that two of them would share'
    "$root/tests/structure/lone_kernels.sh" "$root"/build-package/lib/cchnn_kernels_x86-64{,-v3,-v4}.o
fi

echo '== programs that ask the system for nothing'
python3 "$root/tests/structure/asks_nothing.py" "$(command -v git)" "$wheel" "$scratch"/here/usr/bin/cchnn-* "$scratch/here/usr/libexec/cchnn/cchnn-read"

# CCHNN_KERNELS says which; some lock files, those of every kind of kernel: the whole is tests/digest_matrix.sh's.
echo '== the same bits from every set of kernels'
for set in $sets; do
    if ! CCHNN_KERNELS=$set "$program" --version >"$scratch/version" 2>&1; then
        skip "$set: $(cat "$scratch/version")"
        continue
    fi
    grep -q "kernels for $set," "$scratch/version"
    for system in chain_pendulum_3 gyroscope hinged_arm_3 roller_coaster rolling_disk; do
        CCHNN_KERNELS=$set "$program" verify "$root/tests/regression/$system.json" >"$scratch/said" || { cat "$scratch/said"; exit 1; }
    done
    echo "same: $(tail -n 1 "$scratch/version")"
done

echo '== a processor without AVX'
if [ $arch != x86_64 ]; then
    echo 'none'
elif command -v qemu-x86_64 >/dev/null; then
    without=(qemu-x86_64 -cpu Nehalem "$program")
    "${without[@]}" --version | grep 'kernels for x86-64,'
    "${without[@]}" generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o "$scratch/old" >/dev/null
    "$program" generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o "$scratch/new" >/dev/null
    cmp "$scratch/old/chain_pendulum_1/SHA256SUMS" "$scratch/new/chain_pendulum_1/SHA256SUMS"
else
    skip 'no qemu-user'
fi

if [ $arch = aarch64 ]; then
    echo '== the jail, under a kernel of its own'
    "$root/tests/files/jail/on_aarch64.sh" "$scratch/here/usr"
fi

echo '== zsh completes'
if command -v zsh >/dev/null; then
    cat >"$scratch/complete.zsh" <<'END'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PATH=$1:\$PATH; fpath=($2 \$fpath); autoload -U compinit; compinit -u -D; echo rea''dy"
zpty -r z line '*ready*'
# What is typed, and what is added to it.
for typed wanted in 'cchnn-gen gener' ate 'cchnn-gen graph beam' -chain 'cchnn-gen show gyr' oscope 'cchnn-eval score --publ' ished \
    'cchnn-gen generate --starts fir' st 'cchnn-gen generate bench' marks 'cchnn-gen suite mech' anisms; do
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

echo '== wheel and tarball: small, and the same bytes again'
"$root/apps/package.sh" --arch $arch wheel tarball "$scratch/again" >/dev/null
for file in "$wheel" "$tarball"; do
    cmp "$file" "$scratch/again/$(basename "$file")"
    if [ "$(stat -c %s "$file")" -gt 40000000 ]; then echo "$file has more than 40 MB"; exit 1; fi
done

# A bare system of a release of Debian in $bare; false, and why in $scratch/log, where none can be made here.
make_bare() {
    bare=$scratch/bare-$1
    : >"$scratch/log"
    if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then echo 'needs root and debootstrap' >"$scratch/log"; return 1; fi
    debootstrap --arch=$debian --variant=minbase "$1" "$bare" >"$scratch/log" 2>&1 || return 1
    mount -t proc proc "$bare/proc" 2>"$scratch/log" || return 1  # where a program reads its own place
    mkdir -p "$bare/etc/apt/apt.conf.d"
    cp -r /etc/apt/apt.conf.d/. "$bare/etc/apt/apt.conf.d/"
    cp "$package" "$wheel" "$root/tests/regression/chain_pendulum_3.json" "$root/tests/regression/a02_fourbar_5.json" "$bare/root/"
    for page in README.md apps/python/README.md; do
        awk '/^```python$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$root/$page"
    done >"$bare/root/first.py"
    in_bare apt-get -qq update >"$scratch/log" 2>&1 || true
}
in_bare() { chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
install_in_bare() { in_bare apt-get -qq install -y --no-install-recommends "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }; }

# Programs below a prefix of a bare system: the bits of lock files, and the reader process in its jail, without which nothing is scored.
try_programs() {
    in_bare "$1/bin/cchnn-gen" verify /root/chain_pendulum_3.json /root/a02_fourbar_5.json | tail -n 1
    in_bare rm -rf /tmp/data
    in_bare "$1/bin/cchnn-gen" generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o /tmp/data >/dev/null
    in_bare "$1/bin/cchnn-gen" rollout chain_pendulum_1 --from /tmp/data/chain_pendulum_1/test.h5 --epsilon 1e-5 -o /tmp/p.h5 --force >/dev/null
    in_bare "$1/bin/cchnn-eval" score /tmp/data/chain_pendulum_1/test.h5 /tmp/p.h5 -q
}

for release in $releases; do
    echo "== a bare $release"
    if ! make_bare $release; then skip "a bare $release: $(tail -n 1 "$scratch/log")"; continue; fi

    tar -C "$bare/opt" -xf "$tarball"
    mv "$bare"/opt/cchnn-* "$bare/opt/a moved one"
    try_programs "/opt/a moved one"
    echo 'the tarball works where it was moved to'

    if [ $release = bookworm ]; then
        before=$(in_bare dpkg-query -W | wc -l)
        install_in_bare "/root/$(basename "$package")"
        echo "the deb is $(($(in_bare dpkg-query -W | wc -l) - before)) packages"
        in_bare cchnn-gen verify /root/chain_pendulum_3.json | tail -n 1
        in_bare rm -rf /tmp/data
        in_bare cchnn-gen generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o /tmp/data >/dev/null
        in_bare cchnn-gen rollout chain_pendulum_1 --from /tmp/data/chain_pendulum_1/test.h5 --epsilon 1e-5 -o /tmp/p.h5 --force >/dev/null
        in_bare cchnn-eval score /tmp/data/chain_pendulum_1/test.h5 /tmp/p.h5 -q
        in_bare apt-get -qq purge -y cchnn >"$scratch/log" 2>&1
    fi

    SECONDS=0
    install_in_bare python3-venv python3-numpy python3-h5py
    in_bare python3 -m venv --system-site-packages /root/e
    in_bare /root/e/bin/pip install -q --no-index "/root/$(basename "$wheel")"
    in_bare /root/e/bin/python -c 'import cchnn; print(cchnn.Dataset(cchnn.generate("chain_pendulum_3", "/root/first"), "test"))'
    echo "the wheel is installed, Python's packages with it, and made its first data in $SECONDS s"
    in_bare env --chdir=/tmp /root/e/bin/python /root/first.py
    echo "the scripts of README.md and apps/python/README.md ran too, $SECONDS s from the start"
    try_programs /root/e
    umount "$bare/proc"
    rm -rf --one-file-system "$bare"
done

echo '== a system that holds the programs alone, as the container does (apps/package/Containerfile)'
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$scratch/alone/proc" "$scratch/alone/data" "$scratch/unpacked"
    tar -C "$scratch/unpacked" --strip-components=1 -xf "$tarball"
    cp -r "$scratch/unpacked/bin" "$scratch/unpacked/libexec" "$scratch/alone"
    cp "$root/tests/regression/chain_pendulum_3.json" "$scratch/alone/data"
    mkdir "$scratch/alone/dev"
    mknod -m 666 "$scratch/alone/dev/null" c 1 3  # a container has it
    mount -t proc proc "$scratch/alone/proc"
    alone() { env -i TMPDIR=/data "$(command -v chroot)" "$scratch/alone" "$@"; }
    alone /bin/cchnn-gen verify /data/chain_pendulum_3.json | tail -n 1
    alone /bin/cchnn-gen generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o /data/made >/dev/null
    alone /bin/cchnn-gen rollout chain_pendulum_1 --from /data/made/chain_pendulum_1/test.h5 --epsilon 1e-5 -o /data/p.h5 --force >/dev/null
    alone /bin/cchnn-eval score /data/made/chain_pendulum_1/test.h5 /data/p.h5 -q
    umount "$scratch/alone/proc"
else
    skip 'a system that holds the programs alone: needs root'
fi

echo '== the container'
if [ "$(id -u)" = 0 ]; then
    images() { buildah --storage-driver vfs --root "$scratch/images" --runroot "$scratch/images.run" "$@"; }
    gunzip <"$(echo "$scratch"/cchnn-*-container-$arch.tar.gz)" >"$scratch/image.tar"
    container=$(images from -q --arch $debian "docker-archive:$scratch/image.tar")
    inside() { images run --isolation chroot "$container" "$@"; }
    inside cchnn-gen --version
    inside cchnn-gen generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o /data/made >/dev/null
    inside cchnn-gen rollout chain_pendulum_1 --from /data/made/chain_pendulum_1/test.h5 --epsilon 1e-5 -o /data/p.h5 >/dev/null
    inside cchnn-eval score /data/made/chain_pendulum_1/test.h5 /data/p.h5 -q
else
    skip 'the container: needs root'
fi
if [ $skipped = 1 ] && [ "${1:-}" = --all ]; then exit 1; fi
