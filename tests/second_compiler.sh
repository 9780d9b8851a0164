#!/bin/bash
# Clang 14 with warnings as errors, and address and undefined-behaviour sanitizers, over the tests of the rooms that read what users
# write and judge what they submit: tests_core, tests_spec with the kinds, and tests_score. From an empty compiler cache it takes
# some twenty minutes on two cores; tests/check_all.sh runs all tests this way, which takes hours.
#
# CCHNN_BUILD_SECOND names the build directory (default: build-second), CCHNN_JOBS the number of jobs (apps/jobs.sh).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${CCHNN_BUILD_SECOND:-$root/build-second}
jobs=$("$root/apps/jobs.sh")
programs=(tests_score tests_spec tests_core)

"$root/apps/install_packages.sh" programs tests clang
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
# Debug: nothing is optimised, which halves the time of compilation.
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCCHNN_TESTS=ON \
    -DCCHNN_WERROR=ON -DCCHNN_SANITIZE=ON -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14
cmake --build "$build" --parallel "$jobs" --target "${programs[@]}" cchnn-gen cchnn-eval cchnn-read

# This test refines every example of the pages in double-double numbers, which takes a quarter of an hour with sanitizers;
# check_all.sh runs it.
left_out='*in the examples of the pages on systems*'

# Each program has its own process and its own log, which is printed when the program fails.
run_program() {
    local log=$build/$1.log
    if "$build/bin/$1" --test-case-exclude="$left_out" >"$log" 2>&1; then
        echo "$1: passed with Clang 14 and sanitizers"
    else
        tail -n 200 "$log"
        echo "$1: failed with Clang 14 and sanitizers, see $log"
        return 1
    fi
}
export -f run_program
export build left_out
printf '%s\n' "${programs[@]}" | xargs -P "$jobs" -I{} bash -c 'run_program {}'
