"""The movement of a campaign: advance, convert, besiege, support, transport, hold, lift, disband (machiavelli 2.2, 7).

Fields and cities are spaces of the adjudicator, which settles who is stronger where (`wartable.games.adjudication`).
What is Machiavelli's own comes around it: units that disband are gone before, rebels help who comes against their
enemy, straits are closed, and sieges go on afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, cast

from msgspec.structs import replace

from wartable.games.adjudication import orders as plain
from wartable.games.adjudication.conditions import Bonus, Traits
from wartable.games.adjudication.judge import Judgement, settled
from wartable.games.adjudication.results import Dislodged as PlainDislodged
from wartable.games.adjudication.results import Judged as PlainJudged
from wartable.games.adjudication.results import Why
from wartable.games.adjudication.stages import Prepared
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.maps import (
    CITY,
    CLASSES,
    ELITE,
    UNCUT,
    location,
    named,
    piece,
    pieces,
    place_of,
    small,
    strength_of,
)
from wartable.games.machiavelli.reading import RULINGS, Read, Reader, Refusal, reader_of
from wartable.games.machiavelli.results import CampaignResult, Dislodged, Judged, Result
from wartable.games.machiavelli.retreating import city_open
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.sieges import besieged
from wartable.games.machiavelli.state import AUTONOMOUS, Kind, Place, Position, Power, Unit, space_of
from wartable.games.machiavelli.straits import stopped, straits_of

OrdersOf: TypeAlias = Mapping[Power, Sequence[orders.CampaignOrder]]
"""Orders by who gave them."""
Fate: TypeAlias = tuple[Result, Why]
"""What became of an order, and why."""
DRIVEN = {"struck", "eliminated"}
"""Results of units that a stage before the movement drove off or took."""
STRUCK = Why("void.assassinated", "Holds, as its power was struck by assassins.", {}, "machiavelli 12.4")


def judge(
    rules: Rules,
    position: Position,
    given: OrdersOf,
    struck: frozenset[Power] = frozenset(),
    *,
    reader: Reader | None = None,
    told: bool = True,
) -> CampaignResult:
    """Judge the movement of a campaign; the units of powers that were assassinated hold, whatever they were ordered.

    Who judges one position many times may give a `reader` of it, and do without words: where it is not `told`, no
    order is judged, and stand-offs are left out.
    """
    return Campaign(rules, position, given, struck, reader).result(told=told)


class Campaign:
    """One movement at work; `reads` are the orders to be done by the number of their unit."""

    def __init__(
        self, rules: Rules, position: Position, given: OrdersOf, struck: frozenset[Power], reader: Reader | None
    ) -> None:
        self.rules = rules
        self.board = rules.board
        self.start = position
        self.judged: list[Judged] = []
        self.reads: dict[int, Read] = {}
        self.taken: dict[int, Why] = {}
        """Units that a stage before the movement took off the board, by number, with the reason."""
        self._read(given, struck, reader or reader_of(rules, position))
        leaving = [read.unit for read in self.reads.values() if isinstance(read.order, orders.Disband)]
        self.lost: list[tuple[Unit, Why]] = [(unit, _disbanded(rules, unit)) for unit in leaving]
        self.position = position.without(*leaving) if leaving else position
        self._name_supported()
        self.judgement = self._settled()

    # Reading

    def _read(self, given: OrdersOf, struck: frozenset[Power], reader: Reader) -> None:
        for power, those in given.items():
            for order in those:
                if power in struck and not isinstance(order, orders.Hold):
                    self.judged.append(Judged(power, order, "void", STRUCK))
                    continue
                found = reader.read(power, order)
                if isinstance(found, Refusal):
                    self.judged.append(Judged(power, order, "void" if found.void else "illegal", found.why))
                elif found.unit.number in self.reads:
                    why = Why("illegal.double", "This unit has an order already.", {}, "machiavelli 4")
                    self.judged.append(Judged(power, order, "illegal", why))
                else:
                    self.reads[found.unit.number] = found

    def _name_supported(self) -> None:
        """Let supports in the printed style be for the unit of that power that acts in the place (machiavelli 4)."""
        for number, read in self.reads.items():
            order = read.order
            if isinstance(order, orders.SupportPower):
                asked = self._supported(read, order.power or read.unit.owner, order.place)
            elif isinstance(order, orders.Support) and self.rules.options.support_names == "power":
                there = self.start.at(order.of.place, space_of(order.of.kind))
                owner = there.owner if there else read.unit.owner
                asked = self._supported(read, owner, place_of(order.to) or order.of.place)
            else:
                continue
            self.reads[number] = replace(read, plain=asked)

    def _supported(self, read: Read, power: Power, place: Place) -> plain.AnyOrder:
        """Return the support of the unit of a power that goes to a place, comes out there, or stays there."""
        me = piece(self.board, read.unit)
        for other in self.reads.values():
            if other.unit.owner != power or other.unit.number == read.unit.number:
                continue
            asked = other.plain
            if isinstance(asked, plain.Move) and place_of(asked.to) == place:
                return plain.SupportMove(me, asked.unit, asked.to)
            if isinstance(asked, plain.Convert) and asked.kind != "G" and other.unit.place == place:
                return plain.SupportMove(me, asked.unit, place)
        there = self.position.at(place)
        if there is not None and there.owner == power and there.number != read.unit.number:
            return plain.SupportHold(me, piece(self.board, there))
        return plain.Hold(me)

    # Settling

    def _settled(self) -> Judgement:
        """Settle the movement, anew with each fleet that comes to close a strait, as long as that changes anything."""
        came: tuple[Unit, ...] = ()
        while True:
            straits = straits_of(self.rules, self.position, self.reads.values(), came)
            shut = {read.unit.number: why for read, why in stopped(straits, self.reads.values())}
            judgement = settled(self.rules.map, self._prepared(shut), RULINGS)
            now = self._at_straits(judgement)
            if self.rules.options.straits_close == "standing" or set(now) <= set(came):
                self._tell_shut(shut)
                return judgement
            came = (*came, *(unit for unit in now if unit not in came))

    def _at_straits(self, judgement: Judgement) -> tuple[Unit, ...]:
        """Return the fleets that came into provinces that control a strait, by movement or out of the city."""
        if not any(_brings_fleet(read) in self.board.straits for read in self.reads.values()):
            return ()
        before = {unit.number for unit in self.position.units if unit.kind == "F" and unit.place in self.board.straits}
        after = self._after(judgement)
        return tuple(
            unit
            for unit in after
            if unit.kind == "F" and unit.place in self.board.straits and unit.number not in before
        )

    def _tell_shut(self, shut: Mapping[int, Why]) -> None:
        for number, why in shut.items():
            read = self.reads.pop(number)
            self.judged.append(Judged(read.unit.owner, read.order, "void", why))

    def _prepared(self, shut: Mapping[int, Why]) -> Prepared:
        asked: dict[Power, list[plain.AnyOrder]] = {}
        for number, read in self.reads.items():
            if number not in shut and not isinstance(read.order, orders.Disband):
                asked.setdefault(read.unit.owner, []).append(read.plain)
        own = self.rules.conditions(self.position)
        conditions = replace(own, traits=self._traits(shut), bonuses=self._bonuses())
        return Prepared(pieces(self.board, self.position.units), asked, conditions)

    def _bonuses(self) -> dict[Place, Bonus]:
        """Return what rebels add to whoever comes against their enemy (machiavelli 5.5)."""
        found: dict[Place, Bonus] = {}
        for one in self.position.rebellions:
            able = frozenset(power for power in self.position.accounts if power != one.against)
            able |= frozenset(unit.owner for unit in self.position.units if unit.owner != one.against)
            why = f"rebels against {self.rules.power(one.against)} help it"
            found[one.place] = Bonus(why=why, powers=able, alone=True)
        return found

    def _traits(self, shut: Mapping[int, Why]) -> dict[str, Traits]:
        """Return what kind and class do not say: garrisons that have a class, and elites whose support is cut."""
        found: dict[str, Traits] = {}
        for unit in self.position.units:
            if unit.kind == "G" and unit.unit_class in CLASSES:
                of_class = CLASSES[unit.unit_class].traits
                found[location(self.board, unit)] = replace(of_class, steps=1, uncut=UNCUT)
        if self.rules.options.elite_support_cut == "pointwise":
            found |= self._cut_by_points(shut)
        return found

    def _cut_by_points(self, shut: Mapping[int, Why]) -> dict[str, Traits]:
        """Return supporters of strength 2 that lose one point to attacks that come to one (machiavelli 3.1)."""
        found: dict[str, Traits] = {}
        for number, read in self.reads.items():
            unit = read.unit
            if number in shut or strength_of(unit) < ELITE.attack or unit.kind == "G":
                continue
            if not isinstance(read.plain, plain.SupportMove | plain.SupportHold):
                continue
            into = read.plain.to if isinstance(read.plain, plain.SupportMove) else read.plain.of.at
            if sum(map(strength_of, self._attackers(unit, place_of(into), shut))) == 1:
                why = "an attack of strength 1 takes only one point of it"
                found[location(self.board, unit)] = replace(ELITE, support=1, uncut=why)
        return found

    def _attackers(self, unit: Unit, into: Place, shut: Mapping[int, Why]) -> Iterator[Unit]:
        """Yield the units of others that attack a field from elsewhere than where its unit supports."""
        for number, read in self.reads.items():
            other, asked = read.unit, read.plain
            if number in shut or other.owner == unit.owner:
                continue
            comes_out = isinstance(asked, plain.Convert) and asked.kind != "G" and other.place == unit.place
            comes = isinstance(asked, plain.Move) and place_of(asked.to) == unit.place and other.place != into
            if comes_out or comes:
                yield other

    # Afterwards

    def _after(self, judgement: Judgement) -> tuple[Unit, ...]:
        """Return the units as they stand after the movement, with the numbers they had."""
        return tuple(self._paired(judgement))

    def _paired(self, judgement: Judgement) -> Iterator[Unit]:
        gone = {(lost.power, lost.unit.at) for lost in judgement.dislodged if not self._is_beside(lost.unit)}
        gone |= {(unit.owner, location(self.board, unit)) for unit in self._taken()}
        of: dict[Power, list[Unit]] = {}
        for unit in self.position.units:
            of.setdefault(unit.owner, []).append(unit)
        for power, those in of.items():
            stayed = [unit for unit in those if (power, location(self.board, unit)) not in gone]
            for unit, now in zip(stayed, judgement.units[power], strict=True):
                if unit.kind == now.kind and location(self.board, unit) == now.at:
                    yield self._turned(judgement, unit, unit)
                    continue
                place, coast = small(now.at)
                moved = replace(unit, kind=cast("Kind", now.kind), place=place, coast=coast)
                yield self._turned(judgement, unit, moved)

    def _turned(self, judgement: Judgement, unit: Unit, moved: Unit) -> Unit:
        """Convert a unit in place where its city fills the province (machiavelli 5.11).

        Whatever attacks the garrison keeps it from coming out; a fleet that is not dislodged gets in.
        """
        read = self.reads.get(unit.number)
        if read is None or not isinstance(read.order, orders.Convert) or not self.board.provinces[unit.place].fills:
            return moved
        if unit.kind == "G" and judgement.ordered_into(unit.place):
            return moved
        return replace(moved, kind=read.order.into)

    def result(self, *, told: bool) -> CampaignResult:
        """Return what became of all orders, and the position after the movement."""
        after = self._after(self.judgement)
        before = {unit.number: unit for unit in self.start.units}
        lost = [self._dislodged(one, after) for one in self.judgement.dislodged if not self._is_beside(one.unit)]
        away = {one.unit.number for one in lost} | self.taken.keys()
        entered = frozenset(unit.number for unit in after if _came_in(before[unit.number], unit))
        siege = besieged(self.rules, self.position, after, self.reads, away)
        found = self.judgement.result() if told else None
        if found is not None:
            self._tell(found.judged, siege.told, after)
        starved = [one for one in lost if one.unit.kind == "G"]
        self.lost += [(one.unit, _thrown_out(self.rules, one.unit)) for one in starved]
        self.lost += siege.lost
        self.lost += [(unit, self.taken[unit.number]) for unit in self._taken()]
        return CampaignResult(
            judged=tuple(self.judged),
            position=replace(self.position, units=after, sieges=siege.sieges, rebellions=siege.rebellions)
            .without(*(unit for unit, _ in siege.lost))
            .tidied(),
            dislodged=tuple(one for one in lost if one.unit.kind != "G"),
            standoffs=tuple(map(place_of, found.standoffs)) if found else (),
            entered=entered,
            held=self._held(away),
            lost=tuple(self.lost),
        )

    def _taken(self) -> list[Unit]:
        return [unit for unit in self.position.units if unit.number in self.taken]

    def _is_beside(self, unit: plain.Unit) -> bool:
        """Whether it is no unit but a figure that stands beside them."""
        return self.rules.map.kinds[unit.kind].beside

    def _held(self, away: Iterable[int]) -> frozenset[int]:
        """Return the units that held undislodged; one whose order could not be done holds as well."""
        return frozenset(
            unit.number
            for unit in self.position.units
            if unit.number not in away
            and (unit.number not in self.reads or isinstance(self.reads[unit.number].order, orders.Hold | orders.Lift))
        )

    def _dislodged(self, one: PlainDislodged, after: Iterable[Unit]) -> Dislodged:
        """Return a dislodged unit with where it may go: fields around, and its own city (machiavelli 8)."""
        place, _ = small(one.unit.at)
        unit = next(unit for unit in self.position.units if location(self.board, unit) == one.unit.at)
        came_out = one.attacker == f"{place}/{CITY}"
        ways = tuple("/".join(filter(None, small(way))) for way in one.retreats)
        if unit.kind == "F":
            straits = straits_of(self.rules, replace(self.position, units=tuple(after)), ())
            ways = tuple(way for way in ways if not straits.closed(unit.owner, unit.place, place_of(way)))
        bounds = self.rules.bounds(unit)
        ways = ways if bounds is None else tuple(way for way in ways if place_of(way) in bounds)
        if (
            not came_out
            and (not ways or self.rules.options.retreat_to_city == "always")
            and city_open(self.rules, replace(self.start, units=tuple(after)), unit)
        ):
            ways = (*ways, orders.CITY)
        return Dislodged(unit, orders.CITY if came_out else place_of(one.attacker), ways)

    # Telling

    def _tell(self, found: Sequence[PlainJudged], sieges: Mapping[int, Fate], after: Iterable[Unit]) -> None:
        """Say for every order read what became of it."""
        by_unit = {
            one.order.unit.at: one
            for one in found
            if not isinstance(one.order, plain.Waive) and not self._is_beside(one.order.unit)
        }
        now = {unit.number: unit for unit in after}
        spoken = {(one.power, one.order.unit) for one in self.judged}
        for number, read in self.reads.items():
            unit = read.unit
            if isinstance(read.order, orders.Disband):
                self.judged.append(Judged(unit.owner, read.order, "disbands", _disbanded(self.rules, unit)))
                continue
            one = by_unit[location(self.board, unit)]
            result, why = self._fate(read, one, now.get(number))
            if number in sieges and result not in DRIVEN:
                result, why = sieges[number]
            self.judged.append(Judged(unit.owner, read.order, result, why, one.dislodged))
        for unit in self.position.units:
            one = by_unit[location(self.board, unit)]
            name = named(unit)
            if unit.number not in self.reads and unit.owner != AUTONOMOUS and (unit.owner, name) not in spoken:
                result = cast("Result", one.result) if one.result in DRIVEN else "holds"
                self.judged.append(Judged(unit.owner, orders.Hold(name), result, one.why, one.dislodged))

    def _fate(self, read: Read, one: PlainJudged, now: Unit | None) -> tuple[Result, Why]:
        """Return result and reason of one order from those of the adjudicator."""
        if one.result in DRIVEN:
            return cast("Result", one.result), one.why
        if isinstance(read.order, orders.Convert):
            if now is not None and now.kind == read.order.into:
                return "converts", one.why if one.result == "moves" else _turned_words(read.order)
            return "bounces", one.why
        if isinstance(read.order, orders.Lift):
            return "lifts", Why("siege.lifted", "Lifts the siege.", {}, "machiavelli 6")
        if one.result == "convoys":
            return "transports", one.why
        return cast("Result", one.result), one.why


def _brings_fleet(read: Read) -> Place:
    """Return where an order may bring a fleet that was not there; empty where it brings none."""
    if isinstance(read.order, orders.Advance) and read.unit.kind == "F":
        return place_of(read.order.to)
    return read.unit.place if isinstance(read.order, orders.Convert) and read.order.into == "F" else ""


def _came_in(before: Unit, after: Unit) -> bool:
    """Whether a unit came into a field: from another place, or out of the city."""
    return after.kind != "G" and (before.place != after.place or before.kind == "G")


def _turned_words(order: orders.Convert) -> Why:
    becomes = {"A": "an army", "F": "a fleet", "G": "a garrison"}[order.into]
    return Why(
        "convert.done",
        f"Becomes {becomes}.",
        {},
        "machiavelli 5.11",
    )


def _disbanded(rules: Rules, unit: Unit) -> Why:
    return Why("lost.disbanded", f"{unit.kind} {rules.place(unit.place)} disbands.", {}, "machiavelli 5.9")


def _thrown_out(rules: Rules, unit: Unit) -> Why:
    return Why(
        "lost.garrison", f"The garrison of {rules.place(unit.place)} is dislodged and lost.", {}, "machiavelli 8"
    )
