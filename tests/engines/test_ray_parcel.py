"""What travels to other machines, and word from there; without a cluster."""

import subprocess
import sys
from dataclasses import replace

import pytest

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.engines.ray.news import Courier, Message, News, checkpoints, write_files
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule

pytest.importorskip("ray", reason="Ray is not installed (make extras)")

from metamer.engines.ray import parcel

SMALL = Categories(trainings=("zero_shot",), per_class=4, held_out=2)

PACK = """
import pickle, sys
sys.path.insert(0, "home")
import metamer
from metamer.core.jobs import series
from metamer.engines.ray.parcel import pack
from mine.learners import Mine

class Here(Mine):
    name = "here"

categories = metamer.paradigm("categories")(trainings=("zero_shot",))
jobs = series(metamer.Study(categories, (Mine(), Here())))
with open("parcel", "wb") as file:
    pickle.dump(pack(jobs), file)
print([job.id for job in jobs])
"""

UNPACK = """
import pickle
from metamer.engines.ray.parcel import unpack

with open("parcel", "rb") as file:
    jobs = unpack(pickle.load(file))
assert [job.learner.answer(None, [0, 0]) for job in jobs] == [[3, 3], [3, 3]]
print([job.id for job in jobs])
"""


def test_modules_and_classes_of_a_user_travel_with_the_jobs(tmp_path):
    package = tmp_path / "home" / "mine"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "learners.py").write_text(
        "from .three import THREE\n\n"
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def fit(self, items, key): ...\n"
        "    def answer(self, fitted, items): return [THREE for _ in items]\n"
    )
    (package / "three.py").write_text("THREE = 3\n")
    packed = python(PACK, tmp_path)
    package.rename(tmp_path / "gone")
    assert python(UNPACK, tmp_path) == packed


def python(code, folder):
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packed():
    return parcel.pack([Job(SMALL, Rule(), SMALL.conditions()[0], range(3), 0)])


def test_a_machine_with_another_version_is_refused(packed):
    other = [
        (name, "0.1" if name == "numpy" else version)
        for name, version in packed.made_by
    ]
    with pytest.raises(Refusal, match=r"has numpy .*, and the one that sends .* 0\.1:"):
        parcel.unpack(replace(packed, made_by=tuple(other)))


def test_a_machine_that_lacks_a_module_is_refused(packed):
    lost = replace(packed, jobs=b"cno_such_module\nThing\n.")
    with pytest.raises(Refusal, match="lacks the module 'no_such_module', which the"):
        parcel.unpack(lost)


def test_code_that_is_too_large_is_refused(tmp_path, monkeypatch):
    (tmp_path / "verylarge.py").write_text("# " + "x" * 1000)
    monkeypatch.syspath_prepend(tmp_path)
    import verylarge  # noqa: F401

    monkeypatch.setattr(parcel, "MAX_CODE", 999)
    with pytest.raises(Refusal, match="verylarge.* install them on all machines"):
        parcel.own_code(b"... verylarge ...")


def test_a_courier_sends_each_checkpoint_once_and_what_cannot_be_sent_again(tmp_path):
    sent, taken = [], [True, False, True]

    def send(message):
        sent.append(message)
        return taken[len(sent) - 1]

    place = Place(tmp_path, "job-0-1")
    courier = Courier(send, tmp_path, "job-0-1")
    place.save([])
    courier(0.5, "a note")
    courier.tell()
    courier.tell()  # nothing is new
    place.save([])
    courier.tell()  # the network is busy ...
    courier.tell()  # ... and so the same is sent again
    name = "checkpoints/job-0-1.npz"
    assert [list(message.files) for message in sent] == [[name], [name], [name]]
    assert sent[0].share == 0.5
    assert sent[0].note == "a note"


def test_news_hold_the_latest_file_of_each_name_until_they_are_taken():
    news = News()
    news.post("a", Message(0.1, "", {"one": b"1", "two": b"2"}))
    news.post("a", Message(0.2, "", {"one": b"3"}))
    assert news.take() == {"a": Message(0.2, "", {"one": b"3", "two": b"2"})}
    assert news.take() == {}


def test_files_that_came_back_lie_where_a_job_that_begins_again_looks(tmp_path):
    write_files(tmp_path, {"checkpoints/job-0-1.npz": b"kept"})
    write_files(tmp_path, {"checkpoints/other-0-1.npz": b"not this"})
    assert checkpoints(tmp_path, "job-0-1") == {"checkpoints/job-0-1.npz": b"kept"}
