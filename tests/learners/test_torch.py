"""Any module of PyTorch: what it reads, what it is taught, and what is refused."""

import os
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import metamer
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.jobs import Job, unit_key
from metamer.core.keys import root
from metamer.core.store import Run
from metamer.engines.workers import map_unordered
from metamer.learners.torch import MLP, TOKEN_MLP, Torch, making
from metamer.learners.torch.loop import CURVE, train
from metamer.training import windows

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
nn = torch.nn

TWO_CLOUDS = Items(
    np.random.default_rng(0).normal(size=(200, 2)) + [[3, 0], [0, 3]] * 100,
    np.array([5, 2] * 100),
)


def layers(shape, labels):
    return nn.Sequential(
        nn.Flatten(),
        nn.LazyLinear(8),
        nn.ReLU(),
        nn.Dropout(0.2),
        nn.LazyLinear(labels),
    )


def answers(entry, items=TWO_CLOUDS, key=0):
    return entry.answer(entry.fit(items, root(key)), items.blind())


@pytest.mark.parametrize(
    "entry, name",
    [
        (Torch(), "torch:mlp"),
        (Torch("my_package.nets:resnet"), "torch:resnet"),
        (Torch(layers), "torch:layers"),
        (Torch(nn.Linear(2, 2)), "torch:Linear"),
        (Torch(layers, label="mine"), "mine"),
    ],
)
def test_the_name_says_which_module(entry, name):
    assert entry.name == name


@pytest.mark.parametrize("optimiser", ["Adam", "AdamW", "RMSprop", "SGD", "LBFGS"])
def test_what_is_taught_is_learned_by_any_optimiser(optimiser):
    found = answers(Torch(optimiser=optimiser, rate=0.05, epochs=10))
    # Labels 2 and 5 are taught: the other columns are of labels that nobody taught.
    assert found.shape == (200, 6)
    assert found.sum(axis=1) == pytest.approx(np.ones(200), abs=1e-5)
    assert (found.argmax(axis=1) == TWO_CLOUDS.labels).mean() > 0.95


def test_the_optimiser_has_its_own_settings():
    settings = {"betas": (0.8, 0.9), "weight_decay": 0.1}
    entry = Torch(optimiser="AdamW", settings=settings, epochs=2)
    assert not np.array_equal(answers(entry), answers(replace(entry, settings={})))


def test_the_same_key_gives_the_same_answers_and_global_chance_stays_as_it_was():
    entry = Torch(layers, epochs=2)
    before = torch.get_rng_state()
    assert np.array_equal(answers(entry), answers(entry))
    assert not np.array_equal(answers(entry), answers(entry, key=1))
    assert torch.equal(torch.get_rng_state(), before)


def test_given_weights_are_the_start_and_stay_as_they_were():
    given = nn.Linear(2, 2)
    with torch.no_grad():
        given.weight.copy_(torch.tensor([[-9.0, 9.0], [9.0, -9.0]]))
    before = given.weight.clone()
    found = answers(Torch(given, rate=1e-6, epochs=1))
    assert (found.argmax(axis=1) == TWO_CLOUDS.labels).mean() > 0.95
    assert torch.equal(given.weight, before)


class Notes(nn.Module):
    """Says always the same, and notes what it reads."""

    def __init__(self, labels, tokens):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(labels))
        self.tokens = tokens
        self.seen = []

    def forward(self, inputs):
        self.seen.append(inputs)
        return self.bias.expand(len(inputs), -1)


def reads(inputs, tokens=False):
    """The first thing that a module is given of such items, and the shape it was told."""
    told = []

    def make(shape, labels):
        told.append(shape)
        return Notes(labels, tokens)

    items = Items(inputs, np.arange(len(inputs)) % 2)
    fitted = Torch(make, epochs=1).fit(items, root(0))
    assert told == [inputs.shape[1:]]
    return fitted.module.seen[-1]


