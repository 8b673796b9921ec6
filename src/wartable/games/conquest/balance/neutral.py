"""Where the neutral army can attack, commanded by the acting seat (`balance-of-power 26`)."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.games.conquest.balance.effects import NEUTRAL
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.sides import spaces_of
from wartable.games.conquest.balance.state import BalanceState


def raid_targets(rules: BalanceRules, state: BalanceState, source: int) -> int:
    """Return the spaces that a neutral space may attack: neither neutral nor the commander's, nor under its protection.

    Once the dice have rolled, only the target of the attack under way.
    """
    if state.armies[source] < 2 or not spaces_of(state, NEUTRAL) >> source & 1:
        return 0
    if state.raid is not None:
        return 1 << state.raid.target if state.raid.source == source else 0
    near = rules.board.neighbour_masks[source] & ~state.held[state.seat]
    return sum(near & held for seat, held in enumerate(state.held) if not state.effects.ban(NEUTRAL, source, seat))


def raid_pairs(rules: BalanceRules, state: BalanceState) -> list[tuple[int, int]]:
    """Return every (source, target) of the neutral army's attack."""
    return [
        (source, target)
        for source in bits(spaces_of(state, NEUTRAL))
        for target in bits(raid_targets(rules, state, source))
    ]
