"""What a case states of the position afterwards, held against what came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wartable.games.machiavelli.cases.form import After
from wartable.games.machiavelli.cases.positions import Stated
from wartable.games.machiavelli.state import NOBODY, Position, Unit


def differences(
    stated: Stated, after: After, position: Position, dislodged: Iterable[Unit], lost: Iterable[Unit]
) -> Iterator[str]:
    """Yield every stated fact that does not hold."""
    for name, expected, found in (
        ("units", after.units, position.units),
        ("dislodged", after.dislodged, dislodged),
        ("eliminated", after.eliminated, lost),
        ("removed", after.removed, lost),
    ):
        if expected is not None:
            yield from set_difference(name, (str(stated.unit(text)) for text in expected), map(str, found))
    yield from _marks(stated, after, position)
    yield from _control(stated, after.control or {}, position)
    for power, ducats in (after.treasury or {}).items():
        if (found_ducats := position.accounts[stated.read.power(power)].treasury) != ducats:
            yield f"treasury of {power}: expected {ducats}, found {found_ducats}"


def set_difference(name: str, expected: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield a line where two collections differ."""
    one, other = sorted(expected), sorted(found)
    if one != other:
        yield f"{name}: expected {', '.join(one) or 'none'}; found {', '.join(other) or 'none'}"


def _marks(stated: Stated, after: After, position: Position) -> Iterator[str]:
    if after.sieges is not None:
        expected = (f"{stated.read.place(one.place)} by {stated.unit(one.by)}" for one in after.sieges)
        found = (f"{siege.place} by {position.numbered(siege.by)}" for siege in position.sieges)
        yield from set_difference("sieges", expected, found)
    if after.rebellions is not None:
        expected = (f"{one.place} {one.space} against {one.against}" for one in after.rebellions)
        rebels = (f"{one.place} {one.space} against {one.against}" for one in position.rebellions)
        yield from set_difference("rebellions", expected, rebels)
    if after.famine is not None:
        yield from set_difference("famine", after.famine, position.famine)


def _control(stated: Stated, control: Mapping[str, Mapping[str, str | None]], position: Position) -> Iterator[str]:
    for place, facts in control.items():
        where = stated.read.place(place)
        for part, holders in (("province", position.provinces), ("city", position.cities)):
            if part in facts and holders.get(where, NOBODY) != (facts[part] or NOBODY):
                yield f"{part} of {place}: expected {facts[part]}, found {holders.get(where) or 'nobody'}"