def test_pictures_go_from_0_to_1_and_other_numbers_stay():
    pictures = np.full((4, 3, 3), 255, np.uint8)
    assert (reads(pictures) == 1).all()
    assert reads(pictures).dtype == torch.float32
    assert reads(np.full((4, 11), 9, np.uint8)).max() == 9
    assert reads(np.full((4, 16, 15), 700, np.int16)).dtype == torch.float32
    assert reads(np.full((4, 2), 0.5)).dtype == torch.float32


def test_whole_numbers_reach_a_module_with_tokens_as_they_are():
    seen = reads(np.full((4, 11), 9, np.uint8), tokens=True)
    assert seen.dtype == torch.int64
    assert (seen == 9).all()
    assert reads(np.full((4, 3, 3), 255, np.uint8), tokens=True).max() == 255


def wide(shape, labels):
    return nn.Linear(2, labels + 3)


def pair(shape, labels):
    return nn.LSTM(2, labels)


def number(shape, labels):
    return 7


def exploding(shape, labels):
    class Exploding(nn.Linear):
        def forward(self, inputs):
            return super().forward(inputs) * (1 / (inputs[:, :1] * 0))

    return Exploding(2, labels)


@pytest.mark.parametrize(
    "entry, complaint",
    [
        (
            Torch(wide),
            r"gave float32 of shape \(2, 5\); needed: a tensor of shape \(2, 2",
        ),
        (Torch(pair), r"torch:pair gave tuple; needed: a tensor"),
        (Torch(number), "torch:number: number made int, not a torch.nn.Module"),
        (Torch(partial(layers)), "its loss is no number"),
        (Torch(exploding), "its loss is no number any more after 1 of 150 updates"),
        (Torch(TOKEN_MLP), r"reads whole numbers \(its module has tokens = True\)"),
        (Torch(optimiser="Adm"), r"no optimiser 'Adm' \(did you mean 'Adam'"),
        (Torch(settings={"lr": 1}), "Adam has no setting 'lr' here; .*is `rate`"),
        (Torch(settings={"betas": 3.0}), "torch.optim.Adam refuses: "),
        (Torch("no_such.nets:mlp"), "cannot import the module 'no_such.nets:mlp'"),
        (Torch("math:pi"), "'math:pi' is no torch.nn.Module and no function of"),
        (Torch("os:getcwd"), "'os:getcwd' is no torch.nn.Module and no function of"),
    ],
)
def test_what_cannot_be_trained_is_refused(entry, complaint):
    items = TWO_CLOUDS
    if isinstance(entry.module, partial):
        items = items._replace(inputs=np.full((200, 2), np.nan))
    with pytest.raises(Refusal, match=complaint) as refusal:
        answers(entry, items)
    assert "\n" not in str(refusal.value)


def test_texts_are_refused():
    texts = Items(np.array(["good", "bad"], object), np.array([1, 0]))
    with pytest.raises(Refusal, match="reads numbers, and these items are texts"):
        answers(Torch(), texts)


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"module": 3}, "module must be a torch.nn.Module, a function of"),
        ({"module": "mlp"}, "module must be a text such as my_package.nets:mlp"),
        ({"rate": 0.0}, "torch: rate must be above 0"),
        ({"epochs": 0}, "torch: epochs must be at least 1"),
        ({"batch": 0}, "torch: batch must be at least 1"),
    ],
)
def test_impossible_settings_are_refused(settings, complaint):
    with pytest.raises(Refusal, match=complaint):
        Torch(**settings)


