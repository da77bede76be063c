"""Toy in the profile."""

from metamer.core.contrast import Contrast
from metamer.core.registry import profile
from metamer.learners.exemplars import Exemplars
from toy import Toy
from toy.learners import Sign


@profile.add("toy")
def toy():
    """Large numbers: by their sign, or by those that were taught?

    Source: ours.
    """
    return Contrast(
        paradigm=lambda scale: Toy(),
        units={"demo": 4, "small": 4, "paper": 4},
        competence="toy_accuracy",
        rule="toy_accuracy",
        statistics=(Exemplars(sensitivity=0.001),),
        by_rule=Sign(),
        least=0.5,
        families={},
        asked="new numbers",
        question="Is a new number large?",
    )
