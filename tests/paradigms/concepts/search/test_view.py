"""The objects of a whole task, seen in every way."""

import numpy as np
import pytest

from metamer.paradigms.concepts.search.attributes import ATTRIBUTES
from metamer.paradigms.concepts.search.budget import Budget, Spent
from metamer.paradigms.concepts.search.cellsets import CellSets, as_set
from metamer.paradigms.concepts.search.properties import Property
from metamer.paradigms.concepts.search.view import Segmentation, View
from metamer.paradigms.concepts.search.ways import WAYS, Kind
from metamer.paradigms.concepts.tasks import Pair, Task, as_grid

GIVEN = as_grid([[1, 1, 0], [0, 0, 2], [3, 0, 0]])
MADE = as_grid([[1, 1, 0], [0, 0, 0], [3, 0, 5]])
VIEW = View(Task((Pair(GIVEN, MADE),), (GIVEN, MADE)))


@pytest.mark.parametrize("how", WAYS)
def test_a_segmentation_has_the_objects_of_every_scene(how):
    segmentation = VIEW.segmentation(how)
    assert [len(some) for some in segmentation.objects] == [
        len(scene.objects(how)) for scene in VIEW.scenes
    ]
    for stack, table in zip(segmentation.stacks, segmentation.numbers, strict=True):
        assert table["size"].tolist() == stack.masks.sum((1, 2)).tolist()
    assert VIEW.segmentation(how) is segmentation


@pytest.mark.parametrize("how", WAYS)
def test_a_way_of_seeing_has_words_for_one_object_and_for_several(how):
    kind = WAYS[how].kind
    assert kind.singular != kind.plural
    assert kind.indefinite.startswith(("a ", "an "))


def test_objects_that_are_not_described_have_no_properties():
    kind = Kind("panel", "panels", described=False)
    segmentation = Segmentation(VIEW, kind, VIEW.segmentation("any8").objects)
    assert len(segmentation.properties) == 0
    assert [holds.shape[1] for holds in segmentation.properties.holds] == [0, 0, 0]


def test_the_second_of_three_sizes_is_a_property():
    row = as_grid([[1, 0, 2, 2, 0, 3, 3, 3]])
    view = View(Task((Pair(row, row),), (row,)))
    properties = view.segmentation("colour8").all_properties
    place = properties.each.index(Property("size", "second greatest"))
    assert properties.words[place] == "whose size is the second greatest"
    assert properties.holds[1][:, place].tolist() == [False, True, False]


def test_every_attribute_is_put_in_words_by_its_name():
    assert Property("holes", "equal", 2).words == "whose number of holes is 2"
    assert Property("has_hole", "false").words == "that does not have a hole"
    assert len({attribute.words for attribute in ATTRIBUTES.values()}) == len(
        ATTRIBUTES
    )


def test_changed_cells_are_one_set_over_all_demonstrations():
    assert VIEW.changed == as_set(GIVEN != MADE)
    assert VIEW.standing == as_set(MADE != 0)
    two = CellSets([GIVEN, MADE])
    masks = np.array([GIVEN == 1, GIVEN == 2])
    assert two.of_each(1, masks) == [0b11 << 9, 0b100000 << 9]
    assert two.union([GIVEN == 1, GIVEN == 2]) == 0b11 | 0b100000 << 9


@pytest.mark.parametrize(
    "look",
    [
        lambda view: view.segmentation("any8"),
        lambda view: view.segmentation("colour8").numbers,
        lambda view: view.segmentation("colour8").stacks,
        lambda view: view.segmentation("colour8").each(lambda stack: stack.tops),
        lambda view: view.segmentation("colour8").pictures(lambda obj, scene: obj.box),
    ],
)
def test_no_more_is_worked_out_when_the_time_is_over(look):
    view = View(VIEW.task)
    view.segmentation("colour8")
    view.budget = Budget(seconds=-1.0)
    with pytest.raises(Spent):
        look(view)
    view.budget = Budget()
    look(view)


def test_no_more_scenes_are_read_when_the_time_is_over():
    view = View(VIEW.task)
    view.budget = Budget(seconds=-1.0)
    with pytest.raises(Spent):
        _ = view.scenes
