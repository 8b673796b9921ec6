"""What each step offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, islice

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.values import Action
from wartable.games.conquest.core.actions import Claim, EndAttacks, EndTurn, Place, Trade
from wartable.games.conquest.core.machine import Menu
from wartable.games.conquest.core.offers import (
    MENUS as SHARED,
)
from wartable.games.conquest.core.offers import (
    choice_of_space,
    offer_placement,
    pick,
    placements,
    sample_placement,
)
from wartable.games.conquest.core.ways import border
from wartable.games.conquest.lotr import movement as m
from wartable.games.conquest.lotr.actions import (
    Declare,
    Discard,
    EndStep,
    Enter,
    LotrAttack,
    Move,
    MoveLeader,
    PlaceLeader,
    PlaceReward,
)
from wartable.games.conquest.lotr.adventure import powers
from wartable.games.conquest.lotr.explain import depicted, end_attacks, end_step
from wartable.games.conquest.lotr.explain_moves import move
from wartable.games.conquest.lotr.mission_offers import (
    LISTED,
    few,
    offer_missions,
    offer_rewards,
    random_spread,
    rewards,
    sample_showing,
    showings,
)
from wartable.games.conquest.lotr.missions import area, mission_of_card, owed_now
from wartable.games.conquest.lotr.opening import claimable as open_spaces
from wartable.games.conquest.lotr.opening import starts_on
from wartable.games.conquest.lotr.reinforcement import may_trade, must_trade, placeable
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.games.conquest.lotr.turn import may_place_leader, owes_leader

END_STEP, END_TURN, END_ATTACKS = EndStep(), EndTurn(), EndAttacks()


# --- reinforcing


def trades(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    """Yield every set that may be turned in now."""
    if may_trade(rules, state, seat):
        return
    for cards in rules.cards.sets_in(state.cards.hands[seat]):
        names = tuple(rules.cards.ids[card] for card in cards)
        for bonus in depicted(rules, state, seat, cards) or (None,):
            yield Trade(names, bonus)


def _reinforcements(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    if state.to_place:
        yield from placements(rules, state, placeable(rules, state, seat))
    yield from trades(rules, state, seat)
    if state.owed:
        yield from rewards(rules, state, seat)
    yield from powers.plays(rules, state, seat)
    if end_step(rules, state, seat, END_STEP) is None:
        yield END_STEP


def _sample_reinforcement(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action:
    some = list(trades(rules, state, seat)) if len(state.cards.hands[seat]) > 2 else []
    if some and (must_trade(rules, state, seat) or not rng.randrange(2)):
        return pick(rng, some)
    played = list(powers.plays(rules, state, seat)) if state.adventure.hands[seat] else []
    if played and not rng.randrange(4):
        return pick(rng, played)
    if state.to_place:
        where = placeable(rules, state, seat)
        if rules.options.ring or not rng.randrange(4):
            return sample_placement(rules, state, where, rng)
        front = [space for space in border(rules, state, seat) if where >> space & 1] or bits(where)
        return Place(rules.id(max(front, key=state.armies.__getitem__)), state.to_place)
    for owed in owed_now(rules, state, seat) if state.owed else ():
        where = area(rules, state, seat, mission_of_card(rules, owed.card))
        return PlaceReward(owed.card, random_spread(rules, where, owed.units, rng))
    return END_STEP


def _offer_reinforcement(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    if state.to_place:
        yield offer_placement(rules, state, placeable(rules, state, seat))
    if not may_trade(rules, state, seat):
        for cards in rules.cards.sets_in(state.cards.hands[seat]):
            names = " ".join(rules.cards.ids[card] for card in cards)
            yield Offer(kind="trade", source=names, targets=depicted(rules, state, seat, cards))
    yield from offer_rewards(rules, state, seat)
    yield from powers.offers(rules, state, seat)
    if end_step(rules, state, seat, END_STEP) is None:
        yield Offer(kind="end_step")


# --- attacking


def _led(rules: LotrRules, state: LotrState, source: int, target: int) -> tuple[bool, ...]:
    """Return whether a leader may take part, and whether it may stay away."""
    if not state.pieces[LEADER][source]:
        return (False,)
    return (True,) if state.in_force and m.bridge_blocked(state, source, target) else (False, True)


def attacks(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    """Yield every attack."""
    for source, target in m.attack_pairs(rules, state, seat):
        start, end, count = rules.id(source), rules.id(target), state.armies[source]
        for leader in _led(rules, state, source, target):
            for dice in range(min(rules.plain.attack_dice, count - rules.stay), 0, -1):
                yield LotrAttack(start, end, dice, leader=leader)
                for until in range(rules.stay, count):
                    yield LotrAttack(start, end, dice, until, leader=leader)


def _entries(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    for source, target in m.entries(rules, state, seat):
        for leader in _led(rules, state, source, target):
            for count in range(1, state.armies[source] - rules.stay + 1):
                yield Enter(rules.id(source), rules.id(target), count, leader)


def _attack_step(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    yield from attacks(rules, state, seat)
    yield from _entries(rules, state, seat)
    if state.adventure.hands[seat]:
        yield from showings(rules, state, seat)
        yield from powers.plays(rules, state, seat)
    if end_attacks(rules, state, seat, END_ATTACKS) is None:
        yield from (END_ATTACKS, END_TURN)


def _sample_attack(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action:
    standing = state.assault
    if state.adventure.hands[seat] and not rng.randrange(6):
        played = list(islice(powers.plays(rules, state, seat), LISTED))
        if played:
            return pick(rng, played)
        if (shown := sample_showing(rules, state, seat, rng)) is not None:
            return shown
    pairs = m.attack_pairs(rules, state, seat)
    free = m.entries(rules, state, seat) if 0 in state.armies else []
    waits = standing is not None and standing.bound and pairs
    if not waits and (not (pairs or free) or not rng.randrange(8 if rules.options.ring else 24)):
        return END_TURN if rng.randrange(2) else END_ATTACKS
    if free and (not pairs or not rng.randrange(3)):
        source, target = pick(rng, free)
        count = 1 + rng.randrange(state.armies[source] - rules.stay)
        return Enter(rules.id(source), rules.id(target), count, pick(rng, _led(rules, state, source, target)))
    if rules.options.ring or waits or not rng.randrange(4):
        return _random_attack(rules, state, *pick(rng, pairs), rng)
    armies = state.armies
    source, target = max((pick(rng, pairs) for _ in range(TRIED)), key=lambda pair: armies[pair[0]] - armies[pair[1]])
    dice = min(rules.plain.attack_dice, armies[source] - rules.stay)
    led = pick(rng, _led(rules, state, source, target))
    return LotrAttack(rules.id(source), rules.id(target), dice, rules.stay, led)


TRIED = 16
"""Attacks of which a random player makes the strongest where no journey of the Ring ends games, or they would not end.

