"""Whole games in pairs that differ only in what somebody may not know: they are told the same from start to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tests.conquest.lotr.play import NAMES, random_options, started
from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, answer_with
from wartable.engine.errors import IllegalAction
from wartable.engine.game import Inquiry
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.events import Battle
from wartable.games.conquest.core.tasks import Drawing
from wartable.games.conquest.lotr.actions import Discard, PlayCard, ShowMission
from wartable.games.conquest.lotr.adventure.happenings import choice, event_of, territory_deck
from wartable.games.conquest.lotr.events import BattleHeard, CapitalFell, Departed, Discarded, TurnedUp
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.inquiries import AskWay
from wartable.games.conquest.lotr.opening import goals_left
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import DealingGoal, DealingHand, DrawingAdventure, TurningUp
from wartable.games.conquest.lotr.visible import seen

TRIES = 40
MOST = 30_000
SIDES = {"alliance", "team", "alliance-tweaked"}
SHOWN = (Discarded, CapitalFell, TurnedUp, Departed)
"""What shows everybody what was hidden until then, whatever was decided."""
LONG = {"domination"}
"""Presets of which random play comes to no end for a long time: only so many decisions of theirs are looked at."""


class Twins:
    """Two games, and the one who looks at both: a seat, or None for a spectator."""

    def __init__(self, state: LotrState, viewer: Seat | None, seed: int) -> None:
        self.one = self.other = state
        self.viewer, self.rng = viewer, Random(seed)
        self.seen = Counter[str]()

    def play(self, most: int = MOST) -> None:
        """Play both to the end, and look at every position."""
        for _ in range(most):
            asked = LOTR_RISK.to_act(self.one)
            if not asked:
                return
            if self.one != self.other:
                self._compare()
            seat = self.rng.choice(asked)
            (self._draw if seat == CHANCE else self._decide)(seat)

    def _compare(self) -> None:
        self.seen["apart"] += 1
        luck = self.rng.random()
        mine, theirs = (told(state, self.viewer, Random(luck)) for state in (self.one, self.other))
        assert mine == theirs, _difference(mine, theirs)

    def _draw(self, _seat: Seat) -> None:
        wanted, fight = LOTR_RISK.request(self.one), self.one.fight
        if fight and ~self._sight(self.one) & (1 << fight.source | 1 << fight.target):
            answer = answer_with(wanted, self.rng)
            if wanted == LOTR_RISK.request(self.other):
                self._same_battle(answer)
            self._part(CHANCE, answer)  # what comes of it depends on units that are not seen
            return
        assert wanted == LOTR_RISK.request(self.other)
        if not isinstance(wanted, Draw):
            answer = answer_with(wanted, self.rng)
            self._both(CHANCE, answer, answer)
            return
        index = self.rng.randrange(wanted.among)
        open_to_viewer = wanted.audience is None or self.viewer in wanted.audience
        mine = learned(self.one, index, open_to_viewer=open_to_viewer)
        found = range(wanted.among)
        same = [n for n in found if learned(self.other, n, open_to_viewer=open_to_viewer) == mine]
        if same:
            self._both(CHANCE, Drawn(index), Drawn(self.rng.choice(same)))
        else:
            self._part(CHANCE, Drawn(index))

    def _same_battle(self, answer: Action) -> None:
        rolls: list[tuple[Event, ...]] = []
        for state in (self.one, self.other):
            step = LOTR_RISK.apply(state, CHANCE, answer)
            if LOTR_RISK.outcome(step.state):
                return
            rolls.append(tuple(event for event in step.events if isinstance(event, Battle | BattleHeard)))
        assert self._heard(rolls[0]) == self._heard(rolls[1])

    def _decide(self, seat: Seat) -> None:
        for _ in range(TRIES):
            action = LOTR_RISK.legal(self.one, seat).sample(self.rng)
            allowed = LOTR_RISK.explain(self.other, seat, action) is None
            assert allowed or seat != self.viewer, action
            if allowed:
                self._both(seat, action, action)
                return
        self._part(seat, LOTR_RISK.legal(self.one, seat).sample(self.rng))

    def _part(self, seat: Seat, action: Action) -> None:
        """Go on where nothing can happen that both games have room for, with what is hidden drawn anew."""
        self.seen["anew"] += 1
        self.one = self.other = LOTR_RISK.advance(self.one, seat, action)
        self._draw_anew()

    def _draw_anew(self) -> None:
        if LOTR_RISK.outcome(self.one) is None:
            self.other = LOTR_RISK.resample(self.one, self.viewer, self.rng)

    def _both(self, seat: Seat, mine: Action, theirs: Action) -> None:
        one, other = LOTR_RISK.apply(self.one, seat, mine), LOTR_RISK.apply(self.other, seat, theirs)
        events = (*one.events, *other.events)
        answers = [getattr(state.agenda[0], "given", ()) for state in (self.one, self.other)]  # of a window that closes
        new = self._sight(one.state) & ~self._sight(self.one)  # units that come to be seen were hidden until now
        self.one, self.other = one.state, other.state
        self.seen.update(str(event.__struct_config__.tag) for event in one.events)
        over = any(LOTR_RISK.outcome(step.state) for step in (one, other))
        if over or new or (events and answers[0] != answers[1]) or any(isinstance(event, SHOWN) for event in events):
            self.other = self.one
        else:
            assert self._heard(one.events) == self._heard(other.events)
            assert LOTR_RISK.to_act(one.state) == LOTR_RISK.to_act(other.state)
        if self.one == self.other and not self.rng.randrange(10):
            self._draw_anew()

    def _sight(self, state: LotrState) -> int:
        return seen(LOTR_RISK.rules(state), state, self.viewer)

    def _heard(self, events: tuple[Event, ...]) -> list[tuple[bytes, str]]:
        heard = [event for event in events if event.heard_by(self.viewer)]
        return [(msgspec.json.encode(event), LOTR_RISK.tell(event, NAMES, self.one.options)) for event in heard]


def learned(state: LotrState, index: int, *, open_to_viewer: bool) -> object:
    """Return what somebody learns of a card when it is drawn: which it is, or what is seen of what it does."""
    rules, task = LOTR_RISK.rules(state), state.agenda[0]
    match task:
        case DrawingAdventure():
            card = bits(state.adventure.deck)[index]
            return card if open_to_viewer or rules.events_mask >> card & 1 else None
        case DealingHand(adventure=True):
            return bits(state.adventure.deck & ~rules.events_mask)[index] if open_to_viewer else None
        case TurningUp():
            card = bits(choice(rules, state, task))[index]
            shown = card >= len(rules.board.ids) or state.held[task.seat] >> card & 1
            assert open_to_viewer or event_of(rules, task).effect == "uprising"
            return card if open_to_viewer or shown else None
        case DealingGoal():
            return goals_left(rules, state)[index] if open_to_viewer else None
        case Drawing():
            return bits(territory_deck(rules, state))[index] if open_to_viewer else None
        case _:
            return bits(state.cards.deck)[index] if open_to_viewer else None


def told(state: LotrState, viewer: Seat | None, rng: Random) -> list[bytes]:
    """Return everything that the game tells somebody of a position."""
    return [msgspec.json.encode(part, order="deterministic") for part in _told(state, viewer, rng)]


def _told(state: LotrState, viewer: Seat | None, rng: Random) -> Iterator[Any]:
    yield LOTR_RISK.view(state, viewer)
    yield LOTR_RISK.asked(state)
    yield LOTR_RISK.measures(state)
    yield LOTR_RISK.clock(state)
    yield LOTR_RISK.sides(state)
    if viewer is None:
        return
    offered = LOTR_RISK.standing_now(state, state.options, viewer)
    yield offered
    yield [LOTR_RISK.settled(state, viewer, one.key) for one in offered]
    if viewer in LOTR_RISK.to_act(state):
        yield LOTR_RISK.prompt(state, viewer)
        yield LOTR_RISK.legal(state, viewer).structure()
        yield LOTR_RISK.default(state, viewer)
    yield [_reason(state, viewer, action) for action in _wishes(state, rng)]
    yield [_answer(state, viewer, question) for question in _questions(state, rng)]


def _wishes(state: LotrState, rng: Random) -> Iterator[Action]:
    """Yield decisions of the kinds that secrets may bear upon, most of them not allowed."""
    rules = LOTR_RISK.rules(state)
    source, target = (rng.choice(rules.board.ids) for _ in range(2))
    for card in rng.sample(sorted(rules.adventure), 3):
        yield PlayCard(card)
        yield PlayCard(card, source, target, 1)
        yield ShowMission(card)
        yield Discard((card,))
    yield Attack(source, target, 3)


def _reason(state: LotrState, viewer: Seat, action: Action) -> Any:
    return LOTR_RISK.explain(state, viewer, action), LOTR_RISK.forecast(state, viewer, action)


def _questions(state: LotrState, rng: Random) -> Iterator[Inquiry]:
    rules = LOTR_RISK.rules(state)
    if not rng.randrange(10):
        yield AskWay(space=rng.choice(rules.board.ids))
        yield AskWay(mission=rng.choice([card.id for card in rules.data.missions.cards if card.id in rules.adventure]))


def _answer(state: LotrState, viewer: Seat, question: Inquiry) -> Any:
    try:
        return LOTR_RISK.answer(state, viewer, question)
    except IllegalAction as refused:
        return refused.reason


def _difference(mine: list[bytes], theirs: list[bytes]) -> str:
    one, other = next(pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1])
    at = next((n for n, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1]), 0)
    return f"{one[max(0, at - 150) : at + 60].decode()} <> {other[max(0, at - 20) : at + 60].decode()}"


def looked_at(preset: str, viewer: int | None) -> None:
    seats = 4 if preset in SIDES else 3
    pair = Twins(started(preset, seats), None if viewer is None else Seat(viewer), seed=seats)
    pair.play(1_500 if preset in LONG else MOST)
    assert pair.seen["apart"] > 200
    assert preset in LONG or LOTR_RISK.outcome(pair.one) is not None


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_games_that_differ_in_secrets_alone_are_told_alike(preset: str) -> None:
    """Hands, decks, goals, capitals, cards kept aside, units that are not seen: no byte tells them."""
    looked_at(preset, sorted(PRESETS).index(preset) % 2)


@pytest.mark.strength
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_they_are_told_alike_to_everybody(preset: str, viewer: int | None) -> None:
    looked_at(preset, viewer)


@pytest.mark.strength
@pytest.mark.parametrize("seed", range(40))
def test_they_are_told_alike_by_any_options(seed: int) -> None:
    rng = Random(seed)
    options = random_options(rng)
    seats = rng.choice(LOTR_RISK.seat_counts(options))
    viewer = rng.choice([None, *map(Seat, range(seats))])
    Twins(LOTR_RISK.start(options.for_seats(seats), seats), viewer, seed).play(4_000)
