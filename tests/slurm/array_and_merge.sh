#!/bin/bash
# A real Slurm of one node: an array of shards with a dependent merge, one shard killed and requeued; the bytes are those of
# one run without Slurm. So are those of a corpus, with a shard that is killed, and of a suite.
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
# Waits for the last job of an array; its output is in the given directory.
await() {
    local state
    for _ in $(seq 240); do
        state=$(state_of "$2")
        case $state in COMPLETED*) return 0 ;; FAILED* | CANCELLED* | TIMEOUT*) break ;; esac
        sleep 0.5
    done
    echo "the merge is $state"
    scontrol -o show job "$1" || true
    tail -n 20 "$3"/*.log
    return 1
}
await "$array" "$merge" "$scratch/data/logs"
grep -q 'back into the queue' "$scratch/data/logs/shard-$killed.log"
grep -q 'trajectories were there from an earlier run' "$scratch/data/logs/shard-$killed.log"
diff -r "$scratch/whole/chain_pendulum_3" "$scratch/data/chain_pendulum_3"
echo "4 shards, one killed and requeued, merged by a dependent job: the same bytes as one run"

# Three files of 100 systems, two in the first shard. It is killed when it has made one of them.
job=(--recipe springs --systems 300 --seed 5)
"$program" corpus "${job[@]}" -o "$scratch/whole-corpus" --quiet
rm -f "$scratch"/process-*
read -r array merge < <("$here/../../apps/slurm/submit.sh" 2 "$scratch/corpus" corpus "${job[@]}")
killed=no
for _ in $(seq 6000); do
    if [ -e "$scratch/corpus/shards/shard-00000.h5" ] && [ ! -e "$scratch/corpus/shards/shard-00002.h5" ]; then
        kill -KILL "$(cat "$scratch/process-1")" && killed=yes
        break
    fi
    sleep 0.01
done
if [ $killed = no ]; then echo "no shard of the corpus could be killed"; exit 1; fi
await "$array" "$merge" "$scratch/corpus.logs"
grep -q 'back into the queue' "$scratch/corpus.logs/shard-1.log"
diff -r "$scratch/whole-corpus" "$scratch/corpus"
echo "a corpus of 2 shards, one killed and requeued: the same bytes as one run"

job=(pendulums --most 4)
"$program" suite "${job[@]}" -o "$scratch/whole-suite" --quiet
read -r array merge < <("$here/../../apps/slurm/submit.sh" 2 "$scratch/suite" suite "${job[@]}")
await "$array" "$merge" "$scratch/suite.logs"
diff -r "$scratch/whole-suite" "$scratch/suite"
echo "a suite of 2 shards: the same bytes as one run"
