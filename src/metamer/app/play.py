"""The people app for oneself: a dozen items, then one's own result beside learners'."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import tomli_w

import metamer
from metamer.app.analysable import analysable
from metamer.app.export import export
from metamer.app.occasion import HOST
from metamer.app.texts import safe_html, texts_of
from metamer.app.timeline import SessionTexts
from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.people import People, TrialBlock
from metamer.core.settings import to_plain
from metamer.core.study import Paradigm, Study

DONE = """\
# That was everything

Go on to your result beside that of learners on the same items. Their answers may take
another minute.
"""
"""What is said at the end."""

ITEMS = 12
"""Items of each block."""

LOG = "learners.log"
"""What the learners' process printed."""

RESULT, PAGES = "/result", "/pages"
"""Where the result is made, and where its page is."""


def own_study(paradigm: str, condition: str = "") -> Study:
    """The paradigm's study for people, shortened for one; refuses a paradigm without one.

    It is in the condition with this name, or in the first one.
    """
    name = f"{paradigm}-people"
    if name not in metamer.study:
        known = [each for each in metamer.paradigm if f"{each}-people" in metamer.study]
        raise Refusal(
            f"{paradigm!r} cannot be played; there is: {', '.join(known) or 'nothing'}"
        )
    plan: Study = metamer.study(name)(scale="demo")
    people = shortened(plan.people)
    if not people.within:
        wanted = condition or plan.paradigm.conditions()[0].name
        plan = replace(plan, paradigm=only(plan.paradigm, wanted))
    elif condition:
        raise Refusal(
            f"{paradigm} has no single condition to play: everybody meets all of them"
        )
    many = 1 if plan.people.sets > 1 else plan.units
    return replace(plan, people=people, units=many)


def shortened(people: People) -> People:
    """The last block and those before it that teach, each with a dozen items at most."""
    *before, last = people.blocks
    teaching = [block for block in before if not block.scored]
    blocks = tuple(_short(block) for block in (*teaching, last))
    return replace(
        people, blocks=blocks, questions=(), exclusions=(), sets=1, recruitment="link"
    )


def _short(block: TrialBlock) -> TrialBlock:
    many = min(block.count, ITEMS) if block.count else ITEMS
    return replace(block, count=many, passes=1, describe=False, mixed=False)


def only(paradigm: Paradigm, condition: str) -> Paradigm:
    """The paradigm with one of its conditions: the setting that lists it has it alone."""
    names = dict.fromkeys(each.name for each in paradigm.conditions())
    settings: Any = paradigm
    for field in fields(settings):
        listed = vars(paradigm)[field.name]
        if isinstance(listed, tuple) and condition in listed:
            changed = replace(settings, **{field.name: (condition,)})
            if {each.name for each in changed.conditions()} == {condition}:
                return changed
    raise Refusal(f"no condition {condition!r}; there is: {', '.join(names)}")


def own_texts(study: Study) -> SessionTexts:
    """What is read by somebody who plays alone: without a form of consent."""
    texts = texts_of(study)
    endings = {**texts.endings, "completed": safe_html(DONE)}
    return replace(texts, consent="", endings=endings)


@dataclass(frozen=True)
class Play:
    """One's own session, and learners who meanwhile go through the same items."""

    study: Study
    folder: Path
    beside: Sequence[Path] = ()
    """Run folders to show as well, such as published people."""

    @property
    def learners(self) -> Study:
        """What the learners go through."""
        return replace(self.study, name="learners", title="Learners on the same items")

    def serve(self, ready: Callable[[str], None]) -> None:
        """Serve the app until it is stopped; `ready` is called with its URL."""
        import uvicorn

        from metamer.app.opening import open_database
        from metamer.app.serve import open_port

        with open_port(HOST, 0) as listening:
            url = f"http://{HOST}:{listening.getsockname()[1]}"
            people = replace(self.study.people, return_url=f"{url}{RESULT}")
            plan = replace(self.study, people=people, name="you", title="You")
            self.folder.mkdir(parents=True, exist_ok=True)
            opened = open_database(str(self.folder / "play.db"), plan)
            opened.database.close()
            with self._learners() as learners:
                config = uvicorn.Config(
                    self._app(learners),
                    log_level="warning",
                    timeout_graceful_shutdown=2,
                )
                ready(f"{url}/")
                with suppress(KeyboardInterrupt):
                    uvicorn.Server(config).run(sockets=[listening])

    @contextmanager
    def _learners(self) -> Iterator[subprocess.Popen]:
        """A process in which the study's learners answer the same items meanwhile."""
        bare = replace(self.learners, measures=(), tests=(), figures=(), findings=())
        write_text(self.folder / "learners.toml", tomli_w.dumps(to_plain(bare)))
        words = ["run", "learners.toml", "--out", "learners"]
        with (self.folder / LOG).open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "metamer", *words],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,  # so that its own workers end with it
            )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait()

    def _app(self, learners: subprocess.Popen) -> Any:
        """The study's app, and the page that shows the result."""
        from starlette.applications import Starlette
        from starlette.responses import PlainTextResponse, RedirectResponse
        from starlette.routing import Mount, Route
        from starlette.staticfiles import StaticFiles

        from metamer.app.database import connect
        from metamer.app.server import make_app

        database = connect(str(self.folder / "play.db"))
        study_app = make_app(database, texts=own_texts(self.study))
        pages = self.folder / "pages"
        pages.mkdir(exist_ok=True)

        def result(request: Any) -> Any:
            try:
                page = self.report(database, learners)
            except Refusal as refusal:
                return PlainTextResponse(f"{refusal}\n", 409)
            return RedirectResponse(f"{PAGES}/{page.name}")

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            async with study_app.router.lifespan_context(study_app):
                yield

        routes = [
            Route(RESULT, result),
            Mount(PAGES, StaticFiles(directory=pages)),
            Mount("/", study_app),
        ]
        return Starlette(routes=routes, lifespan=lifespan)

    def report(self, database: Any, learners: subprocess.Popen) -> Path:
        """Write the page with one's own answers and those of the learners."""
        own = export(database, self.folder / "own", clear_ids=True, learner="you")
        if learners.wait():
            said = (self.folder / LOG).read_text("utf-8", "replace").strip()
            raise Refusal(f"the learners could not answer: {said[-300:]}")
        answered = metamer.load(self.folder / "learners")
        others = replace(answered, study=analysable(self.learners, [answered.table]))
        runs = [own, others, *(metamer.load(folder) for folder in self.beside)]
        return metamer.report(runs, self.folder / "pages" / "report.html")
