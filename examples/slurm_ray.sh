#!/bin/bash
#SBATCH --job-name=metamer
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --time=12:00:00

# A study on the nodes of one Slurm job: sbatch slurm_ray.sh STUDY [OPTIONS OF metamer run]
# If the time is up before the study is done, the same command goes on where it stopped.
set -euo pipefail

# Who joins must know a token, which lies in the home folder that all nodes see.
export RAY_AUTH_MODE=token RAY_USAGE_STATS_ENABLED=0
ray get-auth-token --generate > /dev/null

nodes=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
on() { srun --overlap --nodes=1 --ntasks=1 --nodelist="$@"; }
ip=$(on "${nodes[0]}" hostname --ip-address | cut --delimiter=' ' --fields=1)
address=$ip:${RAY_PORT:-6379}

on "${nodes[0]}" ray start --head --node-ip-address="$ip" --port="${address#*:}" \
  --num-cpus="$SLURM_CPUS_PER_TASK" --include-dashboard=false --block &
until ray health-check --address "$address" 2> /dev/null; do sleep 1; done
for node in "${nodes[@]:1}"; do
  on "$node" ray start --address="$address" --num-cpus="$SLURM_CPUS_PER_TASK" --block &
done

metamer run "$@" --engine ray --set engine.address="$address"
