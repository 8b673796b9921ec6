"""Reaction windows: opened to all who publicly could play a card, answered in secret, opened again after a card.

Who is asked follows from what lies open: who holds adventure cards at all, which cards have been seen the last of, and
where the attack or the Fellowship is. So nobody learns from a question what somebody holds (`lotr-risk L46`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.lotr.actions import Pass, PlayCard
from wartable.games.conquest.lotr.adventure.hands import barred, unseen
from wartable.games.conquest.lotr.adventure.reaction_cards import Emptied, fitting, play, plays, refusal, subject
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import LotrTask, Reacting
from wartable.games.flow.handler import Ask, Handler
from wartable.games.flow.run import Run

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.rules import LotrRules, Window  # which the options are compiled into

PASS = Pass()
PROMPTS = {
    "attack.declared": "You are attacked: play a card?",
    "battle.declared": "The attack by sea goes on: play a card?",
    "fellowship.leaves": "The Fellowship leaves without a roll: play a card?",
    "fellowship.rolled": "The Fellowship has rolled: play a card?",
    "fellowship.leaving": "The Fellowship may leave: play a card?",
}


def window(rules: LotrRules, state: LotrState, about: str) -> Reacting | None:
    """Return the window before what is first on the agenda; None where nobody publicly could play a card."""
    if not any(state.adventure.hands):
        return None
    seats = asked(rules, state, about)
    return Reacting(seats, about=about) if seats else None


def asked(rules: LotrRules, state: LotrState, about: str) -> tuple[Seat, ...]:
    """Return the seats that publicly could play a card in a window, in turn order from the seat on turn."""
    task, hands = subject(state, about), state.adventure.hands
    if task is None:
        return ()
    if isinstance(task, Rolling):
        owner = state.owner(task.target)
        concerned: tuple[int, ...] = (owner,) if owner != NOBODY else ()
    else:
        concerned = in_turn(state)
    able = tuple([Seat(seat) for seat in concerned if hands[seat] and not barred(state, seat)])
    return able if able and _answerable(rules, state, task, cast("Window", about)) else ()


def _answerable(rules: LotrRules, state: LotrState, task: LotrTask, about: Window) -> bool:
    """Whether a card that nobody has seen the last of could be played upon what a window is about."""
    there = unseen(state) & rules.answering[about]
    if not there:
        return False
    return any(rules.copies[power.id] & there and fitting(rules, state, task, power) for power in rules.windows[about])


def in_turn(state: LotrState) -> tuple[int, ...]:
    """Return the seats in turn order, the one on turn first."""
    place = state.order.index(state.seat)
    return state.order[place:] + state.order[:place]


def handler(emptied: Emptied) -> Handler:
    """Return how windows are handled; `emptied` says what follows where all units of an attack's territory are lost."""

    def takes(run: Run[Any, Any], task: Reacting, given: tuple[tuple[Seat, Action], ...]) -> None:
        played = {seat: action for seat, action in given if isinstance(action, PlayCard)}
        if played:
            _played(run, task, played, emptied)

    return Handler(
        awaits=_awaits,
        takes=takes,
        explains=_explains,
        asks_for=(PlayCard, Pass),
        every=_every,
        sample=_sample,
        offers=_offers,
        default=_passes,
        prompt=_prompt,
        title="Reactions",
        rule="lotr-risk L46",
    )


def _passes(_rules: object, _state: object, _task: object, _seat: Seat) -> Action:
    return PASS


def _prompt(_rules: object, _state: object, task: Reacting, _seat: Seat) -> str:
    return PROMPTS[task.about]


def _awaits(_rules: object, _state: object, task: Reacting) -> Ask:
    return Ask(task.seats, "reaction", secret=True, brief=True, about=task.about, at_once=True)


def _explains(rules: LotrRules, state: LotrState, task: Reacting, seat: Seat, action: Action) -> Reason | None:
    return refusal(rules, state, task.about, seat, action) if isinstance(action, PlayCard) else None


def _every(rules: LotrRules, state: LotrState, task: Reacting, seat: Seat) -> Iterator[Action]:
    yield PASS
    yield from plays(rules, state, task.about, seat)


def _sample(rules: LotrRules, state: LotrState, task: Reacting, seat: Seat, rng: Randomness) -> Action:
    """Mostly play what can be played, so that random games see cards."""
    able = tuple(plays(rules, state, task.about, seat))
    return able[rng.randrange(len(able))] if able and rng.randrange(3) else PASS


def _offers(rules: LotrRules, state: LotrState, task: Reacting, seat: Seat) -> Iterator[Offer]:
    yield Offer(kind="pass")
    yield from offers_of(plays(rules, state, task.about, seat))


def offers_of(cards: Iterable[PlayCard]) -> Iterator[Offer]:
    """Offer cards: `source` is the card, `note` the territory it is played from, the amount its units or its change."""
    alike: dict[tuple[str, str, int], list[str]] = {}
    for action in cards:
        alike.setdefault((action.card, action.source, action.count), []).append(action.target)
    for (card, source, count), targets in alike.items():
        places = tuple(filter(None, targets))
        yield Offer(kind="play", source=card, targets=places, least=count, most=count, note=source)


def _played(run: Run[Any, Any], task: Reacting, cards: dict[Seat, PlayCard], emptied: Emptied) -> None:
    """Carry out cards in turn order; what has become pointless stays in its hand unseen (`lotr-risk L51`)."""
    before = run.state
    for seat in in_turn(before):
        action = cards.get(Seat(seat))
        if action is None or subject(run.state, task.about) is None:
            continue
        if refusal(run.rules, run.state, task.about, seat, action) is None:
            run.state = play(run.rules, run.state, seat, action, run.tell, emptied)
    again = window(run.rules, run.state, task.about) if run.state is not before else None
    if again is not None:
        run.push(again)
