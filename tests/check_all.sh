#!/bin/bash
# All checks, for whoever changes the stepping path or a public header: GCC with warnings as errors, every file and every
# header of the library on its own, clang-tidy, Clang 14, then address and undefined-behaviour sanitizers; each with all tests;
# damaged files and fuzzers.
#
#   tests/check_all.sh [--may-skip NAME]...       a test that skips (ctest says "Skipped") is a failure unless a NAME is part of
#                                                 its name; --may-skip all allows every one
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
stage='the command line'
trap 'status=$?; [ $status = 0 ] || echo "checks failed: $stage"' EXIT
may_skip=()
while [ $# -gt 0 ]; do
    [ "$1" = --may-skip ] && [ $# -ge 2 ] || { echo "usage: tests/check_all.sh [--may-skip NAME]..." >&2; exit 2; }
    may_skip+=("$2")
    shift 2
done

may_skip() {
    local name
    for name in ${may_skip[@]+"${may_skip[@]}"}; do
        if [ "$name" = all ] || [[ $1 == *"$name"* ]]; then return 0; fi
    done
    echo "skipped: $1; install what it needs, or allow it with --may-skip"
    return 1
}

# A test that did not run has not passed. Those that look at pages pass without a browser.
require_no_skips() {
    local skipped
    command -v chromium >/dev/null || may_skip 'pages in a browser'
    while IFS= read -r skipped; do
        may_skip "$skipped"
    done < <(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: (.*) \.*\**(Skipped|Not Run).*/\1/p' "$1/ctest.log")
}

"$root/apps/install_packages.sh" slurm format reference plots site
stage='GCC, warnings as errors, each file alone'
echo "== $stage"
"$root/tests/run.sh" -DCCHNN_WERROR=ON -DCCHNN_UNITY=OFF -DCMAKE_VERIFY_INTERFACE_HEADER_SETS=ON
require_no_skips "${CCHNN_BUILD:-$root/build}"

stage='the longer runs that the suite leaves out'
echo "== $stage"
"${CCHNN_BUILD:-$root/build}/bin/tests_integrate" --no-skip -tc='*10^6 steps*'
CCHNN_START_ERROR_TABLE=1 "${CCHNN_BUILD:-$root/build}/bin/tests_dataset" -tc='*gets its own*'
python3 "$root/tests/faults/kill_and_resume.py" "${CCHNN_BUILD:-$root/build}/bin/cchnn-gen" --kills 1000

stage='sets of kernels have one door each'
echo "== $stage"
"$root/tests/structure/lone_kernels.sh" --build "${CCHNN_BUILD:-$root/build}"

stage='the packages: three sets of kernels, a bare system'
echo "== $stage"
"$root/apps/install_packages.sh" package package-tests
"$root/tests/package.sh"

stage='kinds, methods and metrics that leave an answer out or make it trivial are noticed'
echo "== $stage"
python3 "$root/tests/mutants/kinds.py" "${CCHNN_BUILD:-$root/build}"
python3 "$root/tests/mutants/tables.py" "${CCHNN_BUILD:-$root/build}"

stage='constants that are off by 1e-12 are noticed by an audit'
echo "== $stage"
python3 "$root/tests/mutants/constants.py" "${CCHNN_BUILD:-$root/build}"

stage='every header compiles alone'
echo "== $stage"
cmake --build "${CCHNN_BUILD:-$root/build}" --parallel "$("$root/apps/jobs.sh")" --target all_verify_interface_header_sets

"$root/apps/install_packages.sh" clang
stage='clang-tidy'
echo "== $stage"
"$root/tests/tidy.sh" "${CCHNN_BUILD:-$root/build}"

stage='Clang 14, warnings as errors'
echo "== $stage"
CCHNN_BUILD=$root/build-clang "$root/tests/run.sh" -DCCHNN_WERROR=ON \
    -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14
require_no_skips "$root/build-clang"

stage='sanitizers'
echo "== $stage"
CCHNN_BUILD=$root/build-sanitize "$root/tests/run.sh" -DCCHNN_SANITIZE=ON
require_no_skips "$root/build-sanitize"

stage='a minute of each fuzzer, and damaged files through the programs'
echo "== $stage"
"$root/tests/fuzz/run.sh" "${CCHNN_BUILD:-$root/build}" 60
/usr/bin/python3 "$root/tests/fuzz/mutated_files.py" "${CCHNN_BUILD:-$root/build}/bin/cchnn-gen" \
    "${CCHNN_BUILD:-$root/build}/bin/cchnn-eval" --hdf5 20000 --npz 2000 --systems 20000 --jobs "$("$root/apps/jobs.sh")"

stage='the same digests from every compiler, processor, number of threads and lanes, shards and resumed runs'
echo "== $stage"
"$root/tests/digest_matrix.sh"

echo "all checks passed: GCC, headers, clang-tidy, Clang 14, sanitizers, fuzzers, digests"
