#!/bin/bash
# The same digests everywhere, shown by doing it: cchnn-gen is built by GCC and Clang, for x86-64, x86-64-v3 and the machine
# at hand, with 8, 16 and 32 lanes; each program makes the lock files of tests/regression again and a larger set, on 1 and 2
# threads, with and without what glibc has for processors with FMA and AVX2, in one run, in shards, and killed and resumed.
# Every directory made must have the same SHA256SUMS, and so must views of it and a suite, file by file. About 6 minutes of processor time for each of the 7 builds.
#
#   tests/digest_matrix.sh                 all builds, in build-matrix/
#   tests/digest_matrix.sh PROGRAM ...     only these programs, built already
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$("$root/apps/jobs.sh")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compared=0

# build COMPILER MARCH LANES: prints the program.
build() {
    local compiler=$1 march=$2 lanes=$3 directory=$root/build-matrix/$1-$2-$3 cc=gcc cxx=g++
    if [ "$compiler" = clang ]; then cc=clang-14 cxx=clang++-14; fi
    cmake -S "$root" -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
        -DCMAKE_C_COMPILER=$cc -DCMAKE_CXX_COMPILER=$cxx -DCCHNN_TESTS=OFF -DCCHNN_MARCH="$march" -DCCHNN_LANES="$lanes" >&2
    cmake --build "$directory" --parallel "$jobs" --target cchnn-gen >&2
    echo "$directory/bin/cchnn-gen"
}

systems="chain_pendulum_3 magnet_pendulum gyroscope rolling_disk roller_coaster damped_pendulum four_bar_linkage"
size="--train 70 --valid 0 --test 21 --steps 20 --seed 5"

# same NAME DIRECTORY: are the sums of every system those of the first directory made?
same() {
    local name=$1 directory=$2 sums
    sums=$(cd "$directory" && for system in $systems; do echo "$system"; cat "$system/SHA256SUMS"; done)
    if [ ! -f "$scratch/reference" ]; then echo "$sums" >"$scratch/reference"; fi
    if [ "$sums" != "$(cat "$scratch/reference")" ]; then
        echo "DIFFERENT: $name" >&2
        diff "$scratch/reference" <(echo "$sums") >&2 || true
        exit 1
    fi
    compared=$((compared + 1))
    rm -rf "$directory"
}

one_run() { "$1" generate $systems -o "$scratch/made" $size --threads "$2" >/dev/null; }

in_shards() {
    local k
    for k in 1 2 3; do "$1" generate $systems -o "$scratch/made" $size --shard $k/3 --threads 1 >/dev/null; done
    "$1" merge "$scratch/made" --remove-shards >/dev/null
}

# Killed after 0.02 s, 0.04 s, ... and gone on with, until it is done.
killed() {
    local try
    for try in $(seq 2 2 60); do
        # In a shell of its own, whose word of the killing goes nowhere.
        if bash -c 'timeout -s KILL "$@"; exit $?' - "$(printf 0.%02d "$try")" "$1" generate $systems -o "$scratch/made" $size --threads 2 \
            --resume >/dev/null 2>&1; then return; fi
    done
    "$1" generate $systems -o "$scratch/made" $size --threads 2 --resume >/dev/null
}

# same_files NAME DIRECTORY KIND: is every file in it, byte for byte, that of the first directory of its kind?
same_files() {
    local name=$1 directory=$2 reference=$scratch/reference-$3 sums
    sums=$(cd "$directory" && find . -type f | LC_ALL=C sort | xargs sha256sum)
    if [ ! -f "$reference" ]; then echo "$sums" >"$reference"; fi
    if [ "$sums" != "$(cat "$reference")" ]; then
        echo "DIFFERENT: $name" >&2
        diff "$reference" <(echo "$sums") >&2 || true
        exit 1
    fi
    compared=$((compared + 1))
    rm -rf "$directory"
}

