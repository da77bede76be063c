"""Kill a node of a Ray cluster at random moments, and compare the numbers with `local`.

    python benchmarks/ray_kills.py [--study categories-plane] [--scale small] [--kills 10]

A cluster of three nodes on this machine: one for the process that sends jobs, and two that
do one job at a time. Each run begins in a new folder. Up to two seconds after a random
number of jobs is done, all processes of one of the two nodes are killed (SIGKILL), and a
new node joins two seconds later. In the end `measures.csv` must be the one of
`--engine local`, byte for byte.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}


def command(given: argparse.Namespace, folder: Path, *words: str) -> list[str]:
    program = str(Path(sys.executable).parent / "metamer")
    plan = [given.study, "--scale", given.scale, "--out", str(folder)]
    return [program, "run", *plan, "--json", *words]


def parts(folder: Path) -> int:
    return len(list(folder.glob("parts/*.parquet")))


def disturbed(
    given: argparse.Namespace, cluster: Cluster, folder: Path, jobs: int
) -> dict:
    """One run in which a node is killed once some jobs are done; what happened."""
    words = ("--engine", "ray", "--set", f"engine.address={cluster.address}")
    begun = time.monotonic()
    with open(os.devnull, "w") as nowhere:
        run = subprocess.Popen(
            command(given, folder, *words), stdout=nowhere, stderr=subprocess.PIPE
        )
        while parts(folder) < jobs and run.poll() is None:
            time.sleep(0.05)
        time.sleep(random.uniform(0, 2))
        moment, done = time.monotonic() - begun, parts(folder)
        victim = random.choice(sorted(cluster.worker_nodes, key=id))
        cluster.remove_node(victim, allow_graceful=False)
        time.sleep(2)
        cluster.add_node(**NODE)
        _, told = run.communicate()
    if run.returncode:
        raise SystemExit(told.decode())
    seconds = time.monotonic() - begun
    return {
        "killed_after_s": round(moment, 1),
        "jobs_done_by_then": done,
        "seconds": round(seconds, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--study", default="categories-plane")
    parser.add_argument("--scale", default="small")
    parser.add_argument("--kills", type=int, default=10)
    given = parser.parse_args()
    random.seed(2022)
    head = {"num_cpus": 0, "object_store_memory": 80_000_000}
    with tempfile.TemporaryDirectory() as place:
        begun = time.monotonic()
        local = Path(place) / "local"
        subprocess.run(command(given, local), check=True, capture_output=True)
        duration, jobs = time.monotonic() - begun, parts(local)
        told = {"jobs": jobs, "local_seconds": round(duration, 1)}
        print(json.dumps(told), flush=True)
        expected = (local / "measures.csv").read_bytes()
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            for _ in range(2):
                cluster.add_node(**NODE)
            for kill in range(given.kills):
                folder = Path(place) / f"run-{kill}"
                found = disturbed(given, cluster, folder, random.randrange(jobs - 5))
                equal = (folder / "measures.csv").read_bytes() == expected
                print(json.dumps({**found, "equal": equal}), flush=True)
        finally:
            cluster.shutdown()


if __name__ == "__main__":
    main()
