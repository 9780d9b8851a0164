#!/bin/bash
# Makes datasets, a corpus or a suite on a Slurm cluster: an array of shards, and a job that completes them after the last one.
#
#   apps/slurm/submit.sh SHARDS DIR SYSTEM... [options of cchnn-gen generate]
#   apps/slurm/submit.sh SHARDS DIR corpus [options of cchnn-gen corpus]
#   apps/slurm/submit.sh SHARDS DIR suite SUITE [options of cchnn-gen suite]
#   apps/slurm/submit.sh 200 /scratch/me/data chain_pendulum_3 --train 100000000
#
# All nodes must see DIR. Rerun the same command to resume cancelled or failed shards: finished shards end at
# once. Prints the numbers of the two jobs. Partition, account, time and so on are Slurm's own environment variables
# (SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT, ...); besides
#
#   CCHNN_GEN        the program                        [cchnn-gen of the PATH, or build/bin/cchnn-gen of this tree]
#   CCHNN_CPUS       processors of a shard              [1]
#   CCHNN_AT_ONCE    shards that run at the same time   [as many as the cluster takes]
#   CCHNN_RESTARTS   how often a shard is requeued      [20]
#   CCHNN_LOGS       directory for the output of jobs   [DIR/logs; DIR.logs of a corpus or suite]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '2,21s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
case ${1:-} in -h | --help) usage; exit 0 ;; esac
if [ $# -lt 3 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then usage >&2; exit 2; fi
shards=$1 directory=$2
shift 2
case $1 in corpus | suite) command=$1; shift ;; *) command=generate ;; esac

if [ -z "${CCHNN_GEN:-}" ]; then CCHNN_GEN=$(command -v cchnn-gen || echo "$here/../../build/bin/cchnn-gen"); fi
if ! [ -x "$CCHNN_GEN" ]; then echo "submit.sh: no program at $CCHNN_GEN; set CCHNN_GEN" >&2; exit 4; fi
CCHNN_GEN=$(realpath "$CCHNN_GEN")
export CCHNN_GEN CCHNN_SHARDS=$shards CCHNN_COMMAND=$command
mkdir -p "$directory"
directory=$(realpath "$directory")
# No file in the directory of a corpus may be something else.
if [ $command = generate ]; then logs=${CCHNN_LOGS:-$directory/logs}; else logs=${CCHNN_LOGS:-$directory.logs}; fi
mkdir -p "$logs"
# Shards of a dataset are files of their own. Those of the others lie in their place, and the command without --shard completes them.
if [ $command = generate ]; then complete=(merge "$directory"); else complete=("$command" "$@" -o "$directory"); fi

array=$(sbatch --parsable --export=ALL --array="1-$shards${CCHNN_AT_ONCE:+%$CCHNN_AT_ONCE}" --cpus-per-task="${CCHNN_CPUS:-1}" \
    --output="$logs/shard-%a.log" "$here/shard.sbatch" "$@" -o "$directory")
merge=$(sbatch --parsable --export=ALL --dependency="afterok:$array" --kill-on-invalid-dep=yes --output="$logs/merge.log" \
    "$here/merge.sbatch" "${complete[@]}")
echo "$array $merge"
