"""Small searches: a network of eight units on rectangles, in trials of forty boards."""

from dataclasses import replace

from metamer.core.settings import to_plain
from metamer.core.study import Study
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.learners.networks import LstmPlayer
from metamer.search.plan import Search
from metamer.search.space import Bounded, Conduct, Listed, Space
from metamer.training.settings import PlayerTraining

TILES = Tiles(
    rules=("rectangle",),
    taught=("abstract",),
    recipe=Gibbs(updates=10, sweeps=2),
    boards=3,
    pool=64,
    trials=100,
    weigh=False,
)
TRAINING = PlayerTraining(games=4, steps=4, length=400)
PLAYER = LstmPlayer(filters=2, units=8, training=TRAINING)
SPACE = Space(
    {
        "training.rate": Bounded(1e-4, 1e-1, log=True),
        "training.schedule": Listed(("constant", "linear")),
    },
    Conduct(length=40, report=8),
)

STUDY = """
name = "little"
measures = ["blues", "finished_share"]
units = 1
[paradigm]
name = "tiles"
rules = ["rectangle"]
taught = TAUGHT
recipe = { name = "gibbs", updates = 10, sweeps = 2 }
boards = 3
pool = 64
trials = 100
weigh = false
[[learners]]
name = "lstm-player"
filters = 2
units = 8
training = { games = 4, steps = 4, length = 400 }
"""

SPACE_FILE = """
length = 40
report = 8
[parameters]
"training.rate" = { low = 1e-4, high = 1e-1, log = true }
"training.schedule" = { choices = ["constant", "linear"] }
"""


def little_search(space=SPACE, learner=PLAYER, **paradigm):
    study = Study(paradigm=replace(TILES, **paradigm), learners=(learner,), units=1)
    return Search(study, learner, space)


def settings_of(learner):
    """The settings that these searches vary."""
    training = to_plain(learner)["training"]
    return {f"training.{name}": training[name] for name in ("rate", "schedule")}
