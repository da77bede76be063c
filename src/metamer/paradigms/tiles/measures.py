"""How well boards were played: by the rule, or by the statistics?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from metamer.core.errors import Refusal
from metamer.core.ranges import ranges, share
from metamer.core.registry import measure
from metamer.statistics.measures import need_columns, unit_columns

if TYPE_CHECKING:
    import pandas as pd


@measure.add("blues")
@ranges(0.0, better="lower", unit="tiles")
def blues(table: pd.DataFrame) -> pd.Series:
    """Blue tiles turned up on a board: the mean over a unit's boards, lower is better.

    A board that was given up counts as if all its blue tiles had been turned up;
    `finished_share` says how many boards were finished.

    Source: kumar2022, Methods.
    """
    return _over_boards(table, _played(table)["blues"])


@measure.add("z")
@ranges(better="lower", unit="SD")
def z(table: pd.DataFrame) -> pd.Series:
    """Blue tiles turned up, in standard deviations above the neighbour player.

    That player's mean and SD come from 1,000 games on the same board, so boards with many
    and with few red tiles can be averaged; lower is better. A board that was given up
    counts as in `blues`. Published scores are used as they are.

    Source: kumar2022, Results, "Human versus Machine Performance".
    """
    if "published_z" in table:
        return _mean(table, "published_z")
    return _over_boards(table, _against(table, ""))


@measure.add("z_precise")
@ranges(better="lower", unit="SD")
def z_precise(table: pd.DataFrame) -> pd.Series:
    """`z` against as many games of the neighbour player as the study asks for.

    Lower is better.

    Source: ours; with 1,000 games the reference itself moves a mean over 25 boards by
    about 0.5 %.
    """
    return _over_boards(table, _against(table, "_precise"))


@measure.add("z_of_board")
@ranges(better="lower", unit="SD")
def z_of_board(table: pd.DataFrame) -> pd.Series:
    """`z_precise` of each board of a unit, so that a bootstrap can resample boards too.

    Lower is better.

    Source: ours; kumar2022 treats its 25 boards as all there are.
    """
    return _against(table, "_precise").dropna()


@measure.add("z_of_finished")
@ranges(better="lower", unit="SD")
def z_of_finished(table: pd.DataFrame) -> pd.Series:
    """`z_precise` over finished boards only.

    Lower is better.

    Source: ours; with `finished_share` it says how far unfinished boards make up a score.
    """
    scores = _against(table, "_precise")
    return _over_boards(table, scores[_played(table)["finished"]])


@measure.add("fraction_of_ideal")
@ranges()
def fraction_of_ideal(table: pd.DataFrame) -> pd.Series:
    """Where a unit stands between the neighbour player (0) and the ideal player (1).

    The ideal player knows every board of the rule, or, on metamers, the metamer boards;
    it is greedy. Unlike `z` this can be compared between rules.

    Source: ours; z divided by the ideal player's z.
    """
    boards = _played(table)
    ideal = (boards["ideal_blues"] - boards["neighbour_mean_precise"]) / boards[
        "neighbour_sd_precise"
    ]
    return z_precise(table) / _over_boards(table, ideal)


@measure.add("finished_share")
@share
def finished_share(table: pd.DataFrame) -> pd.Series:
    """Share of a unit's boards on which all red tiles were found.

    Source: ours; kumar2022 scores an unfinished board as 49 minus its red tiles.
    """
    if "published_z" in table:
        return _mean(table, "finished")
    return _over_boards(table, _played(table)["finished"].astype(float))


@measure.add("rule_evidence")
def rule_evidence(table: pd.DataFrame) -> pd.Series:
    """Whether clicks follow the rule (above 0) or only the statistics (below 0).

    For each click, the log ratio of its probability for an observer who knows the rule and
    for one who knows metamer boards; the mean over a unit's clicks on hidden tiles. It says
    what a player goes by, not how well it plays: neither is better.

    Source: ours; kumar2022, Fig. 3B, as a number.
    """
    if "rule_evidence" not in table:
        raise Refusal(
            "rule_evidence needs a run of tiles with weigh = true, which compares each "
            "click with the two observers"
        )
    return _mean(table[~table["again"]], "rule_evidence")


@measure.add("tiles_competence")
@ranges()
def tiles_competence(table: pd.DataFrame) -> pd.Series:
    """How well a unit plays: 0 as one who clicks any hidden tile, 1 as the ideal player.

    Blue tiles turned up on all its boards, from the expected number of random clicks to
    those of the player who knows every board of the kind that is asked.

    Source: ours; unlike `fraction_of_ideal` it begins at chance.
    """
    boards = _played(table)
    reds = boards["reds"]
    chance = (_tiles(table) - reds) * (reds - 1) / reds
    gained = _over_boards(table, chance - boards["blues"])
    return gained / _over_boards(table, chance - boards["ideal_blues"])


@measure.add("legal_share")
@ranges(0.0, 1.0, "neither")
def legal_share(table: pd.DataFrame) -> pd.Series:
    """Share of the asked boards that the rule could have made.

    Source: ours; kumar2022 assumes that metamers break the rule.
    """
    return _over_boards(table, _played(table)["legal"].astype(float))


@measure.add("order_1")
def order_1(table: pd.DataFrame) -> pd.Series:
    """Red minus blue tiles of a board; here the unit is the board.

    Source: kumar2022, Fig. 2C.
    """
    return _of_board(table, "order_1")


@measure.add("order_2")
def order_2(table: pd.DataFrame) -> pd.Series:
    """Matching minus non-matching pairs of neighbours; here the unit is the board.

    Source: kumar2022, Fig. 2C.
    """
    return _of_board(table, "order_2")


@measure.add("order_3")
def order_3(table: pd.DataFrame) -> pd.Series:
    """Matching minus non-matching triples of neighbours; here the unit is the board.

    A triple is a tile, its neighbour and that one's neighbour.

    Source: kumar2022, Fig. 2C.
    """
    return _of_board(table, "order_3")


def _played(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each board of each unit."""
    need_columns(table, "neighbour_mean")
    turned = ~table["correct"] & ~table["again"]
    fixed = [
        "finished",
        "reds",
        "legal",
        "ideal_blues",
        "neighbour_mean",
        "neighbour_sd",
        "neighbour_mean_precise",
        "neighbour_sd_precise",
    ]
    by = table.assign(blues=turned).groupby(
        [*unit_columns(table), "board"], observed=True
    )
    boards = by[fixed].first().join(by["blues"].sum())
    all_blue = _tiles(table) - boards["reds"]
    boards["blues"] = boards["blues"].where(boards["finished"], all_blue).astype(float)
    return boards


