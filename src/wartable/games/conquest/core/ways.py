"""Where armies can go: targets of attacks and fortifications, as masks and pairs of space indices."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.board.compiled import bits
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState


def targets(rules: Rules, state: ConquestState, seat: int, source: int) -> int:
    """Return the spaces that a seat may attack from one of its own, whatever its armies (`risk D7`)."""
    return rules.ways(state, seat)[source] & ~rules.friends(state, seat)


def sparing(rules: Rules, state: ConquestState, seat: int) -> list[int]:
    """Return the seat's spaces with armies to spare."""
    armies, stay = state.armies, rules.stay
    return [space for space in bits(state.held[seat]) if armies[space] > stay]


def attack_pairs(rules: Rules, state: ConquestState, seat: int) -> list[tuple[int, int]]:
    """Return every (source, target) that a seat can attack now."""
    armies, ways, fans, stay = state.armies, rules.ways(state, seat), rules.fans, rules.stay
    foes = ~rules.friends(state, seat)
    pairs: list[tuple[int, int]] = []
    for source in bits(state.held[seat]):
        if armies[source] > stay and (fan := ways[source] & foes):
            try:  # nearly every choice of neighbours has been met before, and a plain dictionary is asked soonest
                pairs += fans[source][fan]
            except KeyError:
                pairs += fan_out(rules, source, fan)
    return pairs


def fan_out(rules: Rules, source: int, targets: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a source and its targets, and remember them."""
    return rules.fans[source].setdefault(targets, tuple((source, target) for target in bits(targets)))


def border(rules: Rules, state: ConquestState, seat: int) -> tuple[int, ...]:
    """Return the seat's spaces from which it could attack, whatever their armies, ascending."""
    ways, foes = rules.ways(state, seat), ~rules.friends(state, seat)
    return tuple([space for space in bits(state.held[seat]) if ways[space] & foes])


def connected(ways: Sequence[int], start: int, within: int) -> int:
    """Return the spaces of a mask that can be reached from one of them without leaving the mask."""
    found = fresh = 1 << start
    while fresh:
        near = 0
        for space in bits(fresh):
            near |= ways[space]
        fresh = near & within & ~found
        found |= fresh
    return found


def fortify_targets(rules: Rules, state: ConquestState, seat: int, source: int) -> int:
    """Return the own spaces that armies of an own space can move to at the end of the turn (`risk D11`).

    A chain may lead through spaces of friends.
    """
    own, ways = state.held[seat], rules.ways(state, seat)
    if rules.fortify == "adjacent":
        return ways[source] & own
    if rules.fortify == "chain":
        return connected(ways, source, rules.friends(state, seat)) & own & ~(1 << source)
    return 0


def fortify_pairs(rules: Rules, state: ConquestState, seat: int) -> list[tuple[int, int]]:
    """Return every (source, target) that armies can be moved between at the end of the turn."""
    own, ways, fans = state.held[seat], rules.ways(state, seat), rules.fans
    pairs: list[tuple[int, int]] = []
    for source in sparing(rules, state, seat):
        if rules.fortify == "adjacent":
            near = ways[source] & own
            pairs += fans[source].get(near) or fan_out(rules, source, near)
        else:
            pairs += [(source, target) for target in bits(fortify_targets(rules, state, seat, source))]
    return pairs


def can_fortify(rules: Rules, state: ConquestState, seat: int) -> bool:
    """Whether some own space could send armies to another (`risk D11`)."""
    if rules.fortify == "none":
        return False
    own, ways, armies, stay = state.held[seat], rules.ways(state, seat), state.armies, rules.stay
    for space in bits(own):
        if armies[space] > stay and ways[space] & own:
            return True
    through = rules.friends(state, seat) != own
    return through and any(fortify_targets(rules, state, seat, each) for each in sparing(rules, state, seat))


def free_spaces(state: ConquestState) -> int:
    """Return the spaces where nobody stands, as a mask."""
    armies, found = state.armies, 0
    if 0 in armies:
        for space, count in enumerate(armies):
            if not count:
                found |= 1 << space
    return found
