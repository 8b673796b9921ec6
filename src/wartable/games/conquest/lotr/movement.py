"""Where units and leaders can go: by land, over bridges, and by sea (`lotr-risk 1.3`, `lotr-risk T40`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wartable.board.compiled import bits
from wartable.games.conquest.core.ways import connected, fan_out, free_spaces
from wartable.games.conquest.lotr.state import LEADER, LotrState

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.rules import LotrRules  # whose methods ask here

STORMS, BRIDGE, CORSAIRS = "winter_storms", "you_shall_not_pass", "corsairs_of_umbar"
"""The lasting cards that bear on the ways."""
TOLL = 3
"""Units that an attack by sea loses to the corsairs."""


def partners(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return the territories of a seat and of its partner as a mask."""
    if rules.options.sides == "none":
        return state.held[seat]
    side = state.side(seat)
    return sum(mask for other, mask in enumerate(state.held) if state.side(other) == side)


# --- by sea


def voyage(rules: LotrRules, state: LotrState, seat: int, port: int) -> int:
    """Return the ports that units of a seat get to from one of its ports, partners' ones not among them.

    `until_enemy`: along sea-lines through ports that are own, a partner's or empty, up to the first enemy one.
    """
    friends = partners(rules, state, seat)
    match rules.options.sea_rule:
        case "any_port":
            found = rules.ports
        case "adjacent":
            found = rules.sea[port]
        case _:
            open_ports = rules.ports & (friends | free_spaces(state))
            found = fresh = 1 << port
            while fresh:
                near = 0
                for each in bits(fresh & open_ports):
                    near |= rules.sea[each]
                fresh = near & ~found
                found |= fresh
    return found & ~(friends & ~state.held[seat]) & ~(1 << port)


def seaborne(rules: LotrRules, state: LotrState, source: int, target: int) -> bool:
    """Whether an attack between two territories goes by sea."""
    both = 1 << source | 1 << target
    if rules.land[source] >> target & 1 or rules.ports & both != both:
        return False
    standing = state.assault
    return not (standing and standing.mountain and (standing.source, standing.target) == (source, target))


def toll(rules: LotrRules, state: LotrState, source: int, target: int) -> int:
    """Return the most units that the corsairs take of an attack that begins; one always remains (`lotr-risk L36`)."""
    in_force = any(card.card == CORSAIRS for card in state.in_force)
    return TOLL if in_force and seaborne(rules, state, source, target) else 0


# --- attacks


def attack_ways(rules: LotrRules, state: LotrState, seat: int) -> Sequence[int]:
    """Return for every territory those that could be attacked or entered from there, whoever holds them."""
    standing = state.assault
    tunnel = standing is not None and standing.mountain
    if rules.options.sea_rule != "until_enemy" and not state.in_force and not tunnel:
        return rules.near
    ways = list(rules.near)
    if rules.options.sea_rule == "until_enemy":
        for port in bits(rules.ports & state.held[seat]):
            ways[port] = rules.land[port] | voyage(rules, state, seat, port)
    for card in state.in_force:
        if card.card == STORMS:
            ways = [0 if card.spaces >> space & 1 else near & ~card.spaces for space, near in enumerate(ways)]
        elif card.card == BRIDGE:
            _close(rules, state, card.spaces, ways)
    if standing is not None and standing.mountain:  # beside a blocked bridge too; the card is not played into storms
        ways[standing.source] |= 1 << standing.target
    return ways


def _close(rules: LotrRules, state: LotrState, banks: int, ways: list[int]) -> None:
    """Take a blocked bridge out of the ways, except from where a leader could go along."""
    for space in bits(banks):
        if not state.pieces[LEADER][space]:
            ways[space] &= ~(banks & ~(1 << space))


def bridge_blocked(state: LotrState, source: int, target: int) -> bool:
    """Whether a card blocks the bridge between two territories for units without a leader."""
    standing, both = state.assault, 1 << source | 1 << target
    if standing is not None and standing.mountain and (standing.source, standing.target) == (source, target):
        return False
    return any(card.card == BRIDGE and card.spaces == both for card in state.in_force)


