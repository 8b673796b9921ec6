"""Events as full sentences, and what is asked of a seat in a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from wartable.engine.values import Event
from wartable.engine.words import listed
from wartable.games.adjudication.orders import (
    AnyOrder,
    Build,
    Call,
    Convert,
    Convoy,
    Disband,
    Hold,
    Location,
    Move,
    Power,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from wartable.games.adjudication.results import Judged, Result
from wartable.games.adjudication.words import (
    a_kind,
    has_or_have,
    is_or_are,
    it_or_they,
    kind_words,
    place_words,
    unit_words,
)
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play.ending import why
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.voting import draw_voted

Names = Sequence[str]
"""Names of the players by seat."""


def sentence(rules: Rules, event: Event, names: Names) -> str:
    """Return an event as a full sentence."""
    return _SENTENCES[type(event)](rules, event, names)


_FAILED: dict[Result, str] = {
    "bounces": "bounced",
    "no_path": "no convoy",
    "cut": "cut",
    "unmatched": "void",
    "disrupted": "broken",
    "attacked": "attacked",
    "illegal": "illegal",
    "rejected": "rejected",
    "struck": "struck",
    "driven_off": "driven off",
    "eliminated": "eliminated",
}
"""What is added to an order that failed."""


def order_words(rules: Rules, order: AnyOrder) -> str:
    """Return an order in words: `Munich supports Berlin to Kiel`."""
    if isinstance(order, Waive):
        return "a build is waived"
    return f"{place_words(rules.variant.map, order.unit.at)} {_deed(rules, order)}"


def _deed(rules: Rules, order: AnyOrder) -> str:
    """Return what an order says of its unit."""

    def place(at: Location) -> str:
        return place_words(rules.variant.map, at)

    match order:
        case Move():
            between = f" through {place(order.path[0])}" if order.path and not order.via else ""
            words = f"to {place(order.to)}{' by convoy' if order.via else between}"
        case Call():
            words = f"calls for {kind_words(rules.variant.map, order.unit)}"
        case SupportHold():
            words = f"supports {place(order.of.at)}"
        case SupportMove():
            words = f"supports {place(order.of.at)} to {place(order.to)}"
        case Convoy():
            words = f"convoys {place(order.of.at)} to {place(order.to)}"
        case Convert():
            words = f"becomes {'a fleet' if order.unit.kind == 'A' else 'an army'}"
        case Retreat():
            words = f"retreats to {place(order.to)}"
        case Hold():
            words = "holds"
        case _:
            words = "is built" if isinstance(order, Build) else "is disbanded"
    return words


def _judged_words(rules: Rules, judged: Judged) -> str:
    failed = _FAILED.get(judged.result, "")
    notes = [note for note in (failed, "dislodged" if judged.dislodged else "") if note]
    return order_words(rules, judged.order) + (f" ({', '.join(notes)})" if notes else "")


def _opened(rules: Rules, event: e.PhaseOpened, _names: Names) -> str:
    movement = event.phase.kind == "movement"
    start = f"{rules.phase(event.phase)} {'begins' if movement else 'begin'}."
    if movement or not event.waits_for:
        return start
    waits = _powers(rules, event.waits_for)
    return f"{start} {waits} {'decides' if len(event.waits_for) == 1 else 'decide'}."


def _powers(rules: Rules, powers: Sequence[Power]) -> str:
    return listed([rules.power(power) for power in powers])


def _revealed(rules: Rules, event: e.OrdersRevealed, _names: Names) -> str:
    if event.missing:
        return f"{rules.power(event.power)} gave no orders: {_its(rules, event.power)} units hold."
    orders = "; ".join(_judged_words(rules, judged) for judged in event.judged)
    return f"{rules.power(event.power)} {rules.verb(event.power, 'orders')}: {orders}."


def _dislodged(rules: Rules, event: e.Dislodged, _names: Names) -> str:
    whose = f" by {rules.power(event.by)}" if event.by else ""
    source = f" from {rules.place(event.source)}" if event.source else ""
    start = (
        f"{_whose(rules, event.power, event.unit)} {is_or_are(rules.variant.map, event.unit)} dislodged{whose}{source}"
    )
    if not event.retreats:
        return f"{start} and {has_or_have(rules.variant.map, event.unit)} nowhere to go."
    places = listed([place_words(rules.variant.map, place) for place in event.retreats])
    return f"{start}; {it_or_they(rules.variant.map, event.unit)} may retreat to {places.replace(' and ', ' or ')}."


def _whose(rules: Rules, power: Power, unit: Unit) -> str:
    on = rules.variant.map
    return f"{rules.variant.powers[power].adjective} {kind_words(on, unit)} {place_words(on, unit.at)}"


def _retreated(rules: Rules, event: e.Retreated, _names: Names) -> str:
    return f"{rules.power(event.power)}: {event.judged.why.sentence}"


def _adjusted(rules: Rules, event: e.Adjusted, _names: Names) -> str:
    done: list[str] = []
    does = partial(rules.verb, event.power)
    built = [
        a_kind(rules.variant.map, one.order.unit) + _in(rules, one.order.unit)
        for one in event.judged
        if isinstance(one.order, Build)
    ]
    waived = sum(isinstance(one.order, Waive) for one in event.judged)
    removed = [unit_words(rules.variant.map, one.order.unit) for one in event.judged if isinstance(one.order, Disband)]
    if built:
        done.append(f"{does('builds')} {listed(built)}")
    if waived:
        done.append(f"{does('leaves')} {'a build' if waived == 1 else f'{waived} builds'} unused")
    if removed:
        done.append(f"{does('removes')} {listed(removed)}")
    if event.automatic:
        lost = listed([unit_words(rules.variant.map, unit) for unit in event.automatic])
        done.append(f"{does('loses')} {lost} by the rule")
    return f"{rules.power(event.power)} {listed(done)}."


def _its(rules: Rules, power: Power) -> str:
    return "their" if rules.variant.powers[power].plural else "its"


def _in(rules: Rules, unit: Unit) -> str:
    return f" in {place_words(rules.variant.map, unit.at)}"


def _taken(rules: Rules, event: e.CentresTaken, _names: Names) -> str:
    gained: dict[Power, list[str]] = {}
    for centre, loser in sorted(zip(event.centres, event.losers, strict=True), key=lambda pair: pair[1] != ""):
        gained.setdefault(loser, []).append(rules.place(centre))
    # What nobody owned comes first: after "from Austria" it would read as the name of a second loser.
    parts = [listed(places) + (f" from {rules.power(loser)}" if loser else "") for loser, places in gained.items()]
    does, more = partial(rules.verb, event.power), len(parts) > 1
    taken = f"{', '.join(parts[:-1])}, and {parts[-1]}," if more else parts[0]
    return f"{rules.power(event.power)} {does('takes')} {taken} and {does('owns')} {_centres(event.total)}."


def _centres(count: int) -> str:
    return "1 centre" if count == 1 else f"{count} centres"


def _eliminated(rules: Rules, event: e.Eliminated, names: Names) -> str:
    player = f" ({names[event.seat]})" if event.seat is not None else ""
    has, is_ = rules.verb(event.power, "has"), rules.verb(event.power, "is")
    its = _its(rules, event.power)
    return f"{rules.power(event.power)}{player} {has} lost {its} last unit and centre and {is_} out of the game."


def _disorder(rules: Rules, event: e.DisorderBegan, names: Names) -> str:
    name = f"{rules.power(event.power)} ({names[event.seat]})"
    has, falls = rules.verb(event.power, "has"), rules.verb(event.power, "falls")
    often = f" {event.missed} times in a row" if event.missed > 1 else ""
    return f"{name} {has} sent nothing{often} and {falls} into civil disorder."


def _returned(rules: Rules, event: e.DisorderEnded, names: Names) -> str:
    name, is_ = f"{rules.power(event.power)} ({names[event.seat]})", rules.verb(event.power, "is")
    return f"{name} {is_} played again: {_its(rules, event.power)} civil disorder is over."


def _voted(rules: Rules, event: e.DrawVoted, _names: Names) -> str:
    return draw_voted(event.powers, (), rules.power)


def _proposed(rules: Rules, event: e.DrawProposed, _names: Names) -> str:
    return draw_voted(event.powers, event.sharing, rules.power)


def _ended(rules: Rules, event: e.Ended, names: Names) -> str:
    if len(event.powers) == len(event.seats):
        players = [f"{rules.power(p)} ({names[s]})" for p, s in zip(event.powers, event.seats, strict=True)]
    else:  # who leads several powers is named alone
        players = [names[seat] for seat in event.seats]
    alone = len(players) == 1 and not (len(event.powers) == 1 and rules.variant.powers[event.powers[0]].plural)
    shared = "share the victory" if event.kind == "sudden_death" else "draw"
    end = shared if len(players) > 1 else "wins" if alone else "win"
    return f"{why(rules, event.powers, event.reason)} {listed(players)} {end}."


_SENTENCES: dict[type[Event], Callable[[Rules, Any, Names], str]] = {
    e.PhaseOpened: _opened,
    e.OrdersRevealed: _revealed,
    e.Dislodged: _dislodged,
    e.Retreated: _retreated,
    e.Adjusted: _adjusted,
    e.CentresTaken: _taken,
    e.Eliminated: _eliminated,
    e.DisorderBegan: _disorder,
    e.DisorderEnded: _returned,
    e.DrawVoted: _voted,
    e.DrawProposed: _proposed,
    e.Ended: _ended,
}
