"""Sides of the variant: the seats, and the neutral army, which holds what nobody holds."""

from __future__ import annotations

from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.state import NOBODY, ConquestState


def unheld(state: ConquestState) -> int:
    """Return the spaces that no seat holds, as a mask: free ones, and those of the neutral army."""
    taken = 0
    for mask in state.held:
        taken |= mask
    return ((1 << len(state.armies)) - 1) & ~taken


def spaces_of(state: BalanceState, side: int) -> int:
    """Return the spaces of a seat, or those of the neutral army (`NOBODY`), as a mask."""
    return unheld(state) if side == NOBODY else state.held[side]


def neutral_lives(state: BalanceState) -> bool:
    """Whether there is a neutral army: it ends with its last space (`balance-of-power 28`)."""
    return unheld(state) != 0


def side_words(side: int) -> str:
    """Name a side: `seat 2`, or the neutral army."""
    return "the neutral army" if side == NOBODY else f"seat {side + 1}"


def others(state: BalanceState) -> tuple[int, ...]:
    """Return the seats beside the acting one that are still in the game."""
    return tuple(seat for seat, held in enumerate(state.held) if held and seat != state.seat)


def may_attack(state: BalanceState, source: int, target: int) -> bool:
    """Whether no ban keeps the holder of a space from attacking another (`balance-of-power 40`, 43)."""
    return not state.effects.ban(state.owner(source), source, state.owner(target))
