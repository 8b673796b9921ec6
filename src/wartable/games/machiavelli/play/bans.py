"""The questions of excommunication: the Papacy's before a campaign, then who ignores its ban (machiavelli 14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wartable.engine.actions import Offer
from wartable.engine.errors import Reason
from wartable.engine.values import Action, Seat
from wartable.engine.words import listed
from wartable.games.machiavelli.optional import bans
from wartable.games.machiavelli.play.actions import Excommunicate, Forgive, Heed, Ignore, Refrain
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope, OpenBans
from wartable.games.machiavelli.play.turn import Run
from wartable.games.machiavelli.rules import Rules


def open_bans(run: Run, _task: OpenBans) -> None:
    """Ask the Papacy whom it excommunicates or forgives, then the others whether they ignore it."""
    rules, state = run.rules, run.state
    position = bans.lapsed(rules, state.position)
    run.change(position=position)
    seat = state.seat_of(bans.pope(rules, position))
    if seat is not None and (bans.able(rules, position) or bans.forgivable(rules, position)):
        run.push(AskPope(Seat(seat)))


def sentences(rules: Rules, state: MachiavelliState, _task: AskPope, _seat: Seat) -> Iterator[Action]:
    """Yield what the Papacy may decide; always that it lets all as it is."""
    yield Refrain()
    yield from map(Excommunicate, bans.able(rules, state.position))
    yield from map(Forgive, bans.forgivable(rules, state.position))


def sentence_refusal(
    rules: Rules, state: MachiavelliState, _task: AskPope, _seat: int, action: Action
) -> Reason | None:
    """Say why the Papacy may not decide so; None when it may."""
    position = state.position
    if isinstance(action, Excommunicate) and action.power not in (fix := bans.able(rules, position)):
        names = ", ".join(map(rules.power, fix)) or "nobody now, as one power is excommunicated"
        message = f"{rules.power(action.power)} cannot be excommunicated; this can: {names}."
        return Reason(code="order.ban", message=message, rule=bans.RULE, fix=fix)
    if isinstance(action, Forgive) and action.power not in (fix := bans.forgivable(rules, position)):
        names = ", ".join(map(rules.power, fix)) or "nobody"
        message = f"{rules.power(action.power)} is not to be forgiven; this is: {names}."
        return Reason(code="order.ban", message=message, rule=bans.RULE, fix=fix)
    return None


def sentence_offers(rules: Rules, state: MachiavelliState, _task: AskPope, _seat: int) -> Iterator[Offer]:
    """Yield what the Papacy may decide, with the powers it may name."""
    yield Offer(kind="pass", note="Leave everything as it is")
    if able := bans.able(rules, state.position):
        yield Offer(kind="excommunicate", targets=able)
    if barred := bans.forgivable(rules, state.position):
        yield Offer(kind="forgive", targets=barred)


def take_sentence(run: Run, _task: AskPope, action: Action) -> None:
    """Carry out what the Papacy decided, and ask who ignores it."""
    if isinstance(action, Excommunicate):
        run.take(bans.excommunicated(run.state.position, action.power))
    elif isinstance(action, Forgive):
        run.take(bans.forgiven(run.state.position, action.power))
    state = run.state
    powers = bans.asked(run.rules, state.position)
    seats = tuple(Seat(seat) for seat, power in enumerate(state.powers) if power in powers)
    if seats:
        run.push(AskHeed(seats))


def answers(_rules: Rules, _state: MachiavelliState, _task: AskHeed, _seat: Seat) -> tuple[Action, ...]:
    """Return what a power may say of the ban."""
    return (Heed(), Ignore())


def heed_offers(rules: Rules, _state: MachiavelliState, _task: AskHeed, _seat: int) -> Iterator[Offer]:
    """Yield both, with what follows."""
    lasting = rules.options.excommunication == "forgiven"
    yield Offer(kind="heed", note="Heed the ban")
    ignoring = "Ignore the ban: if all do, the Papacy may write to nobody instead"
    yield Offer(kind="ignore", note="Write to the excommunicated, and be excommunicated" if lasting else ignoring)


def take_answers(run: Run, _task: AskHeed, given: Sequence[tuple[Seat, Action]]) -> None:
    """Carry out what all have said."""
    powers = tuple(run.state.powers[seat] for seat, action in given if isinstance(action, Ignore))
    run.take(bans.ignored(run.rules, run.state.position, powers))


def pope_prompt(_rules: Rules, _state: MachiavelliState, _task: AskPope, _seat: int) -> str:
    """Return what the Papacy is asked."""
    return "Excommunicate a power"


def heed_prompt(rules: Rules, state: MachiavelliState, _task: AskHeed, _seat: int) -> str:
    """Return what the others are asked, with whom it is about."""
    barred = [rules.power(power) for power in state.position.extra.banned]
    until = "forgiven" if rules.options.excommunication == "forgiven" else "the orders are in"
    return f"Excommunicated: {listed(barred)}. No letters to and fro until {until}. Heed that, or ignore it"
