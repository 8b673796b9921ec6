"""The page that says where each statement of the LotR notes about the Risk game is an option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wartable.board.fileformat import read_yaml
from wartable.engine.needs import plain
from wartable.engine.optionfield import OptionField
from wartable.engine.options import BY_SEATS, describe
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.presets import PRESETS

FILE = Path(__file__).with_name("lotr_options.yaml")
PAGE = "lotr-risk-options.md"
INTRO = """# Lord of the Rings Risk: the notes as options

The *Lord of the Rings Risk rule notes and options*, a text by a player, clarify both printed editions and propose other
ways to play. Every statement of its first section is an option here; the second column says which value it is. Where
the notes give advice, the preset `notes` follows it.

On the command line an option is set by name: `--option sea_rule=any_port`.
"""


def table() -> Mapping[str, list[dict[str, Any]]]:
    """Return the statements by heading: what each says, and the options that it sets with their values."""
    found: Mapping[str, list[dict[str, Any]]] = read_yaml(FILE.read_text(encoding="utf-8"))
    return found


def options_page() -> str:
    """Return the page."""
    return INTRO + "".join(_sections()) + "".join(_advice())


def _sections() -> Iterator[str]:
    fields = {field.name: field for field in describe(LotrOptions)}
    for heading, rows in table().items():
        yield f"\n## {heading}\n\n| what it says | option | value | rule |\n|---|---|---|---|\n"
        for row in rows:
            for number, (name, values) in enumerate(row["sets"].items()):
                yield _row("" if number else row["says"], fields[name], values)


def _row(says: str, field: OptionField, values: list[Any]) -> str:
    told = "<br>".join(f"`{plain(_frozen(value))}`: {_words(field, value)}" for value in values)
    return f"| {says} | `{field.name}` ({field.label}) | {told} | {field.rule} |\n"


def _words(field: OptionField, value: Any) -> str:  # noqa: ANN401 - a value of any option
    return field.words(_frozen(value))


def _frozen(value: Any) -> Any:  # noqa: ANN401
    return tuple(value) if isinstance(value, list) else value


def _advice() -> Iterator[str]:
    """Yield what the preset of the notes has otherwise than the trilogy edition."""
    base, notes = PRESETS["trilogy"], PRESETS["notes"]
    yield "\n## The preset `notes`\n\n| option | trilogy | notes |\n|---|---|---|\n"
    for field in describe(LotrOptions):
        usual, other = (field.words(getattr(one.for_seats(2), field.name)) for one in (base, notes))
        if usual != other:
            here = " (with two players)" if getattr(notes, field.name) is BY_SEATS else ""
            yield f"| `{field.name}` ({field.label}) | {usual} | {other}{here} |\n"
