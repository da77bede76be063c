"""Whether one answer is right."""

import numpy as np

from metamer.core.items import Items, Lesson
from metamer.paradigms.categories.score import score


def test_an_answer_is_right_if_it_is_the_label():
    lesson = Lesson(Items(None), Items(np.zeros((3, 2)), np.array([0, 1, 1])), {})
    told = score(lesson, np.array([0, 0, 1]))
    assert told["correct"].tolist() == [True, False, True]
    assert told["answer"].tolist() == ["0", "0", "1"]
