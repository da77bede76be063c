"""What participants read: Markdown files of a study, as safe HTML."""

import inspect
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from metamer.app.timeline import SessionTexts
from metamer.core.errors import Refusal
from metamer.core.people import People
from metamer.core.study import Study

MAX_FILE = 200_000
"""Bytes of a text that somebody is meant to read."""

ENDINGS = {
    "completed": "# Thank you\n\nThat was everything. Your answers are saved.",
    "failed_checks": "# Thank you\n\nThe questions about the instructions were not "
    "answered correctly, so the study ends here.",
    "no_consent": "# Thank you\n\nYou did not agree to take part, so nothing was "
    "recorded. You can close this page.",
    "screened_out": "# Thank you for your interest\n\nThere is no free place in this "
    "study at the moment.",
}
"""What is said at the end. Source: ours."""


def safe_html(markdown: str) -> str:
    """Markdown as HTML without scripts, styles, frames, forms and foreign pictures."""
    import nh3
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown)
    return nh3.clean(
        html,
        tags=nh3.ALLOWED_TAGS - {"img", "map", "area"},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )


def texts_of(study: Study) -> SessionTexts:
    """All texts of a study; refuses a study without its own that needs them.

    In every text `{title}` and `{contact}` are filled in.
    """
    folder = _folder(study)
    texts = {
        "consent": _consent(study, folder),
        "instructions": _read(folder, "instructions.md"),
        "debriefing": _read(folder, "debriefing.md"),
    }
    found = SessionTexts(
        **{name: safe_html(_fill(study, text)) for name, text in texts.items()},
        blocks=tuple(
            safe_html(_fill(study, block.text)) for block in study.people.blocks
        ),
        endings={reason: safe_html(text) for reason, text in ENDINGS.items()},
    )
    if not found.consent.strip():
        raise Refusal("consent.md says nothing: people must know what they agree to")
    return found


def _fill(study: Study, text: str) -> str:
    contact = study.people.contact or "whoever sent you the link"
    filled = text.replace("{contact}", contact)
    return filled.replace("{title}", participants_title(study.people))


def participants_title(people: People) -> str:
    """What participants read as the study's title."""
    return people.title or "Study"


def _folder(study: Study) -> Traversable:
    """The study's folder of texts, or that of its paradigm."""
    if study.people.texts:
        folder = Path(study.people.texts).expanduser()
        if not folder.is_dir():
            raise Refusal(f"people: texts: there is no folder {study.people.texts}")
        return folder
    return Path(inspect.getfile(type(study.paradigm))).parent / "texts"


def _consent(study: Study, folder: Traversable) -> str:
    """The study's own consent form; a template serves only a plain link."""
    if study.people.texts:
        return _read(folder, "consent.md")
    if study.people.recruitment != "link":
        raise Refusal(
            f"people recruited by {study.people.recruitment} need your own consent form: "
            "set people.texts to a folder with consent.md (and instructions.md and "
            "debriefing.md)"
        )
    return _read(resources.files("metamer.app") / "texts", "consent.md")


def _read(folder: Traversable, name: str) -> str:
    """A text file, if there is one of a sensible size."""
    file = folder / name
    if not file.is_file():
        raise Refusal(
            f"there is no {name} in {folder}; the texts of a study are consent.md, "
            "instructions.md and debriefing.md"
        )
    content = file.read_bytes()
    if len(content) > MAX_FILE:
        raise Refusal(f"{file} is too long: at most {MAX_FILE:,} bytes can be shown")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(f"{file} is no text in UTF-8") from error
