"""Whether an order for a unit can be carried out at all, and what it asks of the adjudicator (machiavelli 4).

An illegal order could not work whatever others order; its unit holds. One that is void is legal, but what stands on the
board keeps it from being done: rebels in the city that a unit would convert into, a siege that was not lifted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from wartable.games.adjudication import orders as plain
from wartable.games.adjudication.faults import Fault, fault_words
from wartable.games.adjudication.legality import read
from wartable.games.adjudication.results import Why
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.units import Units
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.maps import large, location, may_sail, named, piece, place_of, steps_of
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, KIND_NAMES, Place, Position, Power, Unit, space_of
from wartable.games.machiavelli.tables import is_apart

RULE = "machiavelli 4"
RULINGS = MovementRulings(
    convoy_path="optional", coast_missing="first", support_coast="ignored", retreat_to_convoyed_origin=False
)
"""How the adjudicator settles what Machiavelli leaves to Diplomacy (machiavelli 5)."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an order is not carried out; `void` where it is legal all the same."""

    why: Why
    void: bool = False


class Read(msgspec.Struct, frozen=True):
    """An order with the unit it is for, and what it asks of the adjudicator: often just a hold."""

    order: orders.CampaignOrder
    unit: Unit
    plain: plain.AnyOrder


Reading: TypeAlias = Read | Refusal


