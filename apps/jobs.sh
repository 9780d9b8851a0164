#!/bin/sh
# Prints how many jobs of a build may run side by side: one a core, and no more than the memory that is free has times
# 2 GiB, which is what the compiler takes for the largest files. CCHNN_JOBS says another number.
#
#   apps/jobs.sh                           on this machine
#   apps/jobs.sh CORES MEBIBYTES           on one with so many cores and so much memory
set -eu

# Memory, MiB: what is available, or what the control group of a container allows, if that is less.
memory() {
    available=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)
    if [ "$limit" != max ] && [ $((limit / 1048576)) -lt "$available" ]; then available=$((limit / 1048576)); fi
    echo "$available"
}

if [ -n "${CCHNN_JOBS:-}" ]; then
    case $CCHNN_JOBS in
        *[!0-9]* | 0) echo "jobs.sh: CCHNN_JOBS must be a number of jobs from 1, got '$CCHNN_JOBS'" >&2; exit 2 ;;
    esac
    echo "$CCHNN_JOBS"
    exit 0
fi
jobs=${1:-$(nproc)}
fitting=$((${2:-$(memory)} / 2048))
if [ "$fitting" -lt "$jobs" ]; then jobs=$fitting; fi
if [ "$jobs" -lt 1 ]; then jobs=1; fi
echo "$jobs"
