"""Where numbers of kumar2022 are in `results/`."""

from __future__ import annotations

from metamer.paradigms.tiles.people import LSTM
from metamer.paradigms.tiles.rules import FAMILY
from metamer.paradigms.tiles.studies import printed_networks
from reproduction.cells import Cell, Difference, Paired
from reproduction.rows import Digits, Direction

METAMERS = "bash results/tiles-metamers/command.sh"
CELLS = "bash results/tiles-cells/command.sh"
IMPORT = "bash results/tiles-people/command.sh"
GPU = "metamer run tiles-metamers --scale paper"

CONDITIONS = ("abstract", "metamer")

NAMES = {"epn": "EPN", "transformer": "transformer", "corelnet": "CoRelNet"}

OTHER_ROWS = (
    "it does not follow from the released rows: 1,039 of 799 people and 16 networks, which "
    "give the F and t of the text and other values here"
)
OTHER_TRAINING = (
    "other networks and other boards: 15 seeds a cell trained with one setting (Adam, 512 "
    "games at a time) and asked 25 boards of our own drawing, where the paper has one "
    "network a cell, tuned by Table S8, some of whose passes got stuck"
)


def people(test: str, effect: str, column: str = "statistic") -> Cell:
    """A number of a test of the released scores."""
    where = {"test": test, "effect": effect, "measure": "z"}
    return Cell("tiles-people/tests.csv", where, column)


def of_rule(rule: str) -> Cell:
    """The LSTM trained here: z on boards of the rule minus z on metamers."""
    effect = f"abstract - metamer (lstm, rule={rule})"
    where = {"test": "Welch t", "measure": "z_precise", "effect": effect}
    return Cell("tiles-metamers/tests.csv", where)


def z(file: str, learner: str, condition: str, rule: str) -> Cell:
    where = {"measure": "z_precise", "learner": learner, "condition": condition}
    return Cell(f"{file}/means.csv", {**where, "rule": rule})


def over_rules(file: str, learner: str, condition: str) -> tuple[Cell, ...]:
    return tuple(z(file, learner, condition, rule) for rule in FAMILY)


def over_rules_in_words() -> str:
    """t with the eight rules as units, which is what generalises to other rules."""
    sides = (over_rules("tiles-metamers", "lstm", name) for name in CONDITIONS)
    released = people("paired t", f"abstract - metamer ({LSTM}) [one value per rule]")
    ours, theirs = Paired(*sides).read().value, released.read().value
    return (
        f"over the eight rules t(7) = {ours:.2f}, of the released scores {theirs:.2f}"
    )


def advantage(file: str, learner: str, rules: tuple[str, ...] = FAMILY) -> Difference:
    """z on boards of the rule minus z on metamers: above 0, metamers are played better."""
    sides = (
        tuple(z(file, learner, condition, rule) for rule in rules)
        for condition in CONDITIONS
    )
    return Difference(*sides)


def direction(
    what: str, t: str, ours: Cell | Difference, shown: bool = True
) -> Direction:
    """A printed t of metamers minus boards of the rule, and ours the other way round."""
    side = 0 if not shown else 1 if float(t) < 0 else -1
    return Direction(what, f"t = {t}", ours, side)


def table_s4(column: int, test_effect: str, sign: float) -> tuple[Digits, ...]:
    return tuple(
        Digits(
            f"{printed_networks.PAIRS[column]}, {rule}",
            values[column],
            people("Student t", f"{test_effect[:-1]}, rule={rule})"),
            sign,
        )
        for rule, values in printed_networks.TABLE_S4.items()
    )


def order(which: int, rule: str) -> Cell:
    effect = f"abstract - metamer (boards, rule={rule})"
    where = {"test": "Student t", "measure": f"order_{which}", "effect": effect}
    return Cell("tiles-orders/tests.csv", where)


DIFFERENT_ORDERS = [(2, "pyramid"), (2, "symmetry"), (3, "pyramid"), (3, "symmetry")]
"""Where the statistics of metamers differ. Source: kumar2022, Fig. 2C, caption."""


def same_statistics(which: int) -> tuple[Direction, ...]:
    """All orders and rules where the paper found no difference."""
    return tuple(
        Direction(f"order {which}, {rule}", "not significant", order(which, rule), 0)
        for rule in FAMILY
        if (which, rule) not in DIFFERENT_ORDERS
    )


def table_s7(network: str) -> tuple[Direction, ...]:
    return tuple(
        direction(rule, t, advantage("tiles-cells", network, (rule,)))
        for rule, t in printed_networks.TABLE_S7[network].items()
    )


def clicks_lead_away(rule: str) -> Direction:
    """Whether clicks are less probable for who knows the rule than for who does not."""
    where = {"measure": "rule_evidence", "learner": "lstm", "condition": "abstract"}
    ours = Cell("tiles-metamers/means.csv", {**where, "rule": rule})
    return Direction(rule, "the agent violates the rule", ours, -1)
