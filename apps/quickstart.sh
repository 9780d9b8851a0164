#!/bin/bash
# From a Debian machine with nothing on it to a first dataset, first scores and first pictures, in 12 to 20 minutes of one core.
#
#   apps/quickstart.sh [--link] [--no-build] [DIRECTORY]
#
# Installs what is missing (as root, or with sudo), builds cchnn-gen and cchnn-eval into build/bin/, and runs the first
# commands of README.md in DIRECTORY [./cchnn-quickstart]: the triple pendulum at the paper's sizes, two reference
# predictions, and their scores. Run it again as often as you like.
#
#   --link        links both programs into ~/.local/bin, which Debian puts on the PATH at login
#   --no-build    installs and builds nothing; the programs are in build/bin/ already
#
# CCHNN_JOBS is the number of jobs of the build [as many as cores and memory allow: apps/jobs.sh].
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=cchnn-quickstart
link=no
build=yes
for argument in "$@"; do
    case $argument in
        -h | --help) sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        --link) link=yes ;;
        --no-build) build=no ;;
        -*) echo "quickstart.sh: unknown option '$argument'; known: --link, --no-build, --help" >&2; exit 2 ;;
        *) directory=$argument ;;
    esac
done

# What is done now, of three steps, and how long it takes.
step() { echo "Step $1 of 3: $2"; }

# Each line of the build, "23% 61.2 Building ...", with the time that is left if the rest goes as fast: on a terminal in one line.
with_time_left() {
    local terminal=0
    if [ -t 1 ]; then terminal=1; fi
    awk -v terminal=$terminal '
        !($1 ~ /^[0-9]+%$/ && $2 ~ /^[0-9.]+$/) { if (same_line) print ""; same_line = 0; print; next }
        {
            share = $1 + 0
            left = share >= 3 && share < 100 ? sprintf(", about %d min left", $2 * (100 - share) / share / 60 + 1) : ""
            line = sprintf("[%s, %.0f s so far%s] ", $1, $2, left)
            sub(/^ *[^ ]+ +[^ ]+ +/, "")
            if (terminal) printf "\r\033[K%s", substr(line $0, 1, 79)
            else print line $0
            same_line = terminal
            fflush()
        }
        END { if (same_line) print "" }'
}

if [ $build = yes ]; then
    step 1 "packages: a minute or two, nothing where they are installed"
    "$root/apps/install_packages.sh" programs || {
        code=$?
        echo "quickstart.sh: after that, run again: $(printf '%q ' "$0" "$@")" >&2
        exit $code
    }
    if [ ! -f "$root/build/CMakeCache.txt" ]; then
        cmake -S "$root" -B "$root/build" -G Ninja -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCCHNN_TESTS=OFF
    fi
    jobs=$("$root/apps/jobs.sh")
    step 2 "programs: minutes at the first time, seconds afterwards"
    if [ ! -x "$root/build/bin/cchnn-eval" ]; then
        echo "Building with $jobs of $(nproc) cores: 12 to 20 minutes of one core in all, here about $(((12 + jobs - 1) / jobs)) to" \
            "$(((20 + jobs - 1) / jobs)) minutes if nothing else runs"
    fi
    # Another clone of the same files, elsewhere on this machine, has compiled them already.
    export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 NINJA_STATUS='%p %e '
    cmake --build "$root/build" --parallel "$jobs" --target cchnn-gen cchnn-eval | with_time_left
fi
PATH=$root/build/bin:$PATH

# Only a link is replaced: a program of that name which is not one is someone's.
if [ $link = yes ]; then
    mkdir -p "$HOME/.local/bin"
    for program in cchnn-gen cchnn-eval; do
        linked=$HOME/.local/bin/$program
        if [ -e "$linked" ] && [ ! -L "$linked" ]; then
            echo "quickstart.sh: $linked is a file, not a link; move it away" >&2
            exit 4
        fi
        ln -sfn "$root/build/bin/$program" "$linked"
    done
fi

mkdir -p "$directory"
cd "$directory"
step 3 "data, predictions and scores: less than a minute"
set -x
cchnn-gen generate chain_pendulum_3 -o data --force
cchnn-gen rollout chain_pendulum_3 --from data/chain_pendulum_3/test.h5 --epsilon 1e-5 \
  --model "perturbed by 1e-5" -o perturbed.h5 --force
cchnn-gen rollout chain_pendulum_3 --from data/chain_pendulum_3/test.h5 --protocol paper \
  --model "dopri5 at rtol 1e-7" -o dopri5.h5 --force
cchnn-eval score data/chain_pendulum_3/test.h5 perturbed.h5 dopri5.h5 \
  --json report.json --html report.html
{ set +x; } 2>/dev/null

cat <<END

In $PWD:
  data/chain_pendulum_3/       train.h5, valid.h5, test.h5 (800, 100, 100 trajectories), and README.md about them
  perturbed.h5, dopri5.h5      predictions to score; your model's file looks the same (cchnn-eval template)
  report.html                  every number and figure, and the motion to watch, on one page
  report.json                  the same for programs

The programs are in $root/build/bin. To go on in this shell:
  export PATH=$(printf %q "$root/build/bin"):\$PATH
  cd $(printf %q "$PWD")
END
if [ $link = yes ]; then
    echo "They are linked into $HOME/.local/bin, which new logins have on their PATH."
else
    echo "For every shell: apps/quickstart.sh --link links them into ~/.local/bin."
fi
