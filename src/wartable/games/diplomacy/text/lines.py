"""A text of several letters cut into lines, each under the heading of the power whose orders it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from wartable.engine.errors import BadData
from wartable.games.adjudication.mail import bare, unannounced
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.phases.calendar import read_phase
from wartable.games.diplomacy.text.headings import heading_of, marked_heading
from wartable.games.diplomacy.text.letters import begins_letter, is_talk, says_nothing
from wartable.games.diplomacy.text.names import names_of
from wartable.games.diplomacy.variant import Variant

_LATER = re.compile(r"-{3,}")


class Line(msgspec.Struct, frozen=True):
    """A piece of a line: its number from 1, the power under whose heading it stands (or empty), and what it says.

    `batch` counts the lines of dashes above it; `letter` is the line in which a letter began that does not say whose
    it is.
    """

    number: int
    power: Power
    text: str
    batch: int = 0
    letter: int = 0


def lines_of(variant: Variant, text: str) -> Iterator[Line]:
    """Cut a text into lines without remarks, each under the heading of its power."""
    power, batch, letter, names = "", 0, 0, names_of(variant)
    said_something = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = marked_heading(names, raw.strip()).partition("#")[0].strip()
        if _LATER.fullmatch(line):
            power, batch, letter, said_something = "", batch + 1, 0, False
            continue
        line = bare(line)
        if (heading := heading_of(names, line)) is not None:
            power, line, letter, said_something = heading.power, heading.rest, 0, False
            if _names_phase(variant, heading.phase):
                yield Line(number, power, heading.phase, batch)
        elif (said_something or not power) and begins_letter(names, line):
            power, letter, said_something = "", number, False
        if any(map(str.isalnum, line)) and not says_nothing(line):
            said_something = said_something or not is_talk(names, line)
            yield Line(number, power, unannounced(line), batch, letter)


def _names_phase(variant: Variant, text: str) -> bool:
    try:
        return bool(text) and bool(read_phase(variant, text))
    except BadData:
        return False
