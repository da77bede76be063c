"""Settings that papers, or their authors' code, fix: a slip in any of them fails here."""

import importlib
import re
from ast import literal_eval
from functools import reduce

import pytest

import metamer

BARRETT2018 = """
    paradigms.matrices:Matrices.sizes = (1200000,)
    paradigms.matrices.files.released:PIXELS = (80, 160)
    paradigms.matrices.learners.networks:CnnMlp.kernels = 64
    paradigms.matrices.learners.networks:CnnMlp.hidden = 1500
    paradigms.matrices.learners.networks:CnnMlp.pixels = 80
    paradigms.matrices.learners.networks:PanelLstm.kernels = 8
    paradigms.matrices.learners.networks:PanelLstm.units = 96
    paradigms.matrices.learners.networks:PanelLstm.pixels = 80
    paradigms.matrices.learners.networks:MatrixResNet.depth = 50
    paradigms.matrices.learners.networks:MatrixResNet.beta = 0.0
    paradigms.matrices.learners.networks:MatrixResNet.pixels = 80
    paradigms.matrices.learners.networks:WildResNet.pixels = 80
    paradigms.matrices.learners.networks:Wren.kernels = 32
    paradigms.matrices.learners.networks:Wren.embedding = 256
    paradigms.matrices.learners.networks:Wren.relate = (512, 512, 512, 512)
    paradigms.matrices.learners.networks:Wren.judge = (256, 256)
    paradigms.matrices.learners.networks:Wren.beta = 0.0
    paradigms.matrices.learners.networks:Wren.pixels = 80
    paradigms.matrices.learners.networks:PredRNet.pixels = 80
    paradigms.matrices.learners.pixels:TorchPixels.pixels = 80
    paradigms.matrices.learners.settings:PANELS = 16
    paradigms.matrices.learners.settings:SYMBOLS = (16, 15)
    paradigms.matrices.learners.settings:CANDIDATES = 8
    paradigms.matrices.learners.settings:USUAL = 10.0
    paradigms.matrices.measures:CHANCE = 0.125
    paradigms.matrices.nets.panels:CONTEXT = 8
    paradigms.matrices.nets.panels:CANDIDATES = 8
    paradigms.matrices.nets.panels:META = 12
    paradigms.matrices.nets.panels:DROPOUT = 0.5
    paradigms.matrices.nets.panels:LAYERS = 4
    paradigms.matrices.references.counts:VALUES = 10
    paradigms.matrices.rules.vocabulary:MAX_TRIPLES = 4
    paradigms.matrices.commands:SIZES[train] = 1200000
    paradigms.matrices.commands:SIZES[validation] = 20000
    paradigms.matrices.commands:SIZES[test] = 200000
    paradigms.matrices.nets.wren:TAGS = 9
    paradigms.matrices.learners.settings:ADAM.rate = 0.0003
    paradigms.matrices.learners.settings:ADAM.batch = 32
    paradigms.matrices.learners.settings:ADAM.epochs = 10
    paradigms.matrices.learners.settings:ADAM.decay = 0.0
    paradigms.matrices.learners.settings:CNN_MLP.batch = 16
    paradigms.matrices.learners.settings:LSTM.batch = 16
    paradigms.matrices.learners.settings:LSTM.rate = 0.0001
    paradigms.matrices.learners.settings:WREN.rate = 0.0001
    paradigms.matrices.learners.settings:WREN.batch = 32
"""

