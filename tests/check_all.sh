#!/bin/bash
# All checks, for whoever changes the stepping path or a public header: GCC with warnings as errors, every file and every
# header of the library on its own, clang-tidy, Clang 14, then address and undefined-behaviour sanitizers; each with all tests.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
trap 'status=$?; [ $status = 0 ] || echo "checks failed: $stage"' EXIT

"$root/apps/install_packages.sh" slurm format reference
stage='GCC, warnings as errors, each file alone'
echo "== $stage"
"$root/tests/run.sh" -DCCHNN_WERROR=ON -DCCHNN_UNITY=OFF -DCMAKE_VERIFY_INTERFACE_HEADER_SETS=ON

stage='the longer runs that the suite leaves out'
echo "== $stage"
"${CCHNN_BUILD:-$root/build}/bin/tests_integrate" --no-skip -tc='*10^6 steps*'
CCHNN_START_ERROR_TABLE=1 "${CCHNN_BUILD:-$root/build}/bin/tests_dataset" -tc='*gets its own*'
python3 "$root/tests/faults/kill_and_resume.py" "${CCHNN_BUILD:-$root/build}/bin/cchnn-gen" --kills 1000

stage='kernels as a shared object have one door'
echo "== $stage"
"$root/tests/structure/kernel_door.sh" "${CCHNN_BUILD:-$root/build}"

stage='the Debian package: three sets of kernels, a bare system'
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

stage='sanitizers'
echo "== $stage"
CCHNN_BUILD=$root/build-sanitize "$root/tests/run.sh" -DCCHNN_SANITIZE=ON

stage='the same digests from every compiler, processor, number of threads and lanes, shards and resumed runs'
echo "== $stage"
"$root/tests/digest_matrix.sh"

echo "all checks passed: GCC, headers, clang-tidy, Clang 14, sanitizers, digests"
