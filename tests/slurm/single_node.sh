# A Slurm of one node, for tests: munged, slurmctld and slurmd as processes of root, everything in one directory, no systemd
# and no cgroups. Source it, then `start_slurm DIRECTORY`; `stop_slurm` ends what it started. Both set SLURM_CONF.

slurm_pids=()

# What is missing for it, or nothing.
slurm_lacks() {
    local program
    [ "$(id -u)" = 0 ] || { echo "needs root"; return; }
    for program in munged slurmctld slurmd sbatch scontrol; do
        PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || { echo "needs $program (Debian: slurm-wlm, munge)"; return; }
    done
}

write_slurm_conf() {
    local directory=$1 host
    host=$(hostname -s)
    cat >"$directory/slurm.conf" <<CONF
ClusterName=cchnn
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$directory/munge.socket,cred_expire=5
SlurmctldPort=$((20000 + $$ % 10000))
SlurmdPort=$((30000 + $$ % 10000))
StateSaveLocation=$directory/state
SlurmdSpoolDir=$directory/spool
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd.pid
SlurmctldLogFile=$directory/slurmctld.log
SlurmdLogFile=$directory/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=300
MinJobAge=3600
KillWait=5
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
}

start_slurm() {
    local directory=$1
    PATH=$PATH:/usr/sbin
    mkdir -p "$directory/state" "$directory/spool"
    chmod 0755 "$directory"
    (umask 077 && head -c 1024 /dev/urandom >"$directory/munge.key")
    munged --foreground --force --key-file="$directory/munge.key" --socket="$directory/munge.socket" \
        --pid-file="$directory/munge.pid" --log-file="$directory/munge.log" --seed-file="$directory/munge.seed" \
        >"$directory/munged.out" 2>&1 &
    slurm_pids+=($!)
    write_slurm_conf "$directory"
    export SLURM_CONF=$directory/slurm.conf
    sleep 1
    slurmctld -D >"$directory/slurmctld.out" 2>&1 &
    slurm_pids+=($!)
    slurmd -D >"$directory/slurmd.out" 2>&1 &
    slurm_pids+=($!)
    for _ in $(seq 60); do
        if sinfo -h -o %t 2>/dev/null | grep -q idle; then return 0; fi
        sleep 0.5
    done
    return 1
}

stop_slurm() {
    local pid
    for pid in "${slurm_pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${slurm_pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    slurm_pids=()
}
