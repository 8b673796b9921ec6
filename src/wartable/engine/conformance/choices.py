"""What a seat may do and may not do: the legal set, its listing, and refusals with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from wartable.engine.conformance.promise import APPLIED, LISTED, NotConforming, expect
from wartable.engine.digest import digest
from wartable.engine.driver import Match
from wartable.engine.errors import IllegalAction, NotListable
from wartable.engine.values import CHANCE, Action, Seat


def check_legal(match: Match, seat: Seat, rng: Random) -> None:
    """Check what a seat that is asked may do: it is not nothing, it is listed truly, and all of it applies."""
    legal = match.game.legal(match.state, seat)
    expect(legal.count() != 0, f"seat {seat + 1} is asked but can do nothing")
    expect(bool(legal.structure()), "the legal set has no structure")
    _check_listing(match, seat, rng)
    if seat != CHANCE:
        expect(bool(match.game.prompt(match.state, seat)), f"seat {seat + 1} is asked without words")
        default = match.game.default(match.state, seat)
        expect(default in legal, f"the default {default} is not legal")
        _check_applies(match, seat, default)
        for one in match.game.standing(match.options):
            action = match.game.settled(match.state, seat, one.key)
            expect(
                action is None or action in legal, f"the standing answer {one.key} says {action}, which is not legal"
            )


def _check_listing(match: Match, seat: Seat, rng: Random) -> None:
    legal = match.game.legal(match.state, seat)
    if not legal.listable:
        _check_refuses_listing(match, seat)
        return
    listed = list(islice(legal, LISTED))
    expect(len(set(listed)) == len(listed), "an action is listed twice")
    if len(listed) < LISTED:
        expect(legal.count() == len(listed), f"count says {legal.count()}, {len(listed)} are listed")
    for action in listed:
        expect(action in legal, f"the listed action {action} is not in the legal set")
    for action in rng.sample(listed, min(APPLIED, len(listed))):
        _check_applies(match, seat, action)


def _check_refuses_listing(match: Match, seat: Seat) -> None:
    try:
        iter(match.game.legal(match.state, seat))
    except NotListable:
        return
    raise NotConforming("a set that says it cannot be listed lets itself be iterated")


def _check_applies(match: Match, seat: Seat, action: Action) -> None:
    state = match.state
    reason = match.game.explain(state, seat, action)
    expect(reason is None, f"the legal action {action} is refused: {reason}")
    step = match.game.apply(state, seat, action)
    expect(step.state == match.game.advance(state, seat, action), f"apply and advance differ on {action}")
    expect(step == match.game.apply(state, seat, action), f"{action} does not lead to the same step twice")


def check_refusals(match: Match, stale: Sequence[Action], rng: Random) -> None:
    """Check that decisions from other moments are refused where they are not legal: `stale` are such."""
    welcome = match.game.may_act(match.state)
    for seat in map(Seat, range(match.seats)):
        legal = match.game.legal(match.state, seat)
        if seat not in welcome:
            expect(legal.count() == 0, f"seat {seat + 1} may not act but has legal actions")
        for action in rng.sample(stale, min(APPLIED, len(stale))):
            check_refusal(match, seat, action, legal=action in legal)


def check_refusal(match: Match, seat: Seat, action: Action, *, legal: bool) -> None:
    """Check that a decision is explained as it is listed, and that a refusal changes nothing."""
    reason = match.game.explain(match.state, seat, action)
    expect(legal == (reason is None), f"legal and explain disagree on {action} of seat {seat + 1}: {reason}")
    if reason is None:
        return
    expect(bool(reason.code and reason.message), f"the refusal of {action} lacks a code or a sentence")
    expect(match.game.forecast(match.state, seat, action) is None, f"{action} is refused, but has odds")
    before = digest(match.state)
    try:
        match.game.apply(match.state, seat, action)
    except IllegalAction as error:
        expect(error.reason == reason, f"{action} is refused with another reason than explained")
        expect(digest(match.state) == before, f"the refused {action} changed the state")
        return
    raise NotConforming(f"{action} of seat {seat + 1} is illegal, but applies")
