"""Standing answers to windows: passes until withdrawn, and cards for the first time they fit (`lotr-risk L54`).

A key is `pass WINDOW` or `card CARD WINDOW`, the window with a territory where it is for one alone, the card with its
further values: `pass fellowship`, `card courage_alone attack.declared@minas_tirith`,
`card strategic_withdrawal>lebennin attack.declared`, `card faramir_finds_ringbearer-2 fellowship.rolled`. Cards come
before passes in the order of keys, so that a card is not passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast, get_args

import msgspec

from wartable.board.compiled import bits
from wartable.engine.values import Action, Standing
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.lotr.actions import Pass, PlayCard
from wartable.games.conquest.lotr.adventure.hands import powers_in
from wartable.games.conquest.lotr.adventure.reaction_cards import refusal, subject
from wartable.games.conquest.lotr.data import Power
from wartable.games.conquest.lotr.rules import LotrRules, Window
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Reacting

FELLOWSHIP = "fellowship"
"""All three windows of the Fellowship (`lotr-risk L55`)."""
WINDOWS: dict[str, str] = {
    "attack.declared": "an attack",
    "battle.declared": "a further roll of an attack by sea",
    "fellowship.leaves": "the Fellowship leaving without a roll",
    "fellowship.rolled": "a roll of the Fellowship",
    "fellowship.leaving": "a roll that lets the Fellowship leave",
}
"""What each window is about, in words."""
_KEY = re.compile(
    r"(?:(?P<passes>pass)|card (?P<card>\w+?)(?:>(?P<to>\w+))?(?P<count>[+-]\d)?) "
    r"(?P<about>[a-z.]+)(?:@(?P<space>\w+))?"
)


class Answer(msgspec.Struct, frozen=True):
    """A standing answer: to which windows, where (empty: anywhere), and a card with its values, or nothing: a pass."""

    about: str
    space: str = ""
    play: PlayCard | None = None

    @property
    def key(self) -> str:
        """The answer as a key."""
        where = f"{self.about}@{self.space}" if self.space else self.about
        if self.play is None:
            return f"pass {where}"
        to = f">{self.play.target}" if self.play.target else ""
        count = f"{self.play.count:+d}" if self.play.count else ""
        return f"card {self.play.card}{to}{count} {where}"


def answer_of(rules: LotrRules, key: str) -> Answer | None:
    """Read a key; None where it names no window, territory or card of the game that fits it."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    about, space, to = found["about"], found["space"] or "", found["to"] or ""
    index = rules.board.index
    if (space and space not in index) or (to and to not in index):
        return None
    if found["passes"]:
        return Answer(about, space) if about == FELLOWSHIP or about in WINDOWS else None
    play = PlayCard(found["card"], target=to, count=int(found["count"] or 0))
    power = rules.adventure.get(play.card)
    fits = isinstance(power, Power) and about in WINDOWS and power in rules.windows[cast("Window", about)]
    return Answer(about, space, play) if fits and _complete(cast("Power", power), play) else None


def _complete(power: Power, play: PlayCard) -> bool:
    """Whether a card has the values that it wants, and no others."""
    counts = {power.amount, -power.amount} if power.either else {0}
    return play.count in counts and bool(play.target) == (power.effect == "withdraw")


def offered(rules: LotrRules) -> tuple[Standing, ...]:
    """Return the answers that need no card: to pass in a kind of window."""
    windows = (FELLOWSHIP, *(window for window in WINDOWS if rules.windows[cast("Window", window)]))
    there = any(rules.windows[window] for window in get_args(Window) if window.startswith(FELLOWSHIP))
    return tuple(told(rules, Answer(window)) for window in windows if there or not window.startswith(FELLOWSHIP))


def cards_now(rules: LotrRules, state: LotrState, seat: int) -> tuple[Standing, ...]:
    """Return each way to play a card that a seat holds, as it may be settled now."""
    return tuple(told(rules, answer) for answer in _cards(rules, state, seat))


def _cards(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Answer]:
    """Yield the ways to play cards of a hand: anywhere, on own territories, on steps of the way that are left."""
    for power in powers_in(rules, state, seat):
        for window, answers in rules.windows.items():
            if power not in answers:
                continue
            spaces = _spaces(rules, state, seat, power, window)
            for play in _plays(rules, state, seat, power):
                yield from (Answer(window, space, play) for space in ("", *spaces))


def _spaces(rules: LotrRules, state: LotrState, seat: int, power: Power, window: Window) -> tuple[str, ...]:
    if window.startswith(FELLOWSHIP):
        return () if power.territory else tuple(rules.id(space) for space in rules.path[state.ring :])
    own = state.held[seat] & (rules.ports if power.effect == "sink" else -1)
    return rules.board.names(own)


def _plays(rules: LotrRules, state: LotrState, seat: int, power: Power) -> Iterator[PlayCard]:
    if power.effect == "withdraw":
        yield from (PlayCard(power.id, target=rules.id(space)) for space in bits(state.held[seat]))
    elif power.either:
        yield from (PlayCard(power.id, count=count) for count in (power.amount, -power.amount))
    else:
        yield PlayCard(power.id)


def told(rules: LotrRules, answer: Answer) -> Standing:
    """Return an answer as players read it: a card is played once, a pass lasts until it is withdrawn."""
    about = "everything about the Fellowship" if answer.about == FELLOWSHIP else WINDOWS[answer.about]
    if answer.space:
        name = rules.name(rules.board.index[answer.space])
        about += f" {'in' if answer.about.startswith(FELLOWSHIP) else 'on'} {name}"
    if answer.play is None:
        proposed = answer.about == FELLOWSHIP and not answer.space
        return Standing(key=answer.key, title=f"Pass: {about}", lasts="game", proposed=proposed)
    card = rules.adventure[answer.play.card].name
    to = f" to {rules.name(rules.board.index[answer.play.target])}" if answer.play.target else ""
    count = f" ({answer.play.count:+d})" if answer.play.count else ""
    return Standing(key=answer.key, title=f"Play {card}{to}{count}, once: {about}")


def settled(rules: LotrRules, state: LotrState, seat: int, key: str) -> Action | None:
    """Return what an answer says to the window that is open for a seat; None where it does not fit."""
    task, answer = state.agenda[0] if state.agenda else None, answer_of(rules, key)
    if not isinstance(task, Reacting) or answer is None:
        return None
    if task.about != answer.about and not (answer.about == FELLOWSHIP and task.about.startswith(FELLOWSHIP)):
        return None
    if answer.space and rules.board.index[answer.space] != _place(rules, state, task):
        return None
    if answer.play is None:
        return Pass()
    return answer.play if refusal(rules, state, task.about, seat, answer.play) is None else None


def _place(rules: LotrRules, state: LotrState, task: Reacting) -> int:
    """Return the territory that a window is about: the one attacked, or the Fellowship's."""
    about = subject(state, task.about)
    return about.target if isinstance(about, Rolling) else rules.path[state.ring]