@pytest.mark.parametrize(
    "entry, complaint",
    [
        (Torch(optimiser="Adm"), "no optimiser 'Adm'"),
        (Torch("no_such.nets:mlp"), "cannot import the module"),
    ],
)
def test_a_run_is_refused_before_anything_is_written(entry, complaint, tmp_path):
    plan = metamer.Study(metamer.paradigm("categories")(), (entry,), units=1)
    with pytest.raises(Refusal, match=complaint):
        metamer.run(plan, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_without_pytorch_the_refusal_says_what_to_install(monkeypatch):
    monkeypatch.setattr(making, "find_spec", lambda name: None)
    with pytest.raises(
        Refusal, match=r'torch needs PyTorch: pip install "metamer\[torch'
    ):
        Torch().check_files(None)
    with pytest.raises(Refusal, match="needs PyTorch"):
        answers(Torch())


def test_a_gpu_that_is_not_there_is_refused():
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(Refusal, match="PyTorch finds no GPU here"):
        Torch(device="cuda").check_files(None)


def closure(scale):
    def make(shape, labels):
        net = nn.Linear(2, labels)
        with torch.no_grad():
            net.weight.mul_(scale)
        return net

    return make


def weighing(value):
    net = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))
    with torch.no_grad():
        for weights in net.parameters():
            weights.fill_(value)
    return net


def job_id(module):
    paradigm = metamer.paradigm("categories")()
    condition = paradigm.conditions()[0]
    return Job(paradigm, Torch(module, label="same"), condition, range(1), 0).id


def test_weights_and_the_values_of_closures_are_part_of_a_jobs_id():
    assert job_id(weighing(0.5)) == job_id(weighing(0.5))
    assert job_id(weighing(0.5)) != job_id(weighing(0.25))
    assert job_id(closure(1.0)) == job_id(closure(1.0))
    assert job_id(closure(1.0)) != job_id(closure(2.0))
    assert job_id(partial(layers, labels=1)) != job_id(partial(layers, labels=2))
    assert job_id(MLP) != job_id(TOKEN_MLP)


class Stop(Exception):
    """What ends a training in a test."""


@pytest.mark.parametrize("optimiser", ["Adam", "SGD"])
@pytest.mark.parametrize("stops", [1, 3])
def test_a_stopped_training_goes_on_to_the_same_answers(
    optimiser, stops, tmp_path, monkeypatch
):
    monkeypatch.setattr(windows, "PAUSE", -1.0)
    monkeypatch.setattr(windows, "SPARE", -1)
    normed = partial(with_norm, width=6)
    entry = Torch(normed, optimiser, {}, rate=0.01, epochs=5, label="normed")
    whole = train(entry, TWO_CLOUDS, root(4), Place(tmp_path, "whole"))
    shares = []

    def stop(share, note=""):
        shares.append(share)
        if len(shares) in range(3, 3 + 3 * stops, 3):
            raise Stop

    place = Place(tmp_path, "stopped", progress=stop)
    for _ in range(stops):
        with pytest.raises(Stop):
            train(entry, TWO_CLOUDS, root(4), place)
    assert place.checkpoint.exists()
    resumed = train(entry, TWO_CLOUDS, root(4), place)
    both = zip(
        whole.module.state_dict().values(),
        resumed.module.state_dict().values(),
        strict=True,
    )
    assert all(torch.equal(one, other) for one, other in both)
    curves = [Place(tmp_path, name).curve.read_text() for name in ("whole", "stopped")]
    assert curves[0] == curves[1]
    assert curves[0].startswith(",".join(CURVE))
    # Five epochs of three batches; the update after a checkpoint is done again.
    assert len(shares) == 15 + stops
    place.clear()
    assert not list(place.checkpoint.parent.glob("stopped*"))


def with_norm(shape, labels, width):
    return nn.Sequential(
        nn.Linear(*shape, width),
        nn.BatchNorm1d(width),
        nn.Dropout(0.3),
        nn.Linear(width, labels),
    )


def test_a_checkpoint_of_another_training_is_refused(tmp_path):
    place = Place(tmp_path, "one")
    place.save([np.frombuffer(b"nothing of ours", np.uint8)])
    with pytest.raises(
        Refusal, match="belongs to another training: delete it, and this"
    ):
        train(Torch(), TWO_CLOUDS, root(0), place)


