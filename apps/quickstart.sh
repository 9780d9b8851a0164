#!/bin/bash
# From a Debian machine with nothing on it to a first dataset, a first score and first pictures, in a few minutes.
#
#   apps/quickstart.sh [DIRECTORY]         default: ./cchnn-quickstart; run it again as often as you like
#
# Installs what is missing (as root, or with sudo), builds cchnn-gen and cchnn-eval into build/bin/, generates the triple
# pendulum at the paper's sizes, and scores the true motion from starts that are off by 1e-5: how fast error grows in
# this system even for a perfect model.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=${1:-cchnn-quickstart}
case $directory in -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac

"$root/apps/install_packages.sh" programs
if [ ! -f "$root/build/CMakeCache.txt" ]; then
    cmake -S "$root" -B "$root/build" -G Ninja -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCCHNN_TESTS=OFF
fi
cmake --build "$root/build" --parallel "${CCHNN_JOBS:-2}" --target cchnn-gen cchnn-eval
PATH=$root/build/bin:$PATH

mkdir -p "$directory"
cd "$directory"
set -x
cchnn-gen generate chain_pendulum_3 -o . --force
cchnn-gen rollout chain_pendulum_3 --from chain_pendulum_3/test.h5 --epsilon 1e-5 -o perturbed.h5 --force
cchnn-eval score chain_pendulum_3/test.h5 perturbed.h5 --json report.json --figures pictures
{ set +x; } 2>/dev/null

cat <<END

In $PWD:
  chain_pendulum_3/     train.h5, valid.h5, test.h5 (800, 100, 100 trajectories), and README.md about them
  perturbed.h5          predictions to score; your model's file looks the same (cchnn-eval template)
  report.json           every number above, and more
  pictures/             error_over_time.svg, trajectory.svg
The programs are in $root/build/bin.
END