# Views of a dataset that each program makes itself: noise of either kind, gaps, irregular times, what is hidden, a camera.
views() {
    "$1" generate chain_pendulum_3 gyroscope -o "$scratch/seen" $size >/dev/null
    for system in chain_pendulum_3 gyroscope; do
        "$1" observe "$scratch/seen/$system" -o "$scratch/views/$system-{}" --sweep noise=0.001,0.1 --times 0.5 --dropout 0.2 \
            --float32 --seed 3 >/dev/null
        "$1" observe "$scratch/seen/$system" -o "$scratch/views/$system-hidden" --noise-absolute 0.01 --hide-velocities >/dev/null
    done
    "$1" observe "$scratch/seen/gyroscope" -o "$scratch/views/camera" --noise 0.01 --camera 1,2,0.5 >/dev/null
    "$1" observe "$scratch/seen/chain_pendulum_3" -o "$scratch/views/two" --hide bob2 --dropout 0.1 >/dev/null
    rm -rf "$scratch/seen"
}

suite() { "$1" suite pendulums -o "$scratch/suite" --most 6 --threads "$2" >/dev/null; }

suite_in_shards() {
    local k
    for k in 1 2; do "$1" suite pendulums -o "$scratch/suite" --most 6 --shard $k/2 --threads 1 >/dev/null; done
    suite "$1" 1
}

# check_derived PROGRAM NAME
check_derived() {
    local program=$1 name=$2 threads
    views "$program"
    same_files "$name, views" "$scratch/views" views
    GLIBC_TUNABLES=$without views "$program"
    same_files "$name, views, glibc without FMA" "$scratch/views" views
    for threads in 1 2; do
        suite "$program" $threads
        same_files "$name, suite, $threads threads" "$scratch/suite" suite
    done
    suite_in_shards "$program"
    same_files "$name, suite in shards" "$scratch/suite" suite
}

# same_locks PROGRAM NAME: does the program make every lock file again? The systems of families/ are not built in.
same_locks() {
    local program=$1 name=$2 lock family
    for lock in "$root"/tests/regression/*.json; do
        family=$root/tests/regression/families/${lock##*/}
        local system=()
        if [ -f "$family" ]; then system=(--system "$family"); fi
        "$program" verify "$lock" "${system[@]}" >"$scratch/verified" && continue
        cat "$scratch/verified"
        echo "DIFFERENT: $name" >&2
        exit 1
    done
}

check() {
    local name=$1 program=$2 threads
    same_locks "$program" "$name, lock files"
    for threads in 1 2; do
        one_run "$program" $threads
        same "$name, $threads threads" "$scratch/made"
    done
    GLIBC_TUNABLES=$without one_run "$program" 1
    same "$name, glibc without FMA and AVX2" "$scratch/made"
    GLIBC_TUNABLES=$without same_locks "$program" "$name, lock files, glibc without FMA"
    in_shards "$program"
    same "$name, shards" "$scratch/made"
    killed "$program"
    same "$name, killed and resumed" "$scratch/made"
    check_derived "$program" "$name"
    echo "same: $name"
}

without=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F
loader=/lib64/ld-linux-x86-64.so.2
if [ "$(GLIBC_TUNABLES=$without $loader --list-diagnostics 2>/dev/null | grep -c .)" != 0 ] &&
    cmp -s <(GLIBC_TUNABLES=$without $loader --list-diagnostics | grep x86.cpu_features) <($loader --list-diagnostics | grep x86.cpu_features); then
    echo "note: this glibc does not know $without, or the processor has none of them"
fi

if [ $# -gt 0 ]; then
    for program in "$@"; do check "$program" "$program"; done
else
    "$root/apps/install_packages.sh" programs clang
    for variant in "gcc native 16" "gcc native 32" "gcc x86-64 16" "gcc x86-64-v3 8" "clang native 16" "clang x86-64 8" "clang x86-64-v3 16"; do
        check "$variant" "$(build $variant)"
    done
fi
echo "$compared directories of $(wc -w <<<"$systems") systems, views and suites: the same bytes"