def _tiles(table: pd.DataFrame) -> pd.Series | int:
    """Tiles of a board. `order_1` is red minus blue, so twice the reds minus all tiles."""
    return int((2 * table["reds"] - table["order_1"]).iloc[0])


def _against(table: pd.DataFrame, which: str) -> pd.Series:
    """Each board's blue tiles, in standard deviations above the neighbour player's mean.

    If that player turns up the same number in every game, the score is missing.
    """
    boards = _played(table)
    spread = boards[f"neighbour_sd{which}"]
    gap = boards["blues"] - boards[f"neighbour_mean{which}"]
    return (gap / spread.where(spread > 0)).astype(float)


def _over_boards(table: pd.DataFrame, scores: pd.Series) -> pd.Series:
    return scores.groupby(unit_columns(table), observed=True).mean()


def _of_board(table: pd.DataFrame, column: str) -> pd.Series:
    """One value for each board, from the rows of the first learner."""
    need_columns(table, column)
    first = table[table["learner"] == sorted(table["learner"].unique())[0]]
    boards = first.drop(columns="unit").rename(columns={"board": "unit"})
    boards = boards.assign(learner="boards")
    return boards.groupby(unit_columns(table), observed=True)[column].first()


def _mean(table: pd.DataFrame, column: str) -> pd.Series:
    need_columns(table, column)
    values = table[column].astype(float)
    return values.groupby(
        [table[key] for key in unit_columns(table)], observed=True
    ).mean()
