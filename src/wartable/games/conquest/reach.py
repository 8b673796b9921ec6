"""Where armies can go: targets of attacks and fortifications, as masks and pairs of space indices."""

from __future__ import annotations

from wartable.games.conquest.rules import Rules
from wartable.games.conquest.state import RiskState


def targets(rules: Rules, state: RiskState, source: int) -> int:
    """Return the spaces that an own space borders and that are not own, whatever its armies (`risk D7`)."""
    return rules.board.neighbour_masks[source] & ~state.held[state.seat]


def attack_pairs(rules: Rules, state: RiskState) -> list[tuple[int, int]]:
    """Return every (source, target) that can be attacked now: the source has armies to spare."""
    own, armies, near = state.held[state.seat], state.armies, rules.board.neighbour_masks
    foreign, rest = ~own, own
    pairs: list[tuple[int, int]] = []
    while rest:
        low = rest & -rest
        rest ^= low
        source = low.bit_length() - 1
        if armies[source] > 1:
            around = near[source] & foreign
            while around:
                bit = around & -around
                around ^= bit
                pairs.append((source, bit.bit_length() - 1))
    return pairs


def border(rules: Rules, state: RiskState, seat: int) -> int:
    """Return the seat's spaces that border a space of somebody else."""
    own, near = state.held[seat], rules.board.neighbour_masks
    foreign, rest, found = ~own, own, 0
    while rest:
        low = rest & -rest
        rest ^= low
        if near[low.bit_length() - 1] & foreign:
            found |= low
    return found


def fortify_targets(rules: Rules, state: RiskState, source: int) -> int:
    """Return the own spaces that armies of an own space can move to at the end of the turn (`risk D11`)."""
    own = state.held[state.seat]
    if rules.options.fortify == "adjacent":
        return rules.board.neighbour_masks[source] & own
    if rules.options.fortify == "chain":
        return rules.board.component(source, own) & ~(1 << source)
    return 0


def fortify_sources(rules: Rules, state: RiskState) -> list[int]:
    """Return the own spaces that have armies to spare and an own space to send them to."""
    own, armies, near = state.held[state.seat], state.armies, rules.board.neighbour_masks
    if rules.options.fortify == "none":
        return []
    return [space for space, count in enumerate(armies) if count > 1 and own >> space & 1 and near[space] & own]


def free_spaces(state: RiskState) -> int:
    """Return the spaces nobody holds."""
    taken = 0
    for mask in state.held:
        taken |= mask
    return ((1 << len(state.armies)) - 1) & ~taken