def attack_sources(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return the territories that a seat may attack from, whatever their units, as a mask."""
    own = state.held[seat]
    return own if rules.options.chain_attacks else own & ~state.entered


def attack_pairs(rules: LotrRules, state: LotrState, seat: int) -> list[tuple[int, int]]:
    """Return every (source, target) that a seat can attack now, empty territories not among them."""
    armies, ways, stay = state.armies, attack_ways(rules, state, seat), rules.stay
    standing = state.assault
    if standing is not None and standing.bound:
        able = armies[standing.source] > stay and armies[standing.target]
        return [(standing.source, standing.target)] if able else []
    targets = ~partners(rules, state, seat)
    if 0 in armies:
        targets &= ~free_spaces(state)
    pairs: list[tuple[int, int]] = []
    for source in bits(attack_sources(rules, state, seat)):
        if armies[source] > stay and (fan := ways[source] & targets):
            pairs += rules.fans[source].get(fan) or fan_out(rules, source, fan)
    return pairs


def entries(rules: LotrRules, state: LotrState, seat: int) -> list[tuple[int, int]]:
    """Return every (source, target) by which a seat can enter an empty territory (`lotr-risk T23`)."""
    if 0 not in state.armies or (state.assault is not None and state.assault.bound):
        return []
    ways, free = attack_ways(rules, state, seat), free_spaces(state)
    return [
        (source, target)
        for source in bits(attack_sources(rules, state, seat))
        if state.armies[source] > rules.stay
        for target in bits(ways[source] & free)
    ]


# --- strategic moves


def move_ways(rules: LotrRules, state: LotrState, seat: int, *, led: bool) -> Sequence[int]:
    """Return for every territory those a move could go on to; `led`: a leader goes along, so no bridge is blocked."""
    ways = list(rules.near)
    if rules.options.sea_rule == "until_enemy":
        ways = [land | line for land, line in zip(rules.land, rules.sea, strict=True)]
        if rules.options.range == "adjacent":
            inside = rules.ports & partners(rules, state, seat)
            for port in bits(inside):
                ways[port] |= connected(rules.sea, port, inside)
    for card in state.in_force:
        if card.card == BRIDGE and not led:
            for space in bits(card.spaces):
                ways[space] &= ~(card.spaces & ~(1 << space))
    return ways


def reach(rules: LotrRules, state: LotrState, seat: int, source: int, *, led: bool = False) -> int:
    """Return the own territories that a move from an own one can end in, as a mask (`lotr-risk T60`)."""
    own, here = state.held[seat], 1 << source
    if rules.options.range == "adjacent":
        return move_ways(rules, state, seat, led=led)[source] & own & ~here
    within = partners(rules, state, seat)
    return connected(move_ways(rules, state, seat, led=led), source, within) & own & ~here


def full(rules: LotrRules, state: LotrState) -> int:
    """Return the territories where no further leader of their owner may stand (`lotr-risk T30`)."""
    most = rules.options.leaders_per_territory
    return sum(1 << space for space, count in enumerate(state.pieces[LEADER]) if count >= most)


def leader_reach(rules: LotrRules, state: LotrState, seat: int, source: int) -> int:
    """Return the own territories that a leader can move to alone."""
    return reach(rules, state, seat, source, led=True) & ~full(rules, state)


def moves(rules: LotrRules, state: LotrState, seat: int) -> Iterator[tuple[int, int]]:
    """Yield every (source, target) between which units can move now, without a leader."""
    if not may_move(rules, state):
        return
    for source in bits(state.held[seat]):
        if state.armies[source] > rules.stay:
            for target in bits(reach(rules, state, seat, source)):
                yield source, target


def may_move(rules: LotrRules, state: LotrState) -> bool:
    """Whether another move of units may be made (`lotr-risk T61`)."""
    return rules.options.amount == "all" or state.moves < 1 + state.more_moves


def tired(rules: LotrRules, state: LotrState) -> int:
    """Return where own leaders stand that may not move in this turn any more (`lotr-risk T33`, `lotr-risk T62`)."""
    fought = 0 if rules.options.fought_leader_moves else state.fought
    return state.moved | state.claimed | state.fresh | fought


def free_leaders(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return where own leaders stand that may move."""
    return state.leaders & state.held[seat] & ~tired(rules, state)


def leader_moves(rules: LotrRules, state: LotrState, seat: int) -> Iterator[tuple[int, int]]:
    """Yield every (source, target) by which a leader can move alone."""
    if rules.options.leaders_separate:
        for source in bits(free_leaders(rules, state, seat)):
            for target in bits(leader_reach(rules, state, seat, source)):
                yield source, target


def passes_site(rules: LotrRules, state: LotrState, seat: int, source: int, target: int) -> bool:
    """Whether some way of a leader between two territories leads through a site (`lotr-risk L18`)."""
    ways, within = move_ways(rules, state, seat, led=True), partners(rules, state, seat)
    if rules.options.range == "adjacent":
        return False
    return any(
        _between(ways, within, source, target, site) for site in bits(rules.sites & state.held[seat] & ~(1 << source))
    )


def _between(ways: Sequence[int], within: int, source: int, target: int, site: int) -> bool:
    """Whether a way without a turn back leads past a site: no one territory cuts it off from both ends."""
    if not connected(ways, site, within) >> source & 1:
        return False
    ends = 1 << source | 1 << target
    return site == target or all(
        connected(ways, site, within & ~(1 << other)) & ends & ~(1 << other) for other in bits(within) if other != site
    )