DASGUPTA2022 = """
    learners.networks:Mlp.batch = 64
    learners.networks:Mlp.rate = 0.001
    learners.networks:Mlp.decay = 0.0001
    learners.networks:Mlp.labels = 2
    learners.networks:ResNet.depth = 10
    learners.networks:ResNet.width = 8
    learners.networks:ResNet.batch = 128
    learners.networks:ResNet.rate = 0.001
    learners.networks:ResNet.decay = 0.0001
    learners.networks:ResNet.labels = 2
    learners.perceptron:EPOCHS = 2000
    paradigms.categories.domains.domain:QUADRANTS = ((0, 0), (0, 1), (1, 0), (1, 1))
    paradigms.categories.rules:HELD_OUT = (1, 1)
    learners.texts:Lstm.units = 20
    learners.texts:Lstm.embedding = 10
    learners.texts:Lstm.tokens = 200
    learners.texts:Lstm.batch = 64
    learners.texts:Lstm.rate = 0.001
    learners.texts:Lstm.labels = 2
    nets.resnet:BLOCKS = {10: (1, 1, 1, 1), 18: (2, 2, 2, 2), 34: (3, 4, 6, 3)}
    paradigms.categories:Categories.per_class = 300
    learners.networks:Depth.__args__ = (10, 18, 34)
    paradigms.categories.studies.shared:FLB_ENDS = (-0.5, 0.5)
    paradigms.categories.studies.shared:EVR_ENDS = (-1.0, 1.0)
"""

KUMAR2022 = """
    metamers.masked:BLOCK = 5
    paradigms.tiles.profile:LENGTHS[paper] = 2000000
    metamers.recipes.gibbs:Gibbs.enough = 0.99
    metamers.recipes.gibbs:Gibbs.updates = 4000
    metamers.recipes.gibbs:Gibbs.batch = 400
    metamers.recipes.gibbs:Gibbs.rate = 0.001
    metamers.recipes.gibbs:Gibbs.sweeps = 20
    paradigms.tiles:Tiles.boards = 25
    paradigms.tiles:Tiles.shown = 0
    paradigms.tiles:Tiles.limit = 60
    paradigms.tiles:Tiles.asked_limit = 120
    paradigms.tiles:Tiles.lag = 0
    paradigms.tiles.game.compiled:TileGame.limit = 60
    paradigms.tiles.game.compiled:TileGame.lag = 0
    paradigms.tiles.items.asked:LEARNING_BOARDS = 25
    paradigms.tiles.learners.networks:LstmPlayer.filters = 16
    paradigms.tiles.learners.networks:LstmPlayer.units = 120
    paradigms.tiles.learners.networks:EpnPlayer.slots = 20
    paradigms.tiles.learners.networks:EpnPlayer.width = 16
    paradigms.tiles.learners.networks:EpnPlayer.heads = 4
    paradigms.tiles.learners.networks:EpnPlayer.units = 120
    paradigms.tiles.learners.networks:TransformerPlayer.width = 16
    paradigms.tiles.learners.networks:TransformerPlayer.heads = 2
    paradigms.tiles.learners.networks:TransformerPlayer.blocks = 2
    paradigms.tiles.learners.networks:TransformerPlayer.dropout = 0.0
    paradigms.tiles.learners.networks:CoRelNetPlayer.width = 256
    paradigms.tiles.nets.heads:SIGHT = 3
    paradigms.tiles.nets.heads:LOGIT_GAIN = 0.01
    paradigms.tiles.nets.heads:VALUE_GAIN = 1.0
    paradigms.tiles.rules:MIN_REDS = 3
    paradigms.tiles.rules:MAX_REDS = 39
    paradigms.tiles.shapes.bitboard:SIDE = 7
    paradigms.tiles.shapes.symmetry:MAX_REDS = 14
    paradigms.tiles.show:SWEEPS = (0, 1, 2, 5, 10, 20)
    training.settings:PlayerTraining.steps = 5
    training.settings:PlayerTraining.gamma = 0.9
    training.settings:PlayerTraining.max_norm = 0.5
    paradigms.tiles.nets.heads:GAIN = 1.4142135623730951
"""

MOSKVICHEV2023 = """
    data.conceptarc:NUMBERS = 10
    data.conceptarc:ASKED = 3
    paradigms.concepts:Concepts.asked = 3
    paradigms.concepts:Concepts.guesses = 3
    paradigms.concepts.studies.chat:SAMPLES = 3
    paradigms.concepts.studies.chat:TEMPERATURE = 0.5
    paradigms.concepts.score:GUESSES = 3
    paradigms.concepts:Concepts.demonstrations = 3
"""

