"""Where armies can go: targets of attacks and fortifications, as masks and pairs of space indices."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState


def targets(rules: Rules, state: ConquestState, source: int) -> int:
    """Return the spaces that an own space borders and that are not own, whatever its armies (`risk D7`)."""
    return rules.board.neighbour_masks[source] & ~state.held[state.seat]


def sparing(state: ConquestState) -> list[int]:
    """Return the seat's spaces with armies to spare: one must stay."""
    armies = state.armies
    return [space for space in bits(state.held[state.seat]) if armies[space] > 1]


def attack_pairs(rules: Rules, state: ConquestState) -> list[tuple[int, int]]:
    """Return every (source, target) that can be attacked now."""
    own, armies, near, fans = state.held[state.seat], state.armies, rules.board.neighbour_masks, rules.fans
    foreign = ~own
    pairs: list[tuple[int, int]] = []
    for source in bits(own):
        if armies[source] > 1 and (fan := near[source] & foreign):
            pairs += fans[source][fan]
    return pairs


def border(rules: Rules, state: ConquestState, seat: int) -> tuple[int, ...]:
    """Return the seat's spaces that border a space of somebody else, ascending."""
    own, near = state.held[seat], rules.board.neighbour_masks
    return tuple([space for space in bits(own) if near[space] & ~own])


def fortify_targets(rules: Rules, state: ConquestState, source: int) -> int:
    """Return the own spaces that armies of an own space can move to at the end of the turn (`risk D11`)."""
    own = state.held[state.seat]
    if rules.fortify == "adjacent":
        return rules.board.neighbour_masks[source] & own
    if rules.fortify == "chain":
        return rules.board.component(source, own) & ~(1 << source)
    return 0


def fortify_pairs(rules: Rules, state: ConquestState) -> list[tuple[int, int]]:
    """Return every (source, target) that armies can be moved between at the end of the turn."""
    own, near, fans = state.held[state.seat], rules.board.neighbour_masks, rules.fans
    pairs: list[tuple[int, int]] = []
    for source in sparing(state):
        if rules.fortify == "adjacent":
            pairs += fans[source][near[source] & own]
        else:
            pairs += [(source, target) for target in bits(fortify_targets(rules, state, source))]
    return pairs


def free_spaces(state: ConquestState) -> int:
    """Return the spaces where nobody stands, as a mask."""
    return sum(1 << space for space, count in enumerate(state.armies) if not count)
