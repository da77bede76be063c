"""A study of toy."""

from metamer.core.registry import study
from metamer.core.study import Study
from metamer.learners.exemplars import Exemplars
from toy import Toy
from toy.figures import ToyTable
from toy.learners import Sign


@study.add("toy-sizes")
def sizes(scale="small"):
    """Which numbers are large (ours)."""
    return Study(
        paradigm=Toy(),
        learners=(Sign(), Exemplars()),
        measures=("toy_accuracy",),
        units=2,
        name="toy-sizes",
        title="Numbers by size",
        question="Does a learner tell large numbers from small ones?",
        figures=(ToyTable("toy_accuracy"),),
        scale=scale,
    )
