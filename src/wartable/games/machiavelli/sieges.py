"""Sieges go on, or end, after the movement of a campaign (machiavelli 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from wartable.games.adjudication.results import Why
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.reading import Read
from wartable.games.machiavelli.results import Result
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Rebellion, Siege, Unit

RULE = "machiavelli 6"


class SiegeResult(msgspec.Struct, frozen=True):
    """Sieges that run on, rebellions that are left, units lost, and by unit what became of its besiege order."""

    sieges: tuple[Siege, ...]
    rebellions: tuple[Rebellion, ...]
    lost: tuple[tuple[Unit, Why], ...]
    told: Mapping[int, tuple[Result, Why]]


def besieged(
    rules: Rules, position: Position, after: Iterable[Unit], reads: Mapping[int, Read], dislodged: Collection[int]
) -> SiegeResult:
    """Return how sieges stand: a first order sets the marker, a second one by the same unit wins."""
    garrisons = {unit.place: unit for unit in after if unit.kind == "G"}
    sieges: list[Siege] = []
    lost: list[tuple[Unit, Why]] = []
    told: dict[int, tuple[Result, Why]] = {}
    rebellions = position.rebellions
    for number, read in reads.items():
        if not isinstance(read.order, orders.Besiege):
            continue
        place, name = read.unit.place, rules.place(read.unit.place)
        garrison, siege = garrisons.get(place), position.siege_of(place)
        rebels = any(one.place == place and one.space == "city" for one in rebellions)
        if number in dislodged:
            told[number] = "broken", Why("siege.broken", f"The siege of {name} is broken off.", {}, RULE)
        elif siege is None or siege.by != number:
            if garrison is not None or rebels:
                sieges.append(Siege(place, number))
                told[number] = "besieges", Why("siege.begun", f"Begins to besiege {name}.", {"campaign": 1}, RULE)
            else:
                told[number] = "void", Why("siege.nobody_left", f"The garrison of {name} is gone.", {}, RULE)
        else:
            why = Why("siege.won", f"Takes {name} in the second campaign of the siege.", {"campaign": 2}, RULE)
            told[number] = "takes", why
            if garrison is not None:
                lost.append(
                    (garrison, Why("lost.besieged", f"The garrison of {name} gives up.", {"campaign": 2}, RULE))
                )
            against = read.unit.owner
            rebellions = tuple(one for one in rebellions if one.place != place or one.against != against)
    return SiegeResult(tuple(sieges), rebellions, tuple(lost), told)
