"""The rest of the set-up left to the rules: which free space is claimed next, and where a starting army goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wartable.board.compiled import bits
from wartable.engine.values import Action, Seat, Standing
from wartable.games.conquest.core.actions import Claim, Place
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Claims, SetUpPlacing
from wartable.games.conquest.core.ways import free_spaces

CLAIMS = Standing(key="setup.claim", title="Claim the rest for me", lasts="game")
PLACES = Standing(key="setup.place", title="Place the rest for me", lasts="game")


def choices(rules: Rules, state: ConquestState, seat: Seat, key: str) -> Iterator[Action]:
    """Yield what a standing answer may say to a step of the set-up, the best first; what is legal is for the game."""
    task: Any = state.agenda[0] if state.agenda else None
    if key == CLAIMS.key and isinstance(task, Claims) and task.seat == seat:
        free = sorted(bits(free_spaces(state)), key=lambda space: (-_worth(rules, state, seat, space), space))
        yield from (Claim(rules.id(space)) for space in free)
    elif key == PLACES.key and isinstance(task, SetUpPlacing) and task.seat == seat:
        yield from (Place(rules.id(space), 1) for space in _starts(rules, state, seat))


def now(state: ConquestState) -> tuple[Standing, ...]:
    """Return what of it can be left to the rules as long as the set-up lasts."""
    task: Any = state.agenda[0] if state.agenda else None
    return (CLAIMS, PLACES) if isinstance(task, Claims) else (PLACES,) if isinstance(task, SetUpPlacing) else ()


def _starts(rules: Rules, state: ConquestState, seat: int) -> Iterator[int]:
    """Yield the spaces for a starting army, the best first: free ones up to an equal share, own ones, others."""
    held, free = state.held[seat], free_spaces(state)
    own = sorted(bits(held), key=lambda space: (-_need(rules, state, seat, space), space))
    new = sorted(bits(free & ~held), key=lambda space: (-_worth(rules, state, seat, space), space))
    poor = held.bit_count() * len(state.held) < len(state.armies)
    yield from (*new, *own) if poor else (*own, *new)
    yield from bits(rules.board.everything & ~held & ~free)


def _worth(rules: Rules, state: ConquestState, seat: int, space: int) -> float:
    """Return how well a free space fits: beside own ones, in a region where one is strong, with few ways in."""
    near, held = rules.board.neighbour_masks[space], state.held[seat]
    region = next((mask for mask in rules.board.region_masks if mask >> space & 1), 1 << space)
    own = (region & held).bit_count() / region.bit_count()
    return 2 * (near & held).bit_count() - near.bit_count() + 6 * own


def _need(rules: Rules, state: ConquestState, seat: int, space: int) -> float:
    """Return how much a space needs an army: foreign spaces beside it for each army that stands there.

    How many stand on those is not asked, as it may be hidden.
    """
    return (rules.board.neighbour_masks[space] & ~state.held[seat]).bit_count() / max(1, state.armies[space])
