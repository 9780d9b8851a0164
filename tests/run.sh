#!/bin/bash
# From a Debian machine with nothing on it to tested programs: installs what is missing, builds, runs every test.
# The last line is "N passed, N failed"; the exit code is 0 only when all passed.
#
#   tests/run.sh [options of cmake]        say -DCCHNN_SANITIZE=ON
#
# CCHNN_BUILD names the build directory (default: build), CCHNN_JOBS the number of jobs (default: as many as cores and memory
# allow, apps/jobs.sh). Programs land in build/bin/.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${CCHNN_BUILD:-$root/build}
jobs=$("$root/apps/jobs.sh")

"$root/apps/install_packages.sh" programs tests
# The Python package is tested with NumPy always, and with PyTorch where it is there (install_packages.sh torch).
# Without a browser the tests that look at pages say so and pass.
"$root/apps/install_packages.sh" browser || echo "no browser: report pages are not looked at"
# Another clone of the same files, elsewhere on this machine, has compiled them already.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCCHNN_TESTS=ON "$@"
cmake --build "$build" --parallel "$jobs"

log=$build/ctest.log
status=0
ctest --test-dir "$build" --parallel "$jobs" --output-on-failure --no-tests=error | tee "$log" || status=$?
# ctest's own summary: "98% tests passed, 2 tests failed out of 100".
summary=$(grep -E 'tests passed, [0-9]+ tests failed out of [0-9]+' "$log" | tail -n 1)
failed=$(sed -E 's/.* ([0-9]+) tests failed out of .*/\1/' <<<"$summary")
total=$(sed -E 's/.* out of ([0-9]+)$/\1/' <<<"$summary")
echo "$((total - failed)) passed, $failed failed"
exit "$status"
