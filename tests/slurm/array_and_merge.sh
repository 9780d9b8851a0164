#!/bin/bash
# A real Slurm of one node: an array of shards with a dependent merge, one shard killed and requeued; the bytes are those of
# one run without Slurm.
#
#   tests/slurm/array_and_merge.sh build/bin/cchnn-gen
#
# Exit code 77 (skipped) where Slurm cannot run: not root, packages slurm-wlm and munge missing, daemons that do not start.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/single_node.sh"
program=$(realpath "$1")

lacks=$(slurm_lacks)
if [ -n "$lacks" ]; then echo "skipped: $lacks"; exit 77; fi
scratch=$(mktemp -d)
trap 'stop_slurm; rm -rf "$scratch"' EXIT
if ! start_slurm "$scratch/slurm"; then
    echo "skipped: Slurm does not start here:"
    tail -n 5 "$scratch"/slurm/*.out "$scratch"/slurm/*.log
    exit 77
fi

# The program under a name that notes the number of its process, so that it can be killed.
export CCHNN_GEN=$scratch/cchnn-gen
printf '#!/bin/bash\necho $$ > "%s/process-${SLURM_ARRAY_TASK_ID:-merge}"\nexec "%s" "$@"\n' "$scratch" "$program" >"$CCHNN_GEN"
chmod +x "$CCHNN_GEN"

job=(chain_pendulum_3 --train 6000 --valid 20 --test 30)
"$program" generate "${job[@]}" -o "$scratch/whole" >/dev/null
read -r array merge < <("$here/../../apps/slurm/submit.sh" 4 "$scratch/data" "${job[@]}")
echo "submitted: array $array, merge $merge"

# The first shard that has a block in its journal and is not done is killed, as the kernel does when memory runs out.
killed=''
for _ in $(seq 3000); do
    for journal in "$scratch"/data/chain_pendulum_3.shards/shard-?-of-4/train.journal; do
        shard=$(dirname "$journal")
        if [ ! -s "$journal" ] || [ "$(stat -c %s "$journal")" -lt 100000 ] || [ -e "$shard/finished.json" ]; then continue; fi
        number=${shard##*/shard-}
        if kill -KILL "$(cat "$scratch/process-${number%%-*}")" 2>/dev/null; then killed=${number%%-*}; break 2; fi
    done
    sleep 0.01
done
if [ -z "$killed" ]; then echo "no shard could be killed while it was at work"; exit 1; fi
echo "killed shard $killed"

state_of() { scontrol -o show job "$1" 2>/dev/null | sed -E 's/.*JobState=([A-Z_]+).*/\1/' | sort -u | tr '\n' ' '; }
for _ in $(seq 240); do
    state=$(state_of "$merge")
    case $state in COMPLETED*) break ;; FAILED* | CANCELLED* | TIMEOUT*) break ;; esac
    sleep 0.5
done
if [ "${state% }" != COMPLETED ]; then
    echo "the merge is $state"
    scontrol -o show job "$array" || true
    tail -n 20 "$scratch"/data/logs/*.log
    exit 1
fi
grep -q 'back into the queue' "$scratch/data/logs/shard-$killed.log"
grep -q 'trajectories were there from an earlier run' "$scratch/data/logs/shard-$killed.log"
diff -r "$scratch/whole/chain_pendulum_3" "$scratch/data/chain_pendulum_3"
echo "4 shards, one killed and requeued, merged by a dependent job: the same bytes as one run"
