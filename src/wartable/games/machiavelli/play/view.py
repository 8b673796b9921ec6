"""What a seat may know of a game, as data: no orders, accounts or assassins of others that are secret."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from wartable.games.machiavelli.ending import standing_of
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play import fog
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders, ShiftOrders, YearOrders
from wartable.games.machiavelli.play.danger_views import DangerView, dangers_of
from wartable.games.machiavelli.play.desk import DeskView, desk_of
from wartable.games.machiavelli.play.state import Ending, MachiavelliState, Report
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope, SendOrders, SendRetreats, SendShifts, SendYear
from wartable.games.machiavelli.play.tell import why
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Account, Country, Place, Position, Power


class PowerView(msgspec.Struct, frozen=True):
    """A power: who plays it, what it has of what wins, and whether it is out or asked.

    `capital` is where what befalls its ruler is marked on the board.
    """

    id: Power
    name: str
    seat: int
    cities: int
    homes: tuple[Country, ...]
    units: int
    out: bool
    asked: bool
    colour: int
    capital: Place


class CityView(msgspec.Struct, frozen=True):
    """A city: what it counts and pays, whether garrisons may be in it, whether it is a port and fills its place."""

    value: int
    walled: bool
    port: bool
    fills: bool


class MachiavelliView(msgspec.Struct, frozen=True, tag="machiavelli"):
    """One moment as a seat sees it; `position` has empty accounts in place of those that are secret.

    `mine` is the own answer that is in, which nobody else sees before all are. `owners` tells who controls each space
    of the board, by seat (-1: nobody). `target` cities and `countries` home countries win. `asks` is what powers write
    now; `cities` are those of the board by their place, `desk` what the own power reckons with while it writes.
    `straits` are the edges that a hostile fleet closes, by the province it controls them from; `dangers` are the
    disasters that are rolled for.
    """

    board: str
    scenario: str
    title: str
    phase: str
    power: Power | None
    powers: tuple[PowerView, ...]
    position: Position
    dislodged: tuple[Dislodged, ...]
    owners: tuple[int, ...]
    mine: CampaignOrders | RetreatOrders | YearOrders | ShiftOrders | None
    last: Report | None
    target: int
    countries: int
    secret_accounts: bool
    ending: Ending | None
    asks: Literal["campaign", "retreats", "year", "shifts", "bans", ""]
    money: bool
    cities: Mapping[Place, CityView]
    straits: Mapping[Place, tuple[Place, Place]]
    dangers: tuple[DangerView, ...]
    desk: DeskView | None


def view_of(rules: Rules, state: MachiavelliState, seat: int | None, spaces: tuple[str, ...]) -> MachiavelliView:
    """Return what a seat (None: a spectator) may know; `spaces` are those of the drawn board in their order."""
    options, known = rules.options, _known(rules, state, seat)
    asked = _asked(state)
    return MachiavelliView(
        board=rules.board.picture,
        scenario=rules.scenario.key,
        title=rules.scenario.title,
        phase=phase_words(state),
        power=None if seat is None else state.powers[seat],
        powers=tuple(_power(rules, state, number, asked) for number in range(len(state.powers))),
        position=known,
        dislodged=fog.dislodged_seen(rules, state, seat),
        owners=tuple(_seat(state, known.provinces.get(space, "")) for space in spaces),
        mine=_mine(state, seat),
        last=fog.report_seen(state, seat),
        target=known.target,
        countries=rules.goal.homes,
        secret_accounts=options.treasuries == "secret",
        ending=state.ending and replace(state.ending, reason=why(state.ending.reason)),
        asks=_asks(state),
        money=options.money,
        cities=_cities(state.options),
        straits=_straits(state.options),
        dangers=dangers_of(state.options),
        desk=_desk(rules, state, seat),
    )


def _asks(state: MachiavelliState) -> Literal["campaign", "retreats", "year", "shifts", "bans", ""]:
    match state.agenda[0] if state.agenda else None:
        case SendOrders():
            return "campaign"
        case SendRetreats():
            return "retreats"
        case SendYear():
            return "year"
        case SendShifts():
            return "shifts"
        case AskPope() | AskHeed():
            return "bans"
        case _:
            return ""


@lru_cache(8)
def _cities(options: MachiavelliOptions) -> Mapping[Place, CityView]:
    rules = rules_of(options)
    return {
        place: CityView(facts.city.value, rules.walled(place), facts.city.port, facts.fills)
        for place, facts in rules.board.provinces.items()
        if facts.city and (facts.city.value or rules.walled(place)) and place not in rules.scenario.out
    }


@lru_cache(8)
def _straits(options: MachiavelliOptions) -> Mapping[Place, tuple[Place, Place]]:
    rules = rules_of(options)
    gone = set(rules.scenario.out)
    return {place: edge for place, edge in rules.board.straits.items() if not gone & {place, *edge}}


@lru_cache(128)
def _capital(options: MachiavelliOptions, power: Power) -> Place:
    """Return the city that bears the name of a power or of a home country of it, else its most valuable at home."""
    rules = rules_of(options)
    countries = rules.scenario.powers[power].countries
    homes = [place for country in countries for place in rules.scenario.countries[country].provinces]
    named = [place for place in (power, *countries) if place in homes]
    worth = {place: city.value for place in homes if (city := rules.board.city(place))}
    return named[0] if named else max(worth, key=worth.__getitem__, default="")


def _desk(rules: Rules, state: MachiavelliState, seat: int | None) -> DeskView | None:
    """Return what a power reckons with while it is asked for orders; None else, and where there is no money."""
    if seat is None or not rules.options.money or _asks(state) != "campaign" or seat not in _asked(state):
        return None
    return desk_of(rules, fog.position_seen(rules, state, seat), state.powers[seat])


def phase_words(state: MachiavelliState) -> str:
    """Return what is on: `spring 1454`, `retreats, spring 1454`, `winter before 1455`."""
    position = state.position
    task = state.agenda[0] if state.agenda else None
    if isinstance(task, SendYear):
        return f"start of {position.year}"
    season = f"{position.season} {position.year}"
    if isinstance(task, SendShifts):
        return f"strategic movement, {season}"
    if isinstance(task, AskPope | AskHeed):
        return f"excommunication, {season}"
    return f"retreats, {season}" if isinstance(task, SendRetreats) else season


def _asked(state: MachiavelliState) -> tuple[int, ...]:
    task = state.agenda[0] if state.agenda else None
    if isinstance(task, AskPope):
        return task.asked
    return tuple(task.seats) if isinstance(task, SendOrders | SendRetreats | SendYear | SendShifts | AskHeed) else ()


def _mine(
    state: MachiavelliState, seat: int | None
) -> CampaignOrders | RetreatOrders | YearOrders | ShiftOrders | None:
    task = state.agenda[0] if state.agenda else None
    if seat is None or not isinstance(task, SendOrders | SendRetreats | SendYear | SendShifts):
        return None
    return next((answer for other, answer in task.given if other == seat), None)


def _known(rules: Rules, state: MachiavelliState, seat: int | None) -> Position:
    """Return the position without what a seat does not see, and without the accounts that it does not know."""
    position = fog.position_seen(rules, state, seat)
    if rules.options.treasuries == "open":
        return position
    own = None if seat is None else state.powers[seat]
    accounts = {
        power: account if power == own else Account(eliminated=account.eliminated)
        for power, account in position.accounts.items()
    }
    return replace(position, accounts=accounts)


def _seat(state: MachiavelliState, power: Power) -> int:
    found = state.seat_of(power)
    return -1 if found is None else found


def _power(rules: Rules, state: MachiavelliState, seat: int, asked: tuple[int, ...]) -> PowerView:
    power, position = state.powers[seat], state.position
    start = rules.scenario.powers[power]
    return PowerView(
        id=power,
        name=start.name,
        seat=seat,
        cities=standing_of(rules, position, power).cities,
        homes=position.held_by(power),
        units=len(position.of(power)),
        out=power not in position.powers,
        asked=seat in asked,
        colour=start.colour,
        capital=_capital(state.options, power),
    )
