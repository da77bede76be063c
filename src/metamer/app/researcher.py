"""The researcher's side of a study."""

from fastapi import FastAPI

from metamer.app.database import Database
from metamer.core.study import Study


def add_researcher(app: FastAPI, database: Database, study: Study) -> None:
    """Add the researcher's pages to the app."""
