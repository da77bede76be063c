"""A real cluster of three nodes on this machine: the numbers are those of `local`."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.store import Run
from metamer.engines.ray import Ray, following
from metamer.learners.answers import Answers
from metamer.learners.scikit import Scikit
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule

ray = pytest.importorskip("ray", reason="Ray is not installed (make extras)")

# Ray forks to start its processes, and JAX, which other tests have started, warns of that.
pytestmark = pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")

SMALL = Categories(
    trainings=("zero_shot",), per_class=8, held_out=4, familiar=0, again=0
)
STORE = 80_000_000
"""Bytes of each node's object store; Ray takes no less."""

WORKER = {"num_cpus": 1, "num_gpus": 1, "object_store_memory": STORE}
"""Ray counts GPUs as it is told; JAX is told to use none here."""


@pytest.fixture(scope="module")
def cluster():
    """A node for this process, which does no job, and two that do."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "object_store_memory": STORE, "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(2):
            made.add_node(**WORKER)
        with Ray(address=made.address).opened():  # workers live on between runs
            yield made
    finally:
        made.shutdown()


def run(study, folder, **settings):
    return metamer.run(study, folder, Ray(**settings))


def parts(folder):
    return {path.name: path.read_bytes() for path in (folder / "parts").iterdir()}


def gpus():
    """Which GPUs Ray gave to this job."""
    return ray.get_runtime_context().get_accelerator_ids()["GPU"]


def noted(log):
    return log.read_text().split() if log.exists() else []


def wait_until(happens, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What `rule` answers, as a file of answers from elsewhere."""
    folder = tmp_path_factory.mktemp("given")
    table = metamer.run(metamer.Study(SMALL, (Rule(),), units=3), folder).table
    kept = table[["item", "answer", "condition", "unit"]]
    kept.to_csv(folder / "answers.csv", index=False)
    return Answers(str(folder / "answers.csv"))


@pytest.fixture(scope="module")
def study(answers):
    """Compiled learners, others, and one that must be asked by this process."""
    tree = Scikit("DecisionTreeClassifier")
    return metamer.Study(
        SMALL, (Rule(), tree, answers), measures=("held_out_accuracy",), units=3
    )


@pytest.fixture(scope="module")
def locally(study, tmp_path_factory):
    """The same study done by the engine `local`."""
    folder = tmp_path_factory.mktemp("local") / "run"
    metamer.run(study, folder)
    return folder


def test_every_part_is_what_the_local_engine_writes(cluster, study, locally, tmp_path):
    responses = run(study, tmp_path / "run")
    assert parts(tmp_path / "run") == parts(locally)
    assert responses.table.equals(metamer.load(locally).table)


def test_workers_that_see_the_folder_write_the_same(cluster, study, locally, tmp_path):
    run(study, tmp_path / "run", shared=True)
    assert parts(tmp_path / "run") == parts(locally)


@dataclass(frozen=True)
class Mortal:
    """Notes each try at a unit, and kills its own process for some units."""

    log: str
    dies_at: int = -1
    """A unit for which it always does."""
    dies_once_at: int = -1
    name: str = "mortal"
    block: int = 1

    def fit(self, items, key):
        raise AssertionError("a learner with `train_unit` is not fitted")

    def train_unit(self, taught, key, place):
        assert not gpus(), "a job that is not compiled needs no GPU"
        with open(self.log, "a") as log:
            log.write(f"{place.first}\n")
        tries = noted(Path(self.log)).count(str(place.first))
        if place.first == self.dies_at or (
            place.first == self.dies_once_at and tries == 1
        ):
            os.kill(os.getpid(), signal.SIGKILL)  # as when memory runs out

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


def test_a_job_whose_worker_dies_is_tried_again_and_named_if_it_always_does(
    cluster, tmp_path, monkeypatch
):
    monkeypatch.setattr(following, "AGAIN", 0.1)
    learner = Mortal(str(tmp_path / "log"), dies_at=1, dies_once_at=2)
    study = metamer.Study(SMALL, (learner,), units=4)
    with pytest.raises(Refusal) as refused:
        run(study, tmp_path / "run")
    assert str(refused.value).startswith(
        "failed: mortal, zero_shot domain=plane arrangement=printed, unit 1: "
        "its worker process died 4 times (all other jobs are done"
    )
    assert sorted(noted(tmp_path / "log")) == ["0", *"1111", *"22", "3"]
    (left,) = Run(tmp_path / "run").missing_jobs(study)
    assert left.units == range(1, 2)


@dataclass(frozen=True)
class Long:
    """Takes some seconds, keeps each step, and notes from which one it went on."""

    log: str
    steps: int = 24
    name: str = "long"

    def fit(self, items, key):
        raise AssertionError("a learner with `train_unit` is not fitted")

    def train_unit(self, taught, key, place):
        kept = place.restore([np.zeros(1, int)])
        begun = int(kept[0][0]) if kept else 0
        node = ray.get_runtime_context().get_node_id()
        with open(self.log, "a") as log:
            log.write(f"{node} {begun}\n")
        for step in range(begun, self.steps):
            time.sleep(0.25)
            place.save([np.array([step + 1])])
            place.progress((step + 1) / self.steps)

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


