"""What a seat may know of a game of Classic Risk, as data."""

from __future__ import annotations

import msgspec

from wartable.games.conquest.classic.course import COURSE
from wartable.games.conquest.classic.phases import PHASES, Shown
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core import goals, trading
from wartable.games.conquest.core.data import SET, WILD
from wartable.games.conquest.core.maprules import SYMBOLS
from wartable.games.conquest.core.view import (
    CardsView,
    CardView,
    ConquestView,
    GoalView,
    public,
)
from wartable.games.conquest.simultaneous.view import RoundView, round_view, totals


class RiskView(ConquestView, frozen=True, tag="risk"):
    """Everything a seat may know of a game of Classic Risk."""

    phase: Shown
    cards: CardsView
    goal: GoalView
    round: RoundView | msgspec.UnsetType = msgspec.UNSET
    """What is under way, where all move at the same time."""


def view_of(rules: RiskRules, state: RiskState, seat: int | None, stage: str) -> RiskView:
    """Return what a seat (None: a spectator) may know; `stage` is the one that the flow is in."""
    if state.options.moves == "simultaneous":
        shown = PHASES[state.phase].shown if state.phase in PHASES else stage
        common = public(rules, state, shown or "over")
        common["totals"] = totals(state)
        return RiskView(
            **common,
            cards=_cards(rules, state, seat),
            goal=_goal(rules, state, seat),
            round=round_view(COURSE, rules, state, seat),
        )
    return RiskView(
        **public(rules, state, PHASES[state.phase].shown),
        cards=_cards(rules, state, seat),
        goal=_goal(rules, state, seat),
    )


def _cards(rules: RiskRules, state: RiskState, seat: int | None) -> CardsView:
    cards = state.cards
    if not cards.hands:
        return CardsView(on=False)
    own = () if seat is None else cards.hands[seat]
    return CardsView(
        on=True,
        hand=tuple(CardView(rules.cards.ids[card], rules.cards.space(card), rules.cards.symbols[card]) for card in own),
        counts=tuple(len(hand) for hand in cards.hands),
        next_set=_next_set(rules, state),
        must_trade=trading.must_trade(rules, state, state.seat),
        deck=cards.deck.bit_count(),
        seized=rules.cards.seized,
    )


def _next_set(rules: RiskRules, state: RiskState) -> int | tuple[int, ...]:
    if rules.options.cards == "escalating":
        return rules.cards.sets.worth((), state.cards.sets)
    kinds = [*((symbol,) * SET for symbol in SYMBOLS), SYMBOLS]
    if rules.options.cards == "italian":
        kinds.append((SYMBOLS[0], SYMBOLS[0], WILD))
    return tuple(rules.cards.sets.worth(kind, 0) for kind in kinds)


def _goal(rules: RiskRules, state: RiskState, seat: int | None) -> GoalView:
    over = state.victory is not None
    secret = rules.options.goal == "missions" and not over
    return GoalView(
        kind=rules.options.goal,
        text=goals.goal_text(rules, state.seats),
        mission=None if seat is None else _mission(rules, state, seat),
        target=_target(rules, state, seat),
        missions=tuple(_mission(rules, state, one) for one in range(state.seats)) if over and state.missions else (),
        progress=tuple(
            None if secret and other != seat else round(goals.progress(rules, state, other), 4)
            for other in range(state.seats)
        ),
    )


def _mission(rules: RiskRules, state: RiskState, seat: int) -> str | None:
    """Return a seat's mission as a sentence, if it has one."""
    mission = goals.mission_of(rules, state, seat)
    if mission is None:
        return None
    text = mission.said(rules, state, seat)
    return f"{text[0].upper()}{text[1:]}."


def _target(rules: RiskRules, state: RiskState, seat: int | None) -> int | None:
    """Return the seat that the own mission says to eliminate, if it still does."""
    mission = None if seat is None else goals.mission_of(rules, state, seat)
    if seat is None or not isinstance(mission, goals.Eliminate) or mission.lost(state, seat):
        return None
    return mission.seat
