"""Files that a report writes besides its page, and where they go."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from metamer.core.files import write_text
from metamer.core.store import Run
from metamer.reports.analysis import Analysis, LinkedPage, results_table


@dataclass(frozen=True)
class RunFiles:
    """The files of one run: in its own folder, or what the page links to beside the page.

    A run folder stays as it is if the page goes elsewhere: it may be read-only.
    """

    analysis: Analysis
    page: Path
    """The page that tells of this run."""
    number: int
    """Which of the runs on the page this is, from 1."""
    in_folder: bool
    """Whether they go to the run's own folder."""

    def write(self, drawings: Mapping[str, str]) -> None:
        """Write the tables, and drawings by their names, unless the folder is kept."""
        if not self.in_folder:
            return
        run = Run(self.analysis.responses.folder)
        measures, results = self.analysis.measures, results_table(self.analysis.tests)
        run.write("measures.csv", lambda path: measures.to_csv(path, index=False))
        run.write("tests.csv", lambda path: results.to_csv(path, index=False))
        for name, svg in drawings.items():
            run.write_text(f"figures/{name}.svg", svg)

    def link(self, linked: LinkedPage) -> dict[str, str]:
        """Write a page, and give the words of a link to it and where the link leads."""
        target = self._target(linked.file)
        write_text(target, linked.text)
        way = Path(os.path.relpath(target, self.page.parent)).as_posix()
        return {"title": linked.title, "href": quote(way)}

    def _target(self, file: str) -> Path:
        """`items.html` in the folder of the run, or `mine-items.html` beside `mine`."""
        if self.in_folder:
            return self.analysis.responses.folder / file
        number = f"-{self.number}" if self.number > 1 else ""
        return self.page.with_name(f"{self.page.stem}{number}-{file}")
