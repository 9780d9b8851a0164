#!/bin/bash
# Writes the lock files of this directory anew: every built-in system at a small size, one for each other way to
# integrate, and every system of families/, whose properties differ from trajectory to trajectory. Only when truth is meant
# to change: the tests compare every digest with these files. Digests of single arrays are left out, since the content
# digest covers them; `cchnn-gen diff` of two datasets shows what differs. Each split is a line, so that a diff of these
# files names the splits. The last line printed belongs on top of the table in tests/README.md.
#
#   tests/regression/renew.sh              programs in build/bin (CCHNN_BUILD names another build directory)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
gen=${CCHNN_BUILD:-$here/../../build}/bin/cchnn-gen
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# lock NAME SYSTEM [options of generate]; SYSTEM is built in, or a file that is called as its system is
lock() {
    local name=$1 system=$2 counts=(--train 2 --valid 1 --test 2)
    shift 2
    # A system whose file lists its states, or values, has as many trajectories, all of them test. grep reads to
    # the end: `show` cut off by -q would fail, and its answer with it.
    if "$gen" show "$system" --json - | grep -E '"(states?|values)":' >/dev/null; then counts=(); fi
    "$gen" generate "$system" -o "$scratch/$name" "${counts[@]}" --steps 10 --seed 1 "$@" >/dev/null
    python3 "$here/short_lock.py" <"$scratch/$name/$(basename "$system" .json)/manifest.json" >"$here/$name.json"
}

rm -f "$here"/*.json
for system in $("$gen" list | awk 'NR > 1 && NF > 1 && $1 !~ /:$/ { print $1 }'); do lock "$system" "$system"; done
lock chain_pendulum_2.paper chain_pendulum_2 --protocol paper
lock chain_pendulum_1.lyapunov chain_pendulum_1 --lyapunov
lock chain_pendulum_3.unprojected chain_pendulum_3 --rtol 1e-9 --projection off --bound off --on-failure fail
lock magnet_pendulum.refined magnet_pendulum --refine 1e-14
for order in 2 4 6 8; do lock beam_chain_3.rattle$order beam_chain_3 --integrator rattle$order; done
lock damped_pendulum.rk4 damped_pendulum --integrator rk4
for family in "$here"/families/*.json; do lock "$(basename "$family" .json)" "$family"; done

cd "$here"
version=$("$gen" --version | sed -n '1s/.* //p')
truth=$(LC_ALL=C; grep -ho '"truth_digest": "[0-9a-f]*"' *.json | sed 's/.*/      &,/' | sha256sum | cut -d' ' -f1)
echo "| $version | \`$truth\` | what changed, and why |"
