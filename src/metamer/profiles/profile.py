"""The profile: each learner through all paradigms, one run in each, and one page."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from metamer.core.contrast import Contrast
from metamer.core.errors import Refusal, one_of
from metamer.core.learner import Learner
from metamer.core.registry import profile as registry
from metamer.core.responses import Responses
from metamer.core.settings import to_plain
from metamer.core.study import SCALES, Study
from metamer.engines.run import run
from metamer.learners.chat import limit_spending
from metamer.profiles.beside import read_beside, with_guests
from metamer.profiles.kinds import kinds_of
from metamer.profiles.learners import Entrant, read_entrant
from metamer.reports.profile import Column, Profile
from metamer.reports.profile_page import write_profile
from metamer.reports.tables import Means


def profile(
    learners: object | Sequence[object],
    scale: str = "demo",
    out: str | Path = "",
    budget: float | None = None,
    beside: Sequence[str | Path] = (),
) -> Profile:
    """Put learners through all paradigms; write `profile.csv` and `report.html`.

    A learner is a family (`mlp`), the name of a registered learner, `package.module:Name`
    or an object. Each paradigm's run goes to a folder of its name in `out`, a new temporary
    folder by default; what an earlier profile has done there is not done again. Each chat
    model may spend `budget` dollars in all paradigms together. Whoever answered in the run
    folders `beside`, people say, gets a row as well.
    """
    one_of("scale", scale, SCALES)
    contrasts = {name: registry(name)() for name in registry}
    entrants = _read(learners, contrasts)
    names = [entrant.name for entrant in entrants]
    others = read_beside(beside, list(contrasts), names)
    if budget is not None:
        limit_spending([entrant.same for entrant in entrants], budget)
    folder = Path(out or tempfile.mkdtemp(prefix="metamer-profile-"))
    columns = []
    for name, contrast in contrasts.items():
        rest = [folder / other for other in contrasts if other != name]
        limited = [entrant.within(budget, rest) for entrant in entrants]
        columns.append(put_through(name, contrast, limited, scale, folder / name))
    columns = with_guests(columns, others)
    folders = tuple(other.folder for other in others)
    everyone = list(
        dict.fromkeys([*names, *(n for each in others for n in each.names)])
    )
    kinds = kinds_of(everyone)
    made = Profile(tuple(names), tuple(columns), scale, folder, kinds, folders)
    write_profile(made)
    return made


def _read(given: object, contrasts: Mapping[str, Contrast]) -> list[Entrant]:
    listed = given if isinstance(given, list | tuple) else [given]
    entrants = [read_entrant(each, contrasts) for each in listed]
    names = [entrant.name for entrant in entrants]
    if not names:
        raise Refusal("a profile needs at least one learner; see `metamer catalog`")
    for name in names:
        if names.count(name) > 1:
            raise Refusal(f"two learners of a profile are called {name!r}")
    return entrants


@dataclass
class Cast:
    """Who plays whom in one paradigm."""

    contrast: Contrast
    scale: str
    name: str
    folder: Path
    players: dict[str, Learner] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def study(self, learners: Sequence[Learner]) -> Study:
        """An ordinary study of these learners and the references."""
        known: dict[str, Learner] = {}
        for each in (*self.contrast.references, *learners):
            same = known.setdefault(each.name, each)
            if to_plain(same) != to_plain(each):
                raise Refusal(f"another learner here is called {each.name!r}, too")
        return profile_study(self.name, self.contrast, self.scale, [*known.values()])

    def choose(self, entrants: Sequence[Entrant]) -> None:
        """Find who stands for each entrant, and who cannot take part by its settings."""
        for entrant in entrants:
            try:
                player = entrant.learner(self.contrast, self.scale)
                self.study([*self.players.values(), player])
            except Refusal as refusal:
                self.reasons[entrant.name] = str(refusal)
            else:
                self.players[entrant.name] = player

    def run(self) -> Responses:
        """All together; if somebody fails, one by one, to find out who and why."""
        try:
            return run(self.study([*self.players.values()]), self.folder)
        except Refusal as refusal:
            print(f"{self.name}: {refusal}; one by one ...", file=sys.stderr)
        for entrant, player in list(self.players.items()):
            try:
                run(self.study([player]), self.folder)
            except Refusal as refusal:
                del self.players[entrant]
                self.reasons[entrant] = str(refusal).split("\n")[0]
        return run(self.study([*self.players.values()]), self.folder)


def profile_study(
    name: str, contrast: Contrast, scale: str, learners: Sequence[Learner]
) -> Study:
    """The study that a profile makes of a paradigm at a scale."""
    measures = (contrast.competence, contrast.rule)
    return Study(
        paradigm=contrast.paradigm(scale),
        learners=tuple(learners),
        measures=measures,
        units=contrast.units[scale],
        name=f"profile-{name}",
        title=f"{name} in the profile",
        question=contrast.question,
        figures=(Means(measures, "In numbers", "Means over units."),),
        scale=scale,
    )


def put_through(
    name: str, contrast: Contrast, entrants: Sequence[Entrant], scale: str, folder: Path
) -> Column:
    """One paradigm: who took part, and what they answered."""
    print(f"{name} ...", file=sys.stderr)
    cast = Cast(contrast, scale, name, folder)
    cast.choose(entrants)
    responses = cast.run()
    players = {row: player.name for row, player in cast.players.items()}
    return Column(name, contrast, responses, players, cast.reasons)
