"""A small study for people, and learners as its participants."""

from metamer.core.people import Exclusion, People, Question, TrialBlock
from metamer.core.study import Study
from metamer.learners.exemplars import Exemplars
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.figures import Figures
from metamer.paradigms.categories.references import Rule
from metamer.statistics.t_test import Pairwise

SETS = 3
CELLS = 2

PLAN = Study(
    Categories(
        (Figures(),),
        ("zero_shot", "partial_exposure"),
        per_class=4,
        held_out=8,
        familiar=2,
        again=4,
    ),
    (Exemplars(), Rule()),
    ("held_out_accuracy", "taught_accuracy", "exemplar_bias"),
    units=SETS,
    name="figures",
    tests=(Pairwise("held_out_accuracy", "welch", by="condition"),),
    people=People(
        (
            TrialBlock("learn", "learning", 4, feedback=True, scored=False, text="Go."),
            TrialBlock("test", "test"),
        ),
        quota=SETS,
        sets=SETS,
        questions=(Question("What comes?", ("figures", "cats"), "figures"),),
        exclusions=(Exclusion("guesses", "wrong", 3, "test"),),
    ),
)
"""Each cell has room for as many participants as there are sets of items, so that
participant and unit of the same number are put the same items."""