There it also places all its units where most stand at a border, three times of four, and seldom ends its attacks.
"""


def _random_attack(rules: LotrRules, state: LotrState, source: int, target: int, rng: Randomness) -> Action:
    """Return an attack, mostly with all dice and to the end."""
    stay, count = rules.stay, state.armies[source]
    most = min(rules.plain.attack_dice, count - stay)
    dice = most - rng.randrange(most) if not rng.randrange(4) else most
    until = (stay, stay, None, stay + rng.randrange(count - stay))[rng.randrange(4)]
    return LotrAttack(rules.id(source), rules.id(target), dice, until, pick(rng, _led(rules, state, source, target)))


def _offer_attacks(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    """Offer attacks and entries by source; a note `leader` says that one must go along, `may` that one may."""
    dice, stay, armies = rules.plain.attack_dice, rules.stay, state.armies
    yield from _grouped(
        rules, state, "attack", m.attack_pairs(rules, state, seat), lambda s: min(dice, armies[s] - stay)
    )
    yield from _grouped(rules, state, "enter", m.entries(rules, state, seat), lambda s: armies[s] - stay)
    if state.adventure.hands[seat]:
        yield from offer_missions(rules, state, seat)
        yield from powers.offers(rules, state, seat)
    if end_attacks(rules, state, seat, END_ATTACKS) is None:
        yield from (Offer(kind="end_attacks"), Offer(kind="end_turn"))


_NOTES: Mapping[tuple[bool, ...], str] = {(False,): "", (True,): "leader", (False, True): "may"}


def _grouped(
    rules: LotrRules, state: LotrState, kind: str, pairs: Iterable[tuple[int, int]], most: Callable[[int], int]
) -> Iterator[Offer]:
    found: dict[tuple[int, str], int] = {}
    for source, target in pairs:
        key = source, _NOTES[_led(rules, state, source, target)]
        found[key] = found.get(key, 0) | 1 << target
    for (source, note), targets in found.items():
        names = rules.board.names(targets)
        yield Offer(kind=kind, source=rules.id(source), targets=names, least=1, most=most(source), note=note)


# --- moving


def _unit_moves(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Move]:
    """Yield every move of units, and with leaders."""
    if not m.may_move(rules, state):
        return
    for source in bits(state.held[seat]):
        spare = state.armies[source] - rules.stay
        if spare < 1:
            continue
        for leader in (False, True) if state.pieces[LEADER][source] else (False,):
            for target in bits(m.reach(rules, state, seat, source, led=leader)):
                for count in range(1, spare + 1):
                    action = Move(rules.id(source), rules.id(target), count, leader)
                    plain = not state.pieces[LEADER][source] or (not leader and count < state.armies[source])
                    if plain or move(rules, state, seat, action) is None:
                        yield action


def _new_leaders(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    if owes_leader(rules, state, seat):
        yield from map(PlaceLeader, rules.board.names(may_place_leader(rules, state, seat)))


def _leader_moves(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    for source, target in m.leader_moves(rules, state, seat):
        yield MoveLeader(rules.id(source), rules.id(target))


def _fortifications(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    yield from _unit_moves(rules, state, seat)
    yield from _leader_moves(rules, state, seat)
    yield from _new_leaders(rules, state, seat)
    if state.adventure.hands[seat]:
        yield from showings(rules, state, seat)
        yield from powers.plays(rules, state, seat)
    if end_step(rules, state, seat, END_STEP) is None:
        yield from (END_STEP, END_TURN)


def _sample_fortification(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action:
    if new := tuple(_new_leaders(rules, state, seat)):
        return pick(rng, new)
    if state.adventure.hands[seat] and rng.randrange(4):
        shown = sample_showing(rules, state, seat, rng)
        played = list(powers.plays(rules, state, seat)) if shown is None and not rng.randrange(3) else []
        if shown is not None or played:
            return shown or pick(rng, played)
    if rng.randrange(3):
        found = _random_move(rules, state, seat, rng)
        if found is not None:
            return found
    return END_STEP if rng.randrange(2) else END_TURN


def _random_move(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action | None:
    leaders = tuple(_leader_moves(rules, state, seat))
    if leaders and rng.randrange(2):
        return pick(rng, leaders)
    pairs = tuple(m.moves(rules, state, seat))
    if not pairs:
        return None
    source, target = pick(rng, pairs)
    action = Move(rules.id(source), rules.id(target), 1 + rng.randrange(state.armies[source] - rules.stay))
    if state.pieces[LEADER][source] and not rng.randrange(2):
        action = Move(action.source, action.target, action.count, leader=True)
    return action if move(rules, state, seat, action) is None else None


def _offer_fortification(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    armies, stay = state.armies, rules.stay
    for source in bits(state.held[seat]) if m.may_move(rules, state) else ():
        if armies[source] > stay and (near := m.reach(rules, state, seat, source)):
            yield Offer(
                kind="fortify",
                source=rules.id(source),
                targets=rules.board.names(near),
                least=1,
                most=armies[source] - stay,
            )
    if rules.options.leaders_separate:
        for source in bits(m.free_leaders(rules, state, seat)):
            if near := m.leader_reach(rules, state, seat, source):
                yield Offer(kind="move_leader", source=rules.id(source), targets=rules.board.names(near))
    if owes_leader(rules, state, seat):
        yield Offer(kind="place_leader", targets=rules.board.names(may_place_leader(rules, state, seat)))
    if state.adventure.hands[seat]:
        yield from offer_missions(rules, state, seat)
        yield from powers.offers(rules, state, seat)
    if end_step(rules, state, seat, END_STEP) is None:
        yield from (Offer(kind="end_step"), Offer(kind="end_turn"))


# --- declaring, showing, discarding


def _declarable(_rules: LotrRules, state: LotrState, seat: int) -> int:
    return state.leaders & state.held[seat] & ~state.declared


def _declarations(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    yield from map(Declare, rules.board.names(_declarable(rules, state, seat)))
    yield from powers.plays(rules, state, seat)
    yield END_STEP


def _sample_declaration(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action:
    some = tuple(_declarations(rules, state, seat))
    return pick(rng, some)


def _offer_declarations(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    if spaces := _declarable(rules, state, seat):
        yield Offer(kind="declare", targets=rules.board.names(spaces))
    yield from powers.offers(rules, state, seat)
    yield Offer(kind="end_step")


def _shows(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    yield from showings(rules, state, seat)
    yield from powers.plays(rules, state, seat)
    yield from (END_STEP, END_TURN)


def _sample_show(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action:
    played = list(powers.plays(rules, state, seat))
    if played and rng.randrange(2):
        return pick(rng, played)
    return sample_showing(rules, state, seat, rng) or END_STEP


def _offer_shows(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    yield from offer_missions(rules, state, seat)
    yield from powers.offers(rules, state, seat)
    yield from (Offer(kind="end_step"), Offer(kind="end_turn"))


def _discards(rules: LotrRules, state: LotrState, seat: int) -> Iterable[Action]:
    hand = [rules.deck[card].id for card in state.adventure.hands[seat]]
    over = len(hand) - rules.options.adventure_limit
    return map(Discard, dict.fromkeys(combinations(hand, over)))


def _sample_discard(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action:
    return pick(rng, tuple(_discards(rules, state, seat)))


def _offer_discard(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    hand = state.adventure.hands[seat]
    over = len(hand) - rules.options.adventure_limit
    yield Offer(kind="discard", targets=tuple(rules.deck[card].id for card in hand), least=over, most=over)


MENUS: Mapping[str, Menu] = {
    "claim": choice_of_space("claim", Claim, lambda rules, state, _seat: open_spaces(rules, state)),
    "setup": choice_of_space("place", Place, starts_on, most=1),
    "leader": choice_of_space("place_leader", PlaceLeader, may_place_leader),
    "reinforce": Menu(_reinforcements, _sample_reinforcement, _offer_reinforcement, whole=few),
    "declare": Menu(_declarations, _sample_declaration, _offer_declarations),
    "attack": Menu(_attack_step, _sample_attack, _offer_attacks, whole=few),
    "occupy": SHARED["occupy"],
    "fortify": Menu(_fortifications, _sample_fortification, _offer_fortification, whole=few),
    "show": Menu(_shows, _sample_show, _offer_shows, whole=few),
    "discard": Menu(_discards, _sample_discard, _offer_discard),
}
"""By step."""
