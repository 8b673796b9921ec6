"""Sentences for the common fates of an order, made once and kept: on most boards nearly every order meets one of them.

A `Why` that comes from here is shared between results; treat its facts as read only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVarTuple

from wartable.engine.words import listed
from wartable.games.adjudication.map import Map
from wartable.games.adjudication.network import Network, Standing, network_of
from wartable.games.adjudication.results import Fact, Why
from wartable.games.adjudication.rulings import AdjacentConvoyRule
from wartable.games.adjudication.words import place_words, unit_words

Case = TypeVarTuple("Case")
KEPT = 1 << 12
"""Sentences of each sort that are kept for one map; then all of them are forgotten, so that memory stays flat."""
ON_FOOT: Mapping[AdjacentConvoyRule, str] = {
    "swap_1971": "no unit comes the other way",
    "intent_1982": "no fleet of its own power carries it",
    "fleet_or_via": "nothing shows that a convoy is wanted",
    "via_only": "its order does not say VIA",
}
"""Why an army that fleets would carry to a neighbour walks there (4.A.3)."""


class Kept(dict[tuple[*Case], Why], Generic[*Case]):
    """Reasons of one sort by what they depend on; a look-up makes the one that is missing."""

    def __init__(self, make: Callable[[*Case], Why]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, case: tuple[*Case]) -> Why:
        if len(self) >= KEPT:
            self.clear()
        why = self[case] = self.make(*case)
        return why


class Phrases:
    """Words and ready reasons of one map. Units are given by how they stand.

    `units` are names of units (`the army in Munich`) and `codes` their short forms (`A MUN`); `places` names of
    locations.
    """

    def __init__(self, network: Network) -> None:
        on = network.map
        self.network = network
        named = [(network.standing[unit], unit) for units in network.unit for unit in units]
        self.units = {standing: unit_words(on, unit) for standing, unit in named}
        self.codes = {standing: str(unit) for standing, unit in named}
        self.places = [place_words(on, location) for location in network.locations]
        self.moved_freely = Kept(self._moved_freely)
        self.followed = Kept(self._followed)
        self.dislodges = Kept(self._dislodges)
        self.outdoes = Kept(self._outdoes)
        self.bounced = Kept(self._bounced)
        self.own_unit = Kept(self._own_unit)
        self.supports_hold = Kept(self._supports_hold)
        self.supports_move = Kept(self._supports_move)
        self.cut = Kept(self._cut)
        self.carries = Kept(self._carries)
        self.stood = Kept(self._stood)
        self.holds = Kept(self._holds)
        self.idles = Kept(self._idles)

    def codes_of(self, units: Sequence[Standing]) -> tuple[str, ...]:
        """Return `("A MUN", "F KIE")`."""
        return tuple([self.codes[unit] for unit in units])

    def names_of(self, units: Sequence[Standing]) -> str:
        """Return `the army in Munich and the fleet in Kiel`."""
        return listed([self.units[unit] for unit in units])

    def move_facts(self, mover: Standing, place: int) -> dict[str, Fact]:
        """Return the facts every reason for a move names."""
        return {"unit": self.codes[mover], "to": self.network.locations[place]}

    def _moved_freely(self, mover: Standing, place: int) -> Why:
        facts = self.move_facts(mover, place)
        return Why("move.free", f"Moves to {self.places[place]}; nobody was in the way.", facts)

    def _followed(self, mover: Standing, place: int, other: Standing) -> Why:
        facts = self.move_facts(mover, place)
        facts["followed"] = self.codes[other]
        return Why("move.follows", f"Moves to {self.places[place]}, which {self.units[other]} left.", facts)

    def _dislodges(self, mover: Standing, place: int, other: Standing, strength: int, against: int) -> Why:
        facts = self.move_facts(mover, place)
        facts |= {"strength": strength, "against": against, "opponents": (self.codes[other],)}
        sentence = f"Moves to {self.places[place]} and dislodges {self.units[other]}, {strength} against {against}."
        return Why("move.dislodges", sentence, facts, "DATC 6.D.2")

    def _outdoes(
        self, mover: Standing, place: int, strength: int, against: int, opponents: tuple[Standing, ...]
    ) -> Why:
        facts = self.move_facts(mover, place)
        facts |= {"strength": strength, "against": against, "opponents": self.codes_of(opponents)}
        names = self.names_of(opponents)
        sentence = f"Moves to {self.places[place]}: {strength} against {against} by {names}, going there, too."
        return Why("move.stronger", sentence, facts, "DATC 6.A.11")

    def _bounced(
        self, mover: Standing, place: int, strength: int, against: int, opponents: tuple[Standing, ...], how: str
    ) -> Why:
        facts = self.move_facts(mover, place)
        facts["strength"], facts["against"] = strength, against
        facts["opponents"] = self.codes_of(opponents)
        sentence = f"Bounced: {strength} against {against} by {self.names_of(opponents)}, {how}."
        return Why("bounce.equal" if strength == against else "bounce.stronger", sentence, facts, "DATC 6.A.11, 6.D.1")

    def _own_unit(self, mover: Standing, place: int, other: Standing) -> Why:
        facts = self.move_facts(mover, place)
        facts["opponents"] = (self.codes[other],)
        sentence = f"Bounced: {self.units[other]} stayed, and nobody dislodges a unit of their own power."
        return Why("bounce.own_unit", sentence, facts, "DATC 6.D.10")

    def _cut(self, supporter: Standing, mover: Standing) -> Why:
        facts = {"unit": self.codes[supporter], "cut_by": self.codes[mover]}
        return Why(
            "cut.attacked", f"Cut: {self.units[mover]} attacked {self.places[supporter[0]]}.", facts, "DATC 6.D.2"
        )

    def _supports_hold(self, supporter: Standing, helped: Standing, worth: int) -> Why:
        facts: dict[str, Fact] = {"unit": self.codes[supporter], "of": self.codes[helped], "worth": worth}
        return Why("support.hold", f"Supports {self.units[helped]} where it is.", facts)

    def _supports_move(self, supporter: Standing, helped: Standing, place: int, worth: int) -> Why:
        facts: dict[str, Fact] = {
            "unit": self.codes[supporter],
            "of": self.codes[helped],
            "to": self.network.locations[place],
            "worth": worth,
        }
        return Why("support.move", f"Supports {self.units[helped]} on its way to {self.places[place]}.", facts)

    def _carries(self, fleet: Standing, army: Standing, place: int) -> Why:
        facts = {"unit": self.codes[fleet], "of": self.codes[army], "to": self.network.locations[place]}
        return Why("convoy.carries", f"Carries {self.units[army]} to {self.places[place]}.", facts)

    def _stood(
        self, unit: Standing, attackers: tuple[Standing, ...], strongest: Standing, defence: int, attack: int
    ) -> Why:
        facts: dict[str, Fact] = {"unit": self.codes[unit], "attackers": self.codes_of(attackers)}
        facts |= {"defence": defence, "attack": attack}
        sentence = f"Holds: {defence} against {attack} by {self.units[strongest]}."
        return Why("hold.stood", sentence, facts, "DATC 6.D.1")

    def _holds(self, unit: Standing) -> Why:
        return Why("hold.ordered", "Holds; nobody attacked.", {"unit": self.codes[unit]})

    def _idles(self, unit: Standing) -> Why:
        return Why("hold.no_order", "Was given no order, so it holds.", {"unit": self.codes[unit]})


def phrases_of(on: Map) -> Phrases:
    """Return a map's phrases; they live as long as the map."""
    known = vars(on)
    phrases: Phrases | None = known.get("phrases")
    if phrases is None:
        phrases = known["phrases"] = Phrases(network_of(on))
    return phrases
