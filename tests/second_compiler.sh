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

"$root/apps/install_packages.sh" programs tests clang
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
# Debug: nothing is optimised, which halves the time of compilation.
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCCHNN_TESTS=ON \
    -DCCHNN_WERROR=ON -DCCHNN_SANITIZE=ON -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14
cmake --build "$build" --parallel "$jobs" --target tests_score tests_spec tests_core cchnn-gen cchnn-eval cchnn-read

# Left out here, run by tests/check_all.sh: experiments repeat the same arithmetic thousands of times and say something of statistics;
# motions are minutes of steps, which are of other rooms; the examples of the pages are refined in double-double numbers, which takes
# a quarter of an hour with sanitizers.
suites='simulated experiments,motions'
examples='*in the examples of the pages on systems*'

# Each run has its own process and its own log, which is printed when it fails. The longest program is two runs, by directories.
run_program() {
    local log=$1${2-}
    log=$build/${log%%=*}.log
    if "$build/bin/$1" "${@:2}" --test-suite-exclude="$suites" --test-case-exclude="$examples" >"$log" 2>&1; then
        echo "$*: passed with Clang 14 and sanitizers"
    else
        tail -n 200 "$log"
        echo "$*: failed with Clang 14 and sanitizers, see $log"
        return 1
    fi
}
export -f run_program
export build suites examples
directories='*/tests/convert/*,*/tests/elements/*,*/tests/graph/*'
printf '%s\n' "tests_spec --source-file-exclude=$directories" tests_score "tests_spec --source-file=$directories" tests_core |
    xargs -P "$jobs" -I{} bash -fc 'run_program {}'
