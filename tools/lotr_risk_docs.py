"""Pages of Lord of the Rings Risk: the notes as options, and tables of presets and cards for its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ring_of_power_docs import Cells, Table, tabled
from wartable.board import load_board
from wartable.board.fileformat import read_yaml
from wartable.engine.needs import plain
from wartable.engine.optionfield import OptionField
from wartable.engine.options import BY_SEATS, describe
from wartable.games.conquest.lotr.data import Mission, Power, lotr_data
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.presets import PRESET_TITLES, PRESETS

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


# --- tables of the rules

MARKS = {
    "printed": "printed",
    "confirmed_by_3": "three sources",
    "confirmed_by_2": "two sources",
    "one_source": "one source",
    "stated": "notes",
    "reconstructed": "reconstructed",
}
"""How the pages say who speaks for a fact."""
MOMENTS = {
    "start": "own turn, before anything is placed or traded",
    "attack": "own attack step, before a roll",
    "fortify": "own fortify step",
    "attacked": "an attack on an own territory, before its first roll",
    "sea_battle": "each roll of an attack by sea on an own port",
    "leaves": "any turn, a step of the Fellowship without a die",
    "rolled": "any turn, after a roll of the Fellowship",
    "leaving": "any turn, after a roll that lets it leave",
    "leaves_or_leaving": "any turn, a step without a die or after a roll that lets it leave",
}
"""When powers are played, by the moments of the data file."""


def with_tables(text: str) -> str:
    """Return the rules with tables of what each preset has otherwise, and of all adventure cards."""
    for key, title in PRESET_TITLES.items():
        if rows := tuple(_otherwise(key)):
            text = tabled(text, title, Table.of(("option", PRESET_TITLES["trilogy"], "here"), rows))
    for heading, made in (("Missions", _missions()), ("Events", _events()), ("Powers", _powers())):
        text = tabled(text, heading, made)
    return text


def _otherwise(key: str) -> Iterator[Cells]:
    """Yield the options in which a preset differs from the first, with the values of both in words."""
    base, other = PRESETS["trilogy"], PRESETS[key]
    for field in describe(LotrOptions):
        usual, here = (getattr(options, field.name) for options in (base, other))
        if usual != here:
            yield f"{field.label} (`{field.name}`)", _told(field, usual), _told(field, here)


def _told(field: OptionField, value: Any) -> str:  # noqa: ANN401 - a value of any option
    if value is BY_SEATS:
        return field.usual()
    return "; ".join(field.words(one) for one in value) if field.kind == "set" else field.words(value)


def _missions() -> Table:
    board = load_board("lotr-64")
    places = {space.id: space for space in board.spaces}
    regions = {region.id: region.name for region in board.regions}

    def row(card: Mission) -> Cells:
        place = places[card.territory]
        where = f"in {regions[place.region]}" if card.place == "region" else "there"
        gets = ("a card", "a card") if card.reward == "card" else (f"{card.good} {where}", f"{card.evil} {where}")
        stars = f"{card.stars['good']}, {card.stars['evil']}"
        return f"{card.name}, {place.name}", *gets, stars, _small(card.small), _marks(card)

    head = ("mission", "good gets", "evil gets", "stars good, evil", "42", "source")
    return Table.of(head, map(row, lotr_data().missions.cards))


def _events() -> Table:
    rows = (
        (card.name, str(card.copies), card.words, _small(card.small), MARKS[card.confidence])
        for card in lotr_data().events.cards
    )
    return Table.of(("event", "copies", "what happens", "42", "source"), rows)


def _powers() -> Table:
    def row(card: Power) -> Cells:
        when, stars = MOMENTS[card.moment], str(card.star)
        return card.name, str(card.copies), when, card.words, stars, _small(card.small), _marks(card)

    rows = map(row, lotr_data().powers.cards)
    return Table.of(("card", "copies", "when", "what it does", "stars", "42", "source"), rows)


def _small(small: bool) -> str:  # noqa: FBT001 - a cell of a table
    return "yes" if small else "no"


def _marks(card: Mission | Power) -> str:
    return ", ".join(dict.fromkeys((MARKS[card.confidence], MARKS[card.stars_confidence])))
