"""Rules pages: the game's Markdown cut into sections; where a game brings none, a page made from its options."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources

from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.engine.optionfield import OptionField
from wartable.engine.options import describe
from wartable.server.wire import RulesPage, RulesSection

REMINDERS = "In short"
"""The section whose third-level headings name phases; what stands under each is shown beside the board.

A heading such as `attack (cards: escalating, fixed)` is of tables where that option has one of these values.
"""


@cache
def rules_page(key: str) -> RulesPage:
    """Return the rules of a game; raises `UnknownGame`."""
    game = registry.get(key)
    text = _written(key) or _generated(game)
    sections = _cut(text, 2)
    reminders = next((body for title, body in sections if title == REMINDERS), "")
    return RulesPage(
        title=game.title,
        sections=tuple(
            RulesSection(_slug(title), title, _html(body)) for title, body in sections if title != REMINDERS
        ),
        phases={title.strip("`"): _html(body) for title, body in _cut(reminders, 3)},
    )


def _written(key: str) -> str:
    file = resources.files("wartable") / "data" / "rules" / f"{key}.md"
    return file.read_text("utf-8") if file.is_file() else ""


def _cut(text: str, level: int) -> list[tuple[str, str]]:
    """Cut a text at its headings of a level into title and body; what stands before the first is left out."""
    parts = re.split(rf"^{'#' * level} +(.+?) *#*$", text, flags=re.MULTILINE)[1:]
    return [(title.strip(), body.strip()) for title, body in zip(parts[::2], parts[1::2], strict=True)]


def _html(text: str) -> str:
    return _renderer()(text).strip()


@cache
def _renderer() -> Callable[[str], str]:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - the first page need not wait for it

    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table").render


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"


def _generated(game: AnyGame) -> str:
    rows = "\n".join(_row(field) for field in describe(game.options_type))
    head = "| option | default | what it does | rule |\n|---|---|---|---|\n"
    return f"## About\n\n{game.blurb.about}\n\n## Options\n\n{head}{rows}\n"


def _row(field: OptionField) -> str:
    return f"| {field.label} | {field.words(field.default)} | {field.sentence} | {field.rule} |"