ZHANG2021 = """
    paradigms.pointers.learners:DIGITS = (11,)
    paradigms.pointers.learners:IMAGE = (80, 80)
    paradigms.pointers.learners:TokenMlp.scale = 1
    paradigms.pointers.learners:TokenMlp.widths = (512, 1024, 512, 64)
    paradigms.pointers.learners:TokenMlp.embedding = 64
    paradigms.pointers.learners:TokenMlp.labels = 10
    paradigms.pointers.learners:Encoder.width = 512
    paradigms.pointers.learners:Encoder.depth = 4
    paradigms.pointers.learners:Encoder.heads = 4
    paradigms.pointers.learners:Encoder.hidden = 1024
    paradigms.pointers.learners:Encoder.labels = 10
    paradigms.pointers.learners:Mixer.width = 512
    paradigms.pointers.learners:Mixer.depth = 4
    paradigms.pointers.learners:Mixer.token_hidden = 768
    paradigms.pointers.learners:Mixer.channel_hidden = 2048
    paradigms.pointers.learners:Mixer.labels = 10
    paradigms.pointers.learners:ImageResNet.depth = 18
    paradigms.pointers.learners:ImageResNet.labels = 10
    paradigms.pointers.learners:ImageVgg.labels = 10
    paradigms.pointers.rules.rule:PointerRule.length = 10
    paradigms.pointers.rules.rule:PointerRule.alphabet = 10
    paradigms.pointers.styles.blocks:Blocks.rows = 2
    paradigms.pointers.styles.blocks:Blocks.columns = 2
    paradigms.pointers.styles.vectors:Vectors.length = 10
    paradigms.pointers.styles.vectors:Vectors.alphabet = 10
    training.settings:Training.rate = 0.05
    training.settings:Training.momentum = 0.9
    training.settings:Training.decay = 1e-05
    training.settings:Training.warm_up = 10
    training.settings:Training.epochs = 200
    training.settings:Training.least_steps = 800
    training.settings:Training.batch = 1024
    paradigms.pointers.learners:PICTURES.decay = 0.0
    paradigms.pointers.learners:PICTURES.least_steps = 1
"""

SETTINGS = BARRETT2018 + DASGUPTA2022 + KUMAR2022 + MOSKVICHEV2023 + ZHANG2021
"""Where a setting is in the package, and its value."""


@pytest.mark.parametrize("setting", SETTINGS.split("\n"))
def test_a_setting_is_that_of_the_paper_or_its_code(setting):
    if setting:
        place, _, value = setting.partition(" = ")
        module, _, names = place.strip().partition(":")
        found = importlib.import_module(f"metamer.{module}")
        assert reduce(part, re.findall(r"\w+", names), found) == literal_eval(value)


def part(whole, name):
    """An attribute, or an entry of a table."""
    if isinstance(whole, dict):
        return whole[name]
    return whole[int(name)] if isinstance(whole, tuple) else getattr(whole, name)


QUOTED = {
    "categories-interpolation": "16 1",
    "concepts-corpus": "90 11 16 80 2020 80 60 4 37",
    "concepts-chat": "90 11 16 80 2020 80 60 4 37",
    "concepts-people": "90 11 16 80 2020 80 60 4 37",
    "matrices-models": "62.6 48.0 50 42.0 35.8 33.0 22.4 12.5",
    "matrices-audit": "50 22.4 12.5",
    "pointers-complexity": "100 100 3 10 6",
    "pointers-size": "3 10 7 5 10 3",
    "pointers-aggregates": "10",
    "pointers-holdout": "100 1 2 3 60",
    "tiles-metamers": "13.81 4.89 5.07 8.91 3.50",
    "tiles-people": "13.81 4.89 13.18",
    "tiles-printed": "4.89 5.07 8.91 3.50 4",
    "tiles-statistics": "2 3 95 99",
}
"""The numbers in what a study says that its paper prints, and in what it says of it."""


@pytest.mark.parametrize("name", QUOTED)
def test_a_study_quotes_the_numbers_of_its_paper(name):
    words = re.sub(
        r"Fig\. \d+|C\.3|Sec\. \d", "", metamer.study(name)(scale="small").printed
    )
    assert re.findall(r"\d+(?:\.\d+)?", words) == QUOTED[name].split()