def test_a_killed_run_goes_on_from_the_checkpoint_of_its_unit(tmp_path, monkeypatch):
    monkeypatch.setattr(windows, "PAUSE", -1.0)
    monkeypatch.setattr(windows, "SPARE", -1)
    paradigm = metamer.paradigm("categories")(per_class=50)
    entry = Torch(epochs=8)
    job = Job(paradigm, entry, paradigm.conditions()[0], range(1), 0)

    def stop(share, note=""):
        if share > 0.5:
            raise Stop

    from metamer.engines.local import perform_and_keep

    run = Run(tmp_path)
    with pytest.raises(Refusal, match="Stop"):
        perform_and_keep(job, tmp_path, stop)
    assert [path.suffix for path in (tmp_path / "checkpoints").iterdir()] == [".npz"]
    begun = []
    perform_and_keep(job, tmp_path, lambda share, note="": begun.append(share))
    assert begun[0] > 0.5
    assert run.has(job)
    assert not list((tmp_path / "checkpoints").iterdir())


def threads(_):
    import torch

    return os.environ.get("OMP_NUM_THREADS"), torch.get_num_threads()


def test_a_worker_has_one_thread():
    assert set(map_unordered(threads, range(2), cores=2)) == {("1", 1)}


def test_a_training_in_this_process_takes_one_thread_and_gives_the_others_back():
    found = []

    class Counts(nn.Linear):
        def forward(self, inputs):
            found.append(torch.get_num_threads())
            return super().forward(inputs)

    torch.set_num_threads(2)
    answers(Torch(lambda shape, labels: Counts(2, labels), epochs=1))
    assert set(found) == {1}
    assert torch.get_num_threads() == 2
    torch.set_num_threads(1)


def test_a_study_in_toml_names_a_module_and_teaches_it_from_a_stream(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f"""
        units = 1
        [paradigm]
        name = "pointers"
        style = {{ name = "vector", length = 2, alphabet = 4 }}
        trainings = ["windows-4"]
        complexities = [1]
        aggregates = ["max"]
        sizes = [2000]
        asked = 100
        again = 100
        [[learners]]
        name = "torch"
        module = "{TOKEN_MLP}"
        optimiser = "AdamW"
        settings = {{ betas = [0.9, 0.99] }}
        epochs = 8
        """
    )
    table = metamer.run(str(plan), tmp_path / "run").table
    assert set(table["learner"]) == {"torch:token_mlp"}
    assert table[table["part"] == "iid"]["correct"].mean() > 0.9
    assert table["probability"].between(0.1, 1).all()
    again = metamer.load(tmp_path / "run")
    assert again.study.learners == (
        Torch(TOKEN_MLP, "AdamW", {"betas": (0.9, 0.99)}, epochs=8),
    )


def test_a_run_of_a_module_from_a_script_can_be_read_again(tmp_path):
    paradigm = metamer.paradigm("categories")(per_class=20)
    plan = metamer.Study(paradigm, (Torch(weighing(0.1), epochs=1),), units=1)
    metamer.run(plan, tmp_path / "run")
    (known,) = metamer.load(tmp_path / "run").study.learners
    assert known.name.startswith("torch:")


def test_faces_and_unit_keys_reach_a_convolution():
    from metamer.paradigms.categories.domains.faces import Faces

    paradigm = metamer.paradigm("categories")(domains=(Faces(),), per_class=10)
    lesson = paradigm.lesson(paradigm.conditions()[0], unit_key(0, 0))

    class Convolution(nn.Module):
        def __init__(self, labels):
            super().__init__()
            self.inner = nn.Sequential(
                nn.Conv2d(3, 4, 3), nn.Flatten(), nn.LazyLinear(labels)
            )

        def forward(self, pictures):
            return self.inner(pictures.permute(0, 3, 1, 2))

    entry = Torch(lambda shape, labels: Convolution(labels), epochs=1)
    found = entry.answer(entry.fit(lesson.taught, root(0)), lesson.asked.blind())
    assert found.shape == (len(lesson.asked.inputs), 2)