class Reader:
    """Reads the orders of one campaign against the position at its start."""

    def __init__(self, rules: Rules, position: Position, units: Units) -> None:
        self.rules = rules
        self.position = position
        self.units = units
        self.board = rules.board
        self.map = rules.map
        self._siege_of = {siege.place: siege for siege in position.sieges}
        self._unit_at = {(unit.place, unit.space): unit for unit in position.units}

    def at(self, name: orders.UnitName) -> Unit | None:
        """Return the unit that a name means."""
        return self._unit_at.get((name.place, space_of(name.kind)))

    def read(self, power: Power, order: orders.CampaignOrder) -> Reading:
        """Return what an order of a power asks for, or why it is refused."""
        unit = self.at(order.unit)
        if unit is None or unit.kind != order.unit.kind:
            return self._refuse("no_unit", f"There is no {KIND_NAMES[order.unit.kind]} in {self._place(order.unit)}.")
        if unit.owner != power:
            owner = "nobody" if unit.owner == AUTONOMOUS else self.rules.power(unit.owner)
            return self._refuse("foreign_unit", f"The {self._words(unit)} belongs to {owner}.")
        return self._besieged(unit, order) or self._besieging(unit, order) or _READERS[type(order)](self, unit, order)

    # Sieges that run (machiavelli 6)

    def _besieged(self, unit: Unit, order: orders.CampaignOrder) -> Refusal | None:
        """Say that a garrison under siege may only hold or support into its own province."""
        siege = self._siege_of.get(unit.place)
        if unit.kind != "G" or siege is None or not isinstance(order, orders.Convert):
            return None
        if self.rules.options.besieged_may_convert:
            return None
        return self._void("besieged", "A garrison under siege holds or supports, and cannot come out.", "machiavelli 6")

    def _besieging(self, unit: Unit, order: orders.CampaignOrder) -> Refusal | None:
        """Say that a besieger has to lift its siege before it does anything else."""
        siege = self._siege_of.get(unit.place)
        if siege is None or siege.by != unit.number or not self.rules.options.must_lift_siege:
            return None
        if isinstance(order, orders.Besiege | orders.Hold | orders.Lift | orders.Disband):
            return None
        sentence = (
            f"It besieges {self._place(order.unit)} and has to lift the siege first; it holds, and the siege ends."
        )
        return self._void("siege_not_lifted", sentence, "machiavelli 6")

    # One reader per kind of order

    def hold(self, unit: Unit, order: orders.CampaignOrder) -> Reading:
        """Read a hold."""
        return self._held(unit, order)

    def advance(self, unit: Unit, order: orders.Advance) -> Reading:
        """Read an advance: a step, or over the fleets that carry an army."""
        if unit.kind == "G":
            return self._refuse("garrison_advances", "A garrison does not advance; it converts first.")
        target = self.board.provinces.get(place_of(order.to))
        if target is not None and unit.kind == "A" and target.kind == "sea":
            return self._refuse("army_at_sea", f"An army cannot go to {target.name}.")
        bounds = self.rules.bounds(unit)
        if bounds is not None and place_of(order.to) not in bounds:
            return self._refuse(
                "out_of_bounds", f"It leaves only for {', '.join(map(self.rules.place, sorted(bounds)))}."
            )
        if steps_of(unit) > 1 and (through := self._between(unit, order)):
            return self._judged(unit, order, plain.Move(piece(self.board, unit), order.to, path=(through,)))
        move = plain.Move(piece(self.board, unit), large(order.to), bool(order.path), order.path)
        return self._judged(unit, order, move)

    def _between(self, unit: Unit, order: orders.Advance) -> Place:
        """Return the province between of an advance over two; empty where it goes one step, or is carried.

        Where the order names none, it is the first in the order of the board where no unit of another power stands, or
        else the first (machiavelli 18.5).
        """
        near = self.map.steps["A"][unit.place]
        ways = [way for way in self.map.provinces if way in near and order.to in self.map.steps["A"][way]]
        if order.path:
            return order.path[0] if len(order.path) == 1 and order.path[0] in near else ""
        if order.to in near or order.to == unit.place or not ways:
            return ""
        standing = {way: there.owner for way in ways if (there := self._unit_at.get((way, "field")))}
        free = [way for way in ways if standing.get(way, unit.owner) == unit.owner]
        return (free or ways)[0]

    def besiege(self, unit: Unit, order: orders.Besiege) -> Reading:
        """Read a siege: a field unit before a walled city with a foreign garrison or rebels against its power."""
        place = unit.place
        if unit.kind == "G" or is_apart(unit) or self.board.provinces[place].fills or not self.rules.walled(place):
            return self._refuse("no_siege", f"The {self._words(unit)} has no city there that can be besieged.")
        if unit.kind == "F" and not self.rules.port(place):
            return self._refuse("siege_needs_port", f"A fleet besieges ports only, and {self._place(unit)} is none.")
        garrison = self.position.at(place, "city")
        rebels = any(one.against == unit.owner for one in self.position.rebels(place, "city"))
        if garrison is not None and garrison.owner == unit.owner:
            return self._refuse("own_garrison", f"The garrison in {self._place(unit)} is your own.")
        if garrison is not None and (why := self.rules.spares(self.position, unit.owner, garrison.owner)):
            return self._refuse("spared", f"The garrison in {self._place(unit)} is not to be besieged, as {why}.")
        if garrison is None and not rebels:
            return self._refuse("nobody_besieged", f"Nobody holds the city of {self._place(unit)} against you.")
        return self._held(unit, order)

    def lift(self, unit: Unit, order: orders.Lift) -> Reading:
        """Read a lifting: of a siege of its own that runs."""
        siege = self._siege_of.get(unit.place)
        if siege is None or siege.by != unit.number:
            return self._refuse("no_siege_runs", f"The {self._words(unit)} besieges nobody.")
        return self._held(unit, order)

    def support(self, unit: Unit, order: orders.Support) -> Reading:
        """Read a support of a unit that stays, advances, or comes out of its city."""
        other = self.at(order.of)
        if other is None or other.kind != order.of.kind:
            return self._refuse("nobody_there", f"There is no {KIND_NAMES[order.of.kind]} in {self._place(order.of)}.")
        me, helped = piece(self.board, unit), piece(self.board, other)
        fills = self.board.provinces[other.place].fills
        if order.into and (other.kind != "G" or not self._becomes(other, order.into)):
            return self._refuse("no_conversion", f"The {self._words(other)} cannot come out as that.")
        if other.kind == "G" and not order.into and not fills:
            return self._refuse("garrison_supported", "A garrison needs no support to hold its city.")
        if self.rules.options.support_names == "power":
            return self._printed(unit, order, place_of(order.to) or other.place)
        if order.to or (order.into and not fills):
            return self._judged(unit, order, plain.SupportMove(me, helped, large(order.to or other.place)))
        return self._judged(unit, order, plain.SupportHold(me, helped))

    def support_power(self, unit: Unit, order: orders.SupportPower) -> Reading:
        """Read a support in the printed style; which unit it is for is settled when all orders are known."""
        return self._printed(unit, order, order.place)

    def _printed(self, unit: Unit, order: orders.Support | orders.SupportPower, place: Place) -> Reading:
        """Read a support for whatever a power does in a place."""
        reach = self.units.helps(self.units.find(piece(self.board, unit)))
        space = self.units.network.space_named.get(place, -1)
        if space < 0 or not reach >> space & 1:
            return self._refuse("support_out_of_reach", f"The {self._words(unit)} gives no support there.")
        return self._held(unit, order)

    def transport(self, unit: Unit, order: orders.Transport) -> Reading:
        """Read a transport."""
        if unit.kind != "F":
            return self._refuse("no_fleet", "Only fleets carry armies.")
        other = self.at(order.of)
        if other is None or other.kind != "A" or order.of.kind != "A":
            return self._refuse("no_army", f"There is no army in {self._place(order.of)} to carry.")
        target = self.board.provinces.get(place_of(order.to))
        if target is not None and target.kind == "sea":
            return self._refuse("army_at_sea", f"An army cannot go to {target.name}.")
        carry = plain.Convoy(piece(self.board, unit), piece(self.board, other), large(order.to))
        found = self._judged(unit, order, carry)
        no_way = isinstance(found, Refusal) and found.why.code == "illegal.no_route"
        return Refusal(found.why, void=True) if no_way and isinstance(found, Refusal) else found

    def convert(self, unit: Unit, order: orders.Convert) -> Reading:
        """Read a conversion (machiavelli 7)."""
        if not self._becomes(unit, order.into):
            name = KIND_NAMES[order.into]
            return self._refuse(
                "no_conversion", f"The {self._words(unit)} cannot become a {name} there.", "machiavelli 7"
            )
        if order.into == "G" and not self.board.provinces[unit.place].fills:
            if self.position.at(unit.place, "city") is not None:
                return self._void("city_taken", "The city has a garrison already.", "machiavelli 7")
            if any(self.position.rebels(unit.place, "city")):
                return self._void("city_rebels", "Nobody converts into a city that rebels.", "machiavelli 7")
        if self.board.provinces[unit.place].fills:
            return self._held(unit, order)
        convert = plain.Convert(piece(self.board, unit), coast=order.coast.upper(), into=order.into)
        return self._judged(unit, order, convert)

    def _becomes(self, unit: Unit, into: str) -> bool:
        """Whether a unit may become of another kind where it is: into a walled city or out of it, fleets in ports."""
        if (unit.kind == "G") == (into == "G") or not self.rules.walled(unit.place) or is_apart(unit):
            return False
        if "F" in {unit.kind, into} and not (self.rules.port(unit.place) and may_sail(unit.unit_class)):
            return False
        return into != "A" or self.board.provinces[unit.place].kind != "sea"

    def disband(self, unit: Unit, order: orders.Disband) -> Reading:
        """Read a disbanding in a campaign."""
        if not self.rules.options.disband_in_campaign:
            return self._refuse("no_disbanding", "Units are not disbanded in a campaign.", "machiavelli 5.9")
        return self._held(unit, order)

    # What they share

    def _held(self, unit: Unit, order: orders.CampaignOrder) -> Read:
        return Read(order, unit, plain.Hold(piece(self.board, unit)))

    def _judged(self, unit: Unit, order: orders.CampaignOrder, asked: plain.AnyOrder) -> Reading:
        """Ask the adjudicator whether it could work."""
        found = read(self.units, unit.owner, asked, RULINGS)
        return Refusal(fault_words(self.units, found)) if isinstance(found, Fault) else Read(order, unit, asked)

    def _refuse(self, code: str, sentence: str, rule: str = RULE) -> Refusal:
        return Refusal(Why(f"illegal.{code}", sentence, {}, rule))

    def _void(self, code: str, sentence: str, rule: str = RULE) -> Refusal:
        return Refusal(Why(f"void.{code}", sentence, {}, rule), void=True)

    def _place(self, at: Unit | orders.UnitName) -> str:
        return self.rules.place(at.place)

    def _words(self, unit: Unit) -> str:
        return f"{KIND_NAMES[unit.kind]} in {self._place(unit)}"


def reader_of(rules: Rules, position: Position) -> Reader:
    """Return the reader of a position, which is made once: every power's orders of a campaign are read by it."""
    kept = vars(position).get(_KEPT)
    if not isinstance(kept, Reader) or kept.rules is not rules:
        kept = vars(position)[_KEPT] = Reader(rules, position, rules.units(position))
    return kept


_KEPT = "_reader"
_READERS: Mapping[type, Callable[[Reader, Unit, Any], Reading]] = {
    orders.Hold: Reader.hold,
    orders.Advance: Reader.advance,
    orders.Besiege: Reader.besiege,
    orders.Lift: Reader.lift,
    orders.Support: Reader.support,
    orders.SupportPower: Reader.support_power,
    orders.Transport: Reader.transport,
    orders.Convert: Reader.convert,
    orders.Disband: Reader.disband,
}


def hold_of(rules: Rules, unit: Unit) -> Read:
    """Return the hold of a unit without an order."""
    return Read(orders.Hold(named(unit)), unit, plain.Hold(plain.Unit(unit.kind, location(rules.board, unit))))
