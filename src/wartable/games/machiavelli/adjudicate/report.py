"""A judged step in words and tables, for game masters: they see what every power may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wartable.engine.values import Event
from wartable.engine.words import counted
from wartable.games.machiavelli.adjudicate.moments import Moment
from wartable.games.machiavelli.adjudicate.phase import Verdict
from wartable.games.machiavelli.adjudicate.textform import write_moment
from wartable.games.machiavelli.adjustment import cost_of
from wartable.games.machiavelli.events import Told
from wartable.games.machiavelli.play.events import OrdersRevealed
from wartable.games.machiavelli.play.game import Machiavelli
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Power

_COLUMNS = ("ducats", "cities", "provinces", "units")


def report(game: Machiavelli, rules: Rules, verdict: Verdict) -> str:
    """Return the verdict as text: what happened in its order, the powers as a table, and the next position."""
    lines = [f"{verdict.before.position.season} {verdict.before.position.year} {verdict.before.step}", ""]
    lines += _happened(game, rules, verdict.events)
    lines += (f"Dice for {one.about}: {', '.join(map(str, one.faces))}." for one in verdict.dice)
    after = verdict.next.position if verdict.next else None
    lines += ["", *_table(rules, verdict.before.position, after)]
    if verdict.next is None:
        ending = verdict.ending.reason if verdict.ending else "Nothing is left to decide."
        return "\n".join([*lines, "", f"The game is over: {ending}"]) + "\n"
    due = "\n".join(_due(rules, verdict.next))
    return "\n".join([*lines, "", "Next:", "", write_moment(rules, verdict.next)]) + f"\nDue:\n{due}\n"


def _happened(game: Machiavelli, rules: Rules, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, OrdersRevealed):
            yield f"{rules.power(event.power)}:"
            for one in event.judged:
                result = f"{one.result}{', dislodged' if one.dislodged else ''}"
                rule = f" ({one.why.rule})" if one.why.rule else ""
                yield f"  {one.order!s:<28} {result}: {one.why.sentence}{rule}"
        else:
            yield game.tell(event, (), rules.options) + _about(rules, event)


def _about(rules: Rules, event: Event) -> str:
    """Return the rule of an event, and who alone may know of it."""
    if not isinstance(event, Told):
        return ""
    rule = f" ({event.why.rule})" if event.why and event.why.rule else ""
    return rule + (f" [only for {', '.join(map(rules.power, event.private_to))}]" if event.private_to else "")


def figures(position: Position, power: Power) -> tuple[int, int, int, int]:
    """Return what a power has: ducats, cities, provinces, units."""
    return (
        position.accounts[power].treasury,
        sum(holder == power for holder in position.cities.values()),
        sum(holder == power for holder in position.provinces.values()),
        len(position.of(power)),
    )


def _table(rules: Rules, before: Position, after: Position | None) -> Iterator[str]:
    """Yield each power's figures before and after."""
    yield f"{'':<16}" + "".join(f"{name:>14}" for name in _COLUMNS)
    for power in before.accounts:
        first = figures(before, power)
        last = figures(after, power) if after else first
        cells = (f"{one} > {other}" if one != other else f"{one}" for one, other in zip(first, last, strict=True))
        yield f"{rules.power(power):<16}" + "".join(f"{cell:>14}" for cell in cells)


def _count(units: Sequence[object]) -> str:
    return counted(len(units), "unit")


def _due(rules: Rules, moment: Moment) -> Iterator[str]:
    position = moment.position
    if moment.step == "retreats":
        for one in moment.dislodged:
            ways = ", ".join(one.retreats) or "nowhere"
            yield f"  {rules.power(one.unit.owner)}: {one.name} may retreat to {ways}, or disband (D)"
        yield from (f"  {rules.power(power)}: {told}" for power, told in rules.due_beside(position).items())
        return
    for power in position.powers:
        units = position.of(power)
        if moment.step == "units" and rules.options.money:
            money = f"pay for {_count(units)}: {cost_of(units)} of {position.accounts[power].treasury} ducats"
            yield f"  {rules.power(power)}: {money}; disband and raise"
        else:
            yield f"  {rules.power(power)}: {'build and disband' if moment.step == 'units' else f'{_count(units)}'}"
