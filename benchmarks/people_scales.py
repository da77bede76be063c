"""Every study for people at every scale: what the first serve takes, and one walk through.

    python benchmarks/people_scales.py [STUDY ...] [--scale small --scale paper]

`metamer serve` is started as a researcher would start it, without any items drawn before;
counted are the seconds until it can be reached, and the most memory that it needed. One
participant, who knows the right answers from the database, goes through to the code.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from people_crowd import Browser, Crowd
from sqlalchemy import select

import metamer
from metamer.app import schema
from metamer.app.database import connect

PEOPLE = [name for name in metamer.study if "-people" in name]


class Knowing(Browser):
    """A participant who answers right."""

    def __init__(self, crowd: Crowd, name: str, db: str) -> None:
        super().__init__(crowd, name)
        self.db = db
        self.left: dict[str, list[int]] = {}
        self.items: dict[str, Any] = {}

    def answer(self, page: dict[str, Any]) -> dict[str, Any]:
        if page["kind"] != "trial":
            return super().answer(page)
        self.items = self.items or contents(self.db)
        return {"answer": self.right(page["id"]), "ms": 700}

    def right(self, page: str) -> Any:
        content = self.items[re.sub(r"^trial-", "", page)]
        if "red" not in content:
            return content.get("right", content.get("output"))
        pairs = zip(content["red"], content["shown"], strict=True)
        red = [tile for tile, (is_red, up) in enumerate(pairs) if is_red and not up]
        return self.left.setdefault(page, red).pop()


def contents(db: str) -> dict[str, Any]:
    """What is known of each trial of the only session."""
    table = schema.planned.join(schema.item)
    query = select(schema.planned, schema.item.c.content).select_from(table)
    database = connect(db)
    with database.reading() as connection:
        rows = connection.execute(query).mappings().all()
    database.close()
    return {f"{row['block'] + 1}-{row['place'] + 1}": row["content"] for row in rows}


def serve(name: str, scale: str, folder: str) -> dict[str, Any]:
    """Serve a study for the first time, and send one participant through it."""
    db = f"{folder}/{name}-{scale}.db"
    words = ["serve", name, "--scale", scale, "--db", db, "--port", "0"]
    began, load = time.monotonic(), os.getloadavg()[0]
    with subprocess.Popen(
        [sys.executable, "-m", "metamer", *words],
        env={**os.environ, "XDG_CACHE_HOME": folder},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            told = process.stdout.readline() if process.stdout else ""
            seconds = time.monotonic() - began
            port = int(re.findall(r":(\d+)/", told)[0])
            crowd = Crowd([port])
            asyncio.run(Knowing(crowd, "p", db).walk())
            memory = Path(f"/proc/{process.pid}/status").read_text()
        finally:
            process.terminate()
    (peak,) = re.findall(r"VmHWM:\s+(\d+)", memory)
    return {
        "study": name,
        "scale": scale,
        "seconds until it is served": round(seconds, 1),
        "peak memory in MB": round(int(peak) / 1024),
        "items": count_items(db),
        "answers and pages": len(crowd.waits),
        "ended": crowd.finished["p"],
        "load average before": round(load, 1),
    }


def count_items(db: str) -> int:
    database = connect(db)
    with database.reading() as connection:
        found = len(connection.execute(select(schema.item.c.number)).all())
    database.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("studies", nargs="*", default=PEOPLE)
    parser.add_argument("--scale", action="append", choices=["demo", "small", "paper"])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        for name in given.studies:
            for scale in given.scale or ("small", "paper"):
                print(json.dumps(serve(name, scale, folder)), flush=True)


if __name__ == "__main__":
    main()
