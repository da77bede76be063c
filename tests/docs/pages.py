"""The pages, and the blocks of code in them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
PAGES += sorted((ROOT / "docs").rglob("*.md"))


def blocks(page: str, language: str) -> list[str]:
    """The blocks of one language on a page."""
    words = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", words, re.MULTILINE | re.DOTALL)


def everywhere(language: str) -> list[tuple[str, str]]:
    """Page and block, for every block of one language."""
    names = [page.relative_to(ROOT).as_posix() for page in PAGES]
    return [(name, block) for name in names for block in blocks(name, language)]