def test_a_job_goes_on_from_its_checkpoint_when_its_node_is_killed(cluster, tmp_path):
    log = tmp_path / "log"
    study = metamer.Study(SMALL, (Long(str(log)),), units=1)
    kept = tmp_path / "run" / "checkpoints"

    def kill():
        assert wait_until(lambda: list(kept.glob("*.npz")))
        (busy,) = [node for node in cluster.worker_nodes if node.node_id in noted(log)]
        cluster.remove_node(busy, allow_graceful=False)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        run(study, tmp_path / "run")
    finally:
        killer.join()
        cluster.add_node(**WORKER)
    first, begun, second, resumed = noted(log)
    assert first != second
    assert int(begun) == 0 < int(resumed)
    assert not list(kept.iterdir())


@dataclass(frozen=True)
class Greedy:
    """Takes more memory than there is to train more than two units together."""

    compiled = True
    name: str = "greedy"
    block: int = 7

    def train(self, taught, keys, place):
        import jax.numpy as jnp

        assert gpus(), "a compiled job asks for a GPU where there are any"
        if len(taught) > 2:
            jnp.zeros(10**15).block_until_ready()
        return jnp.zeros(len(taught))

    def fit(self, items, key):
        raise AssertionError("a learner with `train` is not fitted")

    def answer(self, fitted, items):
        import jax.numpy as jnp

        return jnp.zeros(len(items.inputs), int)


def test_units_that_do_not_fit_into_a_device_together_are_divided(cluster, tmp_path):
    study = metamer.Study(SMALL, (Greedy(),), units=7)
    table = run(study, tmp_path / "run").table
    assert sorted(table["unit"].unique()) == list(range(7))
    assert len(parts(tmp_path / "run")) == 4 + 4  # rows and items of 1, 2, 2, 2 units


def test_what_a_learner_raises_is_named_and_others_go_on(cluster, study, tmp_path):
    failing = replace(study, learners=(Failing(), *study.learners[:2]))
    with pytest.raises(Refusal, match=r"^failed: failing, .* RuntimeError: worn out"):
        run(failing, tmp_path / "run")
    left = {job.learner.name for job in Run(tmp_path / "run").missing_jobs(failing)}
    assert left == {"failing"}


@dataclass(frozen=True)
class Failing:
    name: str = "failing"

    def fit(self, items, key):
        raise RuntimeError("worn out")

    def answer(self, fitted, items):
        return fitted


SCRIPT = """
import sys
import numpy as np
import metamer
from beside import coin

class Mine:
    name = "mine"
    block = 1
    def fit(self, items, key):
        import time
        time.sleep(1)
        return coin(key)
    def answer(self, fitted, items):
        return np.full(len(items.inputs), fitted)

plan = metamer.Study(
    metamer.paradigm("categories")(trainings=("zero_shot",), per_class=4, held_out=2),
    (Mine(),),
    units=5,
)
print(metamer.run(plan, sys.argv[1], sys.argv[2]).table["answer"].tolist())
"""

BESIDE = """
def coin(key):
    return int(key.numpy.random() > 0.5)
"""


@pytest.fixture
def script(tmp_path):
    """A script with a learner of its own, and a module in the script's folder."""
    (tmp_path / "script").mkdir()
    (tmp_path / "script" / "mine.py").write_text(SCRIPT)
    (tmp_path / "script" / "beside.py").write_text(BESIDE)
    started = []

    def start(folder, engine, address=""):
        command = [sys.executable, tmp_path / "script" / "mine.py", folder, engine]
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            env={**os.environ, "RAY_ADDRESS": address},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_a_driver_killed_by_kill_9_leaves_no_job_and_goes_on_when_started_again(
    cluster, script, tmp_path
):
    folder = tmp_path / "run"
    first = script(folder, "ray", cluster.address)
    assert wait_until(lambda: list(folder.glob("parts/*.parquet")))
    first.kill()
    first.wait()
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("parts/*.parquet")}
    assert 1 <= len(kept) < 5
    assert wait_until(lambda: ray.available_resources().get("CPU") == 2)
    second = script(folder, "ray", cluster.address)
    told, complaints = second.communicate(timeout=120)
    assert second.returncode == 0, complaints
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())
    alone, _ = script(tmp_path / "local", "local").communicate(timeout=120)
    assert told == alone


def test_more_gpus_than_a_machine_has_are_refused(cluster, study, tmp_path):
    with pytest.raises(Refusal) as refused:
        run(study, tmp_path / "run", gpus=4)
    assert str(refused.value) == (
        "engine.gpus = 4: no machine of the cluster has as many; the most that one has "
        "is 1 GPU"
    )
    assert not (tmp_path / "run").exists()
