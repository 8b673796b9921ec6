"""Set-ups for fewer players than powers: sides that are one power with several home countries, and powers left out.

Source: the classic edition's Balance of Power by number of players.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from wartable.engine.words import listed
from wartable.games.machiavelli.board import Scenario, Start
from wartable.games.machiavelli.goals import Goal
from wartable.games.machiavelli.state import Place, Power


class Fewer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file says of a set-up that is like another one.

    Each of the `sides` is one power, named as its first, with the home countries and units of all. The home provinces
    of powers that are `out` are no part of the board. `goal` is what wins, where that is another.
    """

    key: str
    title: str
    like: str
    sides: tuple[tuple[Power, ...], ...]
    out: tuple[Power, ...] = ()
    goal: Goal | None = None


def fewer_faults(base: Scenario, told: Fewer) -> Iterator[str]:
    """Yield the powers that a set-up for fewer names wrongly: each of the other one is on one side, or out."""
    named = [power for side in told.sides for power in side] + list(told.out)
    for power in sorted({*named, *base.powers}):
        count = named.count(power)
        if power not in base.powers:
            yield f"sides: there is no power {power!r}; there are {', '.join(base.powers)}"
        elif count != 1:
            yield f"sides: {power} is named {count} times; once is right, on a side or in `out`"


def for_fewer(base: Scenario, told: Fewer) -> Scenario:
    """Return a set-up that is like another one."""
    gone = {country for power in told.out for country in base.powers[power].countries}
    lost = {place for country in gone for place in base.countries[country].provinces}
    return replace(
        base,
        key=told.key,
        title=told.title,
        like=told.like,
        countries={country: land for country, land in base.countries.items() if country not in gone},
        powers={side[0]: _joined([base.powers[power] for power in side]) for side in told.sides},
        out=tuple(dict.fromkeys((*base.out, *sorted(lost)))),
        autonomous=tuple(place for place in base.autonomous if place not in lost),
        city_income={place: income for place, income in base.city_income.items() if place not in lost},
        goal=told.goal,
        caveat=" ".join(filter(None, (base.caveat, _sides_words(base, told)))),
    )


def _joined(starts: list[Start]) -> Start:
    """Return what several powers begin with as one."""

    def places(field: str) -> tuple[Place, ...]:
        return tuple(place for start in starts for place in getattr(start, field))

    first = starts[0]
    return replace(
        first,
        countries=tuple(country for start in starts for country in start.countries),
        units=tuple(unit for start in starts for unit in start.units),
        provinces=places("provinces"),
        without_city=places("without_city"),
        city_only=places("city_only"),
    )


def _sides_words(base: Scenario, told: Fewer) -> str:
    """Say which powers lead several countries."""
    words = [
        f"{base.powers[side[0]].name} leads {listed([base.powers[power].name for power in side[1:]])} as well."
        for side in told.sides
        if len(side) > 1
    ]
    return " ".join(words)
