"""Where armies can go: targets of attacks and fortifications, as masks and pairs of space indices."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.games.conquest.rules import Fan, Pairs, Rules
from wartable.games.conquest.state import RiskState


def targets(rules: Rules, state: RiskState, source: int) -> int:
    """Return the spaces that an own space borders and that are not own, whatever its armies (`risk D7`)."""
    return rules.board.neighbour_masks[source] & ~state.held[state.seat]


def attack_pairs(rules: Rules, state: RiskState) -> list[tuple[int, int]]:
    """Return every (source, target) that can be attacked now: the source has armies to spare."""
    armies = state.armies
    pairs: list[tuple[int, int]] = []
    for source, fan in rules.front(state.held[state.seat]):
        if armies[source] > 1:
            pairs += fan
    return pairs


def border(rules: Rules, state: RiskState, seat: int) -> tuple[int, ...]:
    """Return the seat's spaces that border a space of somebody else, ascending."""
    return tuple(space for space, _ in rules.front(state.held[seat]))


def fortify_targets(rules: Rules, state: RiskState, source: int) -> int:
    """Return the own spaces that armies of an own space can move to at the end of the turn (`risk D11`)."""
    own = state.held[state.seat]
    if rules.options.fortify == "adjacent":
        return rules.board.neighbour_masks[source] & own
    if rules.options.fortify == "chain":
        return rules.board.component(source, own) & ~(1 << source)
    return 0


def fortify_pairs(rules: Rules, state: RiskState) -> list[tuple[int, int]]:
    """Return every (source, target) that armies can be moved between at the end of the turn."""
    own, found = state.held[state.seat], list[tuple[int, int]]()
    for fan, armies in zip(rules.fans, state.armies, strict=True):
        if armies > 1 and own & fan.bit:
            found += _fortify_fan(rules, fan, own)
    return found


def _fortify_fan(rules: Rules, fan: Fan, own: int) -> Pairs:
    if rules.options.fortify == "adjacent":
        return fan.pairs[fan.near & own]
    if rules.options.fortify == "none":
        return ()
    connected = rules.board.component(fan.space, own) & ~fan.bit
    return tuple((fan.space, target) for target in bits(connected))


def free_spaces(state: RiskState) -> int:
    """Return the spaces nobody holds."""
    taken = 0
    for mask in state.held:
        taken |= mask
    return ((1 << len(state.armies)) - 1) & ~taken
