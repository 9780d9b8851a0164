#!/bin/bash
# Clang 14 with warnings as errors, and address and undefined-behaviour sanitizers, over the tests of the rooms that read what users
# write and judge what they submit: tests_core, tests_spec with the kinds, and tests_score. It takes some half hour on two cores;
# tests/check_all.sh runs all tests this way, which takes hours.
#
# CCHNN_BUILD_SECOND names the build directory (default: build-second), CCHNN_JOBS the number of jobs (apps/jobs.sh).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${CCHNN_BUILD_SECOND:-$root/build-second}
jobs=$("$root/apps/jobs.sh")
programs=(tests_core tests_spec tests_score)

"$root/apps/install_packages.sh" programs tests clang
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
# Debug: nothing is optimised, which halves the time of compilation.
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCCHNN_TESTS=ON \
    -DCCHNN_WERROR=ON -DCCHNN_SANITIZE=ON -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14
cmake --build "$build" --parallel "$jobs" --target "${programs[@]}" cchnn-gen cchnn-eval cchnn-read
for program in "${programs[@]}"; do
    echo "== $program, Clang 14 and sanitizers"
    "$build/bin/$program"
done
