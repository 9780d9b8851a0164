#!/bin/bash
# The reader's jail on 64-bit ARM, under a kernel for it that qemu-system boots: qemu-user knows no list of system calls. Each forbidden
# call ends the process there as on x86-64, and files are scored inside.
#
#   tests/files/jail/on_aarch64.sh PROGRAMS      an installation for aarch64, of which bin and libexec are taken
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
"$root/apps/install_packages.sh" programs aarch64 aarch64-kernel
libraries=$root/.packages/aarch64
system=$root/.packages/aarch64-kernel
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir -p "$scratch"/system/{proc,dev,etc,tmp}
cp -r "$1/bin" "$1/libexec" "$scratch/system"
cp "$system/bin/busybox" "$scratch/system/bin"
ln -s busybox "$scratch/system/bin/true"
touch "$scratch/system/etc/passwd"
aarch64-linux-gnu-g++ --sysroot="$libraries" -std=c++20 -O1 -static-pie -I"$root" -I"$root/lib" -o "$scratch/system/bin/try_calls" \
    "$root/tests/files/jail/try_calls.cpp" "$root/lib/files/jail/enter_jail.cpp" "$libraries/usr/lib/aarch64-linux-gnu/libseccomp.a"

# The first process, and the only one: what it says goes to the console.
cat >"$scratch/system/init" <<'END'
#!/bin/busybox sh
busybox mount -t proc proc /proc
busybox mount -t devtmpfs dev /dev
for attempt in nothing 'little memory' 'give memory back' 'much memory' spin open socket execve fork 'read another' 'write another' \
    'executable memory' 'settings of the process' kill unlink 'advise anything else'; do
    try_calls "$attempt" </dev/null >/dev/null 2>&1
    echo "tried $attempt: $?"
done
cd /tmp
cchnn-gen generate chain_pendulum_1 --train 0 --valid 0 --test 3 --steps 5 -o data -q &&
    cchnn-gen rollout chain_pendulum_1 --from data/chain_pendulum_1/test.h5 --epsilon 1e-5 -o p.h5 -q &&
    cchnn-eval score data/chain_pendulum_1/test.h5 p.h5 --require-jail
echo "tried a score: $?"
busybox poweroff -f
END
chmod 755 "$scratch/system/init"
# qemu-user runs ARM's busybox here.
(cd "$scratch/system" && find . | qemu-aarch64-static "$system/bin/busybox" cpio -o -H newc 2>/dev/null) | gzip -1 >"$scratch/initrd.gz"
timeout 600 qemu-system-aarch64 -M virt -cpu cortex-a57 -m 1024 -nic none -nographic -no-reboot -kernel "$system"/boot/vmlinuz-* \
    -initrd "$scratch/initrd.gz" -append 'console=ttyAMA0 quiet rdinit=/init panic=-1 PATH=/bin' </dev/null | tr -d '\r' >"$scratch/said"

# 7 is a limit that refuses, 137 the limit of processor time, 159 the list of system calls: SIGSYS.
cat >"$scratch/wanted" <<'END'
tried nothing: 0
tried little memory: 0
tried give memory back: 0
tried much memory: 7
tried spin: 137
tried open: 159
tried socket: 159
tried execve: 159
tried fork: 159
tried read another: 159
tried write another: 159
tried executable memory: 159
tried settings of the process: 159
tried kill: 159
tried unlink: 159
tried advise anything else: 159
tried a score: 0
END
grep -a '^tried ' "$scratch/said" | diff "$scratch/wanted" - || { cat "$scratch/said"; exit 1; }
echo 'the jail holds on aarch64'
