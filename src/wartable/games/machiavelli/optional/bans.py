"""Excommunication: the Papacy bars a power from letters, by the edition of 1995 or as the web site Condottieri has it.

By the first it names a power before a campaign, which exchanges letters with nobody until the orders are in; if all
others vote to ignore that, it is the Papacy that does not. By the second one power stays barred until it is forgiven,
and so does whoever writes to it; the barred write to each other alone. The game knows no letters, so there a power says
before each campaign whether it will write to the barred, and is barred with them. That, that a letter to everybody is
to nobody by name, and that bans end when the Papacy or the barred power leaves the game, is reconstructed.
Source: rules/machiavelli.md 14, excommunication.
"""

from __future__ import annotations

from wartable.games.machiavelli.events import BanIgnored, Excommunicated, Forgiven, Reason
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import NOBODY, Country, Position, Power

RULE = "machiavelli 14"
CHURCH: Country = "papacy"
"""The country whose power excommunicates."""


def pope(rules: Rules, position: Position) -> Power:
    """Return the power that excommunicates, while it is in the game; the empty string where nobody does."""
    if rules.options.excommunication == "none":
        return NOBODY
    starts = rules.scenario.powers
    return next((power for power in position.powers if CHURCH in starts[power].countries), NOBODY)


def able(rules: Rules, position: Position) -> tuple[Power, ...]:
    """Return the powers that can be excommunicated now: others than the Papacy, and one at a time."""
    church = pope(rules, position)
    if not church or position.extra.sentenced:
        return ()
    return tuple(power for power in position.powers if power not in {church, *position.extra.banned})


def forgivable(rules: Rules, position: Position) -> tuple[Power, ...]:
    """Return the powers that can be forgiven now."""
    return position.extra.banned if pope(rules, position) and rules.options.excommunication == "forgiven" else ()


def asked(rules: Rules, position: Position) -> tuple[Power, ...]:
    """Return the powers that say whether they ignore the ban: the others, by the second way the barred no more."""
    if not position.extra.banned:
        return ()
    out = {pope(rules, position)}
    if rules.options.excommunication == "forgiven":
        out |= {*position.extra.banned}
    return tuple(power for power in position.powers if power not in out)


def excommunicated(position: Position, power: Power) -> Outcome:
    """Bar a power from letters by sentence of the Papacy."""
    barred = _in_order(position, {*position.extra.banned, power})
    event = Excommunicated(year=position.year, season=position.season, power=power)
    return Outcome(position.with_extra(banned=barred, sentenced=power), (event,))


def forgiven(position: Position, power: Power) -> Outcome:
    """Let a power write letters again."""
    extra = position.extra
    sentenced = NOBODY if extra.sentenced == power else extra.sentenced
    after = position.with_extra(banned=tuple(one for one in extra.banned if one != power), sentenced=sentenced)
    return Outcome(after, (Forgiven(year=position.year, season=position.season, power=power),))


def ignored(rules: Rules, position: Position, powers: tuple[Power, ...]) -> Outcome:
    """Carry out what powers say that ignore the ban; by 1995 it takes all who are asked."""
    if rules.options.excommunication == "forgiven":
        return _joined(position, powers)
    church = pope(rules, position)
    if set(powers) != set(asked(rules, position)):
        return Outcome(position)
    why = Reason("ban.ignored", "All others voted to ignore it.", {}, RULE)
    event = BanIgnored(year=position.year, season=position.season, power=church, why=why)
    return Outcome(position.with_extra(banned=(church,)), (event,))


def _joined(position: Position, powers: tuple[Power, ...]) -> Outcome:
    why = Reason("ban.ignored", "It writes to the excommunicated.", {}, RULE)
    events = tuple(Excommunicated(year=position.year, season=position.season, power=one, why=why) for one in powers)
    barred = _in_order(position, {*position.extra.banned, *powers})
    return Outcome(position.with_extra(banned=barred), events)


def _in_order(position: Position, powers: set[Power]) -> tuple[Power, ...]:
    return tuple(power for power in position.powers if power in powers)


def lapsed(rules: Rules, position: Position) -> Position:
    """Return the position without bans of who has left the game, and without any once the Papacy has."""
    extra = position.extra
    if not extra.banned:
        return position
    kept = _in_order(position, {*extra.banned}) if pope(rules, position) else ()
    return position.with_extra(banned=kept, sentenced=extra.sentenced if extra.sentenced in kept else NOBODY)


def over(rules: Rules, position: Position) -> Position:
    """Return the position once the orders of a campaign are in: by 1995 the ban ends then."""
    if rules.options.excommunication != "campaign" or not position.extra.banned:
        return position
    return position.with_extra(banned=(), sentenced=NOBODY)


def silenced(rules: Rules, position: Position, power: Power, other: Power | None) -> str:
    """Return why a power may not write to another (None: to all) now, in a sentence; empty where it may."""
    barred = position.extra.banned
    mine, theirs = power in barred, other in barred
    if not mine and not theirs:
        return ""
    if rules.options.excommunication == "campaign":
        name = rules.power(power if mine or other is None else other)
        return f"{name} is excommunicated: until the orders are in, it exchanges letters with nobody."
    if mine and not theirs:
        return f"{rules.power(power)} is excommunicated: until it is forgiven, it writes to the excommunicated alone."
    if theirs and not mine and other is not None:
        return f"{rules.power(other)} is excommunicated: only who has said to ignore that may write to it."
    return ""
