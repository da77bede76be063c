"""What a long job leaves behind while it runs."""

import numpy as np
import pytest

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal

ARRAYS = [np.arange(6.0).reshape(2, 3), np.array([1, 2]), np.zeros((5, 6))]
"""The last one is a curve."""


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path, "job-0-3")


def test_without_a_checkpoint_there_is_nothing_to_restore(place):
    assert place.restore(ARRAYS) is None


def test_what_is_kept_comes_back_in_its_order(place):
    many = [np.full(1, float(number)) for number in range(12)]
    place.save([*many, ARRAYS[-1]])
    found = place.restore([*many, ARRAYS[-1]])
    assert [float(array[0]) for array in found[:-1]] == list(range(12))
    assert found[0].dtype == np.float64


def test_a_later_checkpoint_replaces_the_earlier_one(place):
    place.save(ARRAYS)
    place.save([array + 1 for array in ARRAYS])
    assert np.array_equal(place.restore(ARRAYS)[1], [2, 3])
    assert [path.name for path in place.checkpoint.parent.iterdir()] == ["job-0-3.npz"]


def test_a_curve_may_have_grown(place):
    place.save(ARRAYS)
    assert place.restore([*ARRAYS[:-1], np.array([])])[-1].shape == (5, 6)


def test_jobs_do_not_see_each_others_checkpoints(place, tmp_path):
    place.save(ARRAYS)
    assert Place(tmp_path, "job-3-6").restore(ARRAYS) is None


def test_a_checkpoint_that_is_cleared_is_gone_and_may_be_cleared_again(place):
    place.save(ARRAYS)
    place.clear()
    assert place.restore(ARRAYS) is None
    place.clear()


@pytest.mark.parametrize(
    "kept",
    [
        ARRAYS[1:],
        [ARRAYS[0].T, *ARRAYS[1:]],
        [ARRAYS[0].astype(np.float32), *ARRAYS[1:]],
        [*ARRAYS, ARRAYS[-1]],
    ],
    ids=["fewer", "another shape", "another kind", "more"],
)
def test_a_checkpoint_of_another_training_is_refused(place, kept):
    place.save(kept)
    told = (
        f"{place.checkpoint} belongs to another training: delete it, and this training"
    )
    with pytest.raises(Refusal) as refusal:
        place.restore(ARRAYS)
    assert str(refusal.value) == f"{told} begins again"


def cut(path):
    path.write_bytes(path.read_bytes()[:-20])


def spoil(path):
    path.write_bytes(b"not a checkpoint")


def empty(path):
    path.write_bytes(b"")


def pickle(path):
    with path.open("wb") as file:
        np.savez(file, **{"0000": np.array([{}], object)})


@pytest.mark.parametrize("damage", [cut, spoil, empty, pickle])
def test_a_damaged_checkpoint_is_refused_in_one_line(place, damage):
    place.save(ARRAYS)
    damage(place.checkpoint)
    with pytest.raises(Refusal) as refusal:
        place.restore(ARRAYS)
    told = str(refusal.value)
    assert told.startswith(f"{place.checkpoint} is broken (") and "\n" not in told
    assert told.endswith("; delete it, and this training begins again")


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path):
    (tmp_path / "checkpoints").write_text("a file where a folder should be")
    with pytest.raises(Refusal, match="cannot write to .*checkpoints"):
        Place(tmp_path, "it").save(ARRAYS)
