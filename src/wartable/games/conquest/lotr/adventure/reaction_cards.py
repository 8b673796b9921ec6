"""Powers played in windows: against attacks on own territories, and upon the Fellowship (`lotr-risk L46` to `L53`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.errors import Reason
from wartable.games.conquest.core.events import Fortified
from wartable.games.conquest.core.play import moved
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.actions import PlayCard
from wartable.games.conquest.lotr.adventure.hands import barred, laid_down, number_of, reinforced
from wartable.games.conquest.lotr.data import Power, adventure_card
from wartable.games.conquest.lotr.movement import bridge_blocked, seaborne
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Going, Leaving, LotrTask, Reacting, RingDie, RingRolled

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.rules import LotrRules, Window  # which the options are compiled into

SUBJECTS: Mapping[str, type[LotrTask]] = {
    "attack.declared": Rolling,
    "battle.declared": Rolling,
    "fellowship.leaves": Leaving,
    "fellowship.rolled": RingRolled,
    "fellowship.leaving": Going,
}
"""What each window is about: the task that waits for it."""


def subject(state: LotrState, about: str) -> LotrTask | None:
    """Return what a window is about; None where that is over, as for a roll that was forced (`lotr-risk L51`)."""
    for task in state.agenda:  # a plain loop: this is asked for several times at every window
        if not isinstance(task, Reacting):
            return task if isinstance(task, SUBJECTS[about]) else None
    return None


# --- who may play what


def refusal(rules: LotrRules, state: LotrState, about: str, seat: int, action: PlayCard) -> Reason | None:
    """Say why a seat may not play a card in a window; None where it may."""
    rule = f"lotr-risk card:{action.card}"
    if number_of(rules, state, seat, action.card) is None:
        return Reason(code="card.not_held", message="You do not hold this card.", rule=rule)
    power = adventure_card(action.card)
    fits = isinstance(power, Power) and power in rules.windows[cast("Window", about)]
    if barred(state, seat) or not fits or not open_to(rules, state, subject(state, about), seat, cast("Power", power)):
        return Reason(code="card.not_now", message=f"{power.name} cannot be played now: {power.words}", rule=rule)
    if action not in ways_to_play(rules, state, about, seat, cast("Power", power)):
        return Reason(code="card.wrong_use", message=f"{power.name} cannot be played so: {power.words}", rule=rule)
    return None


def open_to(rules: LotrRules, state: LotrState, task: LotrTask | None, seat: int, power: Power) -> bool:
    """Whether a seat that held a power could play it upon what a window is about, as far as everybody knows."""
    if isinstance(task, Rolling) and state.owner(task.target) != seat:
        return False
    return fitting(rules, state, task, power)


def fitting(rules: LotrRules, state: LotrState, task: LotrTask | None, power: Power) -> bool:
    """Whether whom a window concerns could play a power in it, if it were in hand."""
    if not isinstance(task, Rolling):
        return not power.territory or rules.board.index[power.territory] == rules.path[state.ring]
    if power.effect == "sink":
        return seaborne(rules, state, task.source, task.target)
    if power.effect == "withdraw":
        many = rules.options.hidden_armies or state.armies[task.target] > 1
        return many and bool(refuges(rules, state, state.owner(task.target), task.target))
    return True


def refuges(rules: LotrRules, state: LotrState, seat: int, space: int) -> int:
    """Return the own territories to which units may withdraw: by land, bridge or one sea-line (`lotr-risk L47`)."""
    near = (rules.land[space] | rules.sea[space]) & state.held[seat]
    return sum(1 << other for other in bits(near) if not bridge_blocked(state, space, other))


def ways_to_play(rules: LotrRules, state: LotrState, about: str, seat: int, power: Power) -> Iterator[PlayCard]:
    """Yield every way to play a power that is open to a seat in a window."""
    task = subject(state, about)
    if isinstance(task, Rolling) and power.effect == "withdraw":
        if state.armies[task.target] > 1:
            yield from (
                PlayCard(power.id, target=rules.id(to)) for to in bits(refuges(rules, state, seat, task.target))
            )
    elif power.either:
        yield PlayCard(power.id, count=power.amount)
        yield PlayCard(power.id, count=-power.amount)
    else:
        yield PlayCard(power.id)


def plays(rules: LotrRules, state: LotrState, about: str, seat: int) -> Iterator[PlayCard]:
    """Yield everything that a seat may play in a window."""
    hands, answering = state.adventure.hands, rules.answering[cast("Window", about)]
    found = [cast("Power", rules.deck[card]) for card in hands[seat] if answering >> card & 1] if hands else ()
    if not found or barred(state, seat):
        return
    task = subject(state, about)
    for power in {power.id: power for power in found}.values():
        if open_to(rules, state, task, seat, power):
            yield from ways_to_play(rules, state, about, seat, power)


# --- what the cards do

Emptied = Callable[["LotrRules", LotrState, Rolling, Tell], LotrState]
"""What follows where all units of an attack's territory are lost."""


def play(
    rules: LotrRules, state: LotrState, seat: int, action: PlayCard, tell: Tell, emptied: Emptied
) -> LotrState:  # fmt: skip
    """Play a card that answers what is first on the agenda."""
    power, task = cast("Power", adventure_card(action.card)), state.agenda[0]
    state = laid_down(rules, state, seat, action, tell)
    if isinstance(task, Rolling):
        return _against(rules, state, seat, action, power, task, tell, emptied)
    return _on_the_way(rules, state, action, power, task, tell)


def _against(
    rules: LotrRules, state: LotrState, seat: int, action: PlayCard, power: Power, fight: Rolling, tell: Tell,
    emptied: Emptied,
) -> LotrState:  # fmt: skip
    """Answer an attack."""
    if power.effect == "defend":
        return reinforced(rules, state, seat, power.id, fight.target, power.amount, tell)
    if power.effect == "withdraw":
        target, count = rules.board.index[action.target], state.armies[fight.target] - 1
        if tell is not None:
            tell.append(Fortified(seat, rules.id(fight.target), action.target, count))
        return replace(state, armies=moved(state, fight.target, target, count))
    lost = min(fight.dice, state.armies[fight.source] - rules.stay, rules.plain.attack_dice)
    after = reinforced(rules, state, seat, power.id, fight.source, -lost, tell)
    after = replace(after, agenda=after.agenda[1:])
    return after if after.armies[fight.source] else emptied(rules, after, fight, tell)


def _on_the_way(
    rules: LotrRules, state: LotrState, action: PlayCard, power: Power, task: LotrTask, tell: Tell
) -> LotrState:
    """Answer a step or a roll of the Fellowship."""
    if isinstance(task, RingRolled):
        change = action.count if power.either else power.amount
        return replace(state, agenda=(replace(task, change=task.change + change), *state.agenda[1:]))
    if power.effect == "roll" and isinstance(task, Leaving):
        return replace(state, agenda=(RingDie(task.seat), *state.agenda[1:]))
    if tell is not None and isinstance(task, Leaving | Going):
        tell.append(e.RingStayed(task.seat, rules.id(rules.path[state.ring])))
    return replace(state, agenda=state.agenda[1:])
