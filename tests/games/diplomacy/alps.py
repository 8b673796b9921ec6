"""A made-up game whose map has rules of its own: the standard map with shelter, a steady support, snow and a rising."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from wartable.engine.game import Blurb
from wartable.engine.options import About, Options
from wartable.games.adjudication.conditions import Bonus, Conditions, Traits
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant, load_variant

PASSES = (("TYR", "VEN"), ("TYR", "PIE"))


class Alps(Variant, frozen=True):
    """The standard map with a hard winter.

    Whoever owns Munich is sheltered there, supports from Kiel are not cut, in autumn armies do not cross the passes to
    Italy, and a power other than Turkey that marches into Bulgaria alone is helped there.
    """

    snow: str = "fall"

    def conditions(self, position: Position, rulings: Rulings) -> Conditions:
        plain = super().conditions(position, rulings)
        traits = dict(plain.traits)
        for power, units in position.units.items():
            for unit in units:
                if unit.at == "MUN" and position.owners.get("MUN") == power:
                    traits["MUN"] = Traits(hold=2, shelter="Munich is walled")
                elif unit.at == "KIE":
                    traits["KIE"] = Traits(uncut="the canal keeps its back free")
        ways = {
            ("A", *way): "the passes are snowed in" for one, other in PASSES for way in ((one, other), (other, one))
        }
        rising = Bonus(
            why="the Bulgarians rise", powers=frozenset(power for power in self.powers if power != "turkey"), alone=True
        )
        closed: Mapping[tuple[str, str, str], str] = ways if position.phase.season == self.snow else {}
        return replace(plain, traits=traits, closed=closed, bonuses={"BUL": rising})


@cache
def alps(snow: str = "fall") -> Alps:
    facts = {**msgspec.structs.asdict(load_variant("standard")), "key": "alps", "title": "Alps", "snow": snow}
    return Alps(**facts)


Snow = Annotated[
    Literal["spring", "fall"],
    About("Snow", "When the passes are closed.", choices={"spring": "In Spring", "fall": "In Autumn"}, group="Rules"),
]


class AlpsOptions(DiplomacyOptions, frozen=True, kw_only=True, cache_hash=True):
    """The choices of every game of Diplomacy, and when the snow falls."""

    snow: Snow = "fall"

    def variant(self) -> Variant:
        return alps(self.snow)


class AlpsState(DiplomacyState, frozen=True):
    options: AlpsOptions

    __hash__ = DiplomacyState.__hash__


class AlpsDiplomacy(Diplomacy):
    """The seven powers of 1901 in the snow."""

    key = "alps"
    title = "Alps"
    seats = (7, 7)
    blurb = Blurb(line="Snow.", about="Like Diplomacy, but it snows.", minutes=240, dice=False)
    options_type = AlpsOptions
    presets: ClassVar[Mapping[str, Options]] = {"2023": AlpsOptions()}
    state_type = AlpsState

    @property
    def _usual(self) -> AlpsOptions:
        return AlpsOptions()


ALPS = AlpsDiplomacy()
