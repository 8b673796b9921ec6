"""What each phase of the variant offers: every action, one at random, and both as people choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.values import Action
from wartable.games.conquest.balance import actions, collecting, shop
from wartable.games.conquest.balance.neutral import raid_pairs
from wartable.games.conquest.balance.opening import capital_spaces
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.forces import airfield_spaces
from wartable.games.conquest.balance.shop.items import ITEMS
from wartable.games.conquest.balance.sides import may_attack, unheld
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tanks import can_form, with_tanks
from wartable.games.conquest.core import offers as legal
from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.machine import Menu
from wartable.games.conquest.core.offers import END_TURN
from wartable.games.conquest.core.offers import MENUS as FAMILY
from wartable.games.conquest.core.ways import attack_pairs

DONE = actions.Done()
_LISTED_HAND = 8
"""Cards of a hand whose every selection is listed."""
Actions = Iterator[Action]
Offers = Iterator[Offer]


# --- the neutral army


def _neutral_places(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    return legal.placements(rules, state, unheld(state))


def _sample_neutral_place(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    return legal.sample_placement(rules, state, unheld(state), rng) if rng.randrange(8) else DONE


def _offer_neutral_places(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    yield legal.offer_placement(rules, state, unheld(state))


def _raids(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    return legal.attacks(rules, state, raid_pairs(rules, state))


def _sample_raid(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    pairs = raid_pairs(rules, state)
    return legal.sample_attack(rules, state, pairs, rng) if pairs and rng.randrange(4) else DONE


def _offer_raids(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    return legal.offer_attacks(rules, state, raid_pairs(rules, state))


# --- special combat actions


def _some_purchases(_rules: BalanceRules, _state: BalanceState, _seat: int) -> bool:
    """Say that `every` yields only some: armies and payments can be divided in too many ways."""
    return False


def _purchases(rules: BalanceRules, state: BalanceState, _seat: int) -> Actions:
    return shop.choices(rules, state)


def _sample_purchase(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    return (shop.sample(rules, state, rng) or DONE) if rng.randrange(3) else DONE


def _offer_purchases(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    for row in shop.open_rows(rules, state):
        item = ITEMS[row.key]
        targets = item.choices(rules, state)
        yield Offer(kind="buy", source=row.key, targets=targets, most=item.amount(rules), note=f"{row.cost}")


# --- draft


def trades(rules: BalanceRules, state: BalanceState, seat: int) -> Iterator[Trade]:
    """Yield every selection of the hand whose stars can be turned in (`balance-of-power 32`)."""
    hand, table = state.cards.hands[seat], rules.tables.stars.values
    for size in range(1, len(hand) + 1):
        for some in combinations(hand, size):
            if sum(rules.stars[card] for card in some) in table:
                yield Trade(tuple(rules.cards.ids[card] for card in some))


def can_trade(rules: BalanceRules, state: BalanceState, seat: int) -> bool:
    """Whether the acting seat holds enough stars to turn some in."""
    return sum(rules.stars[card] for card in state.cards.hands[seat]) >= min(rules.tables.stars.values)


def _random_trade(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Trade:
    """Take cards at random as long as their stars can be turned in; every selection can come."""
    hand, table = list(state.cards.hands[seat]), rules.tables.stars.values
    chosen: list[int] = []
    while hand:
        card = hand.pop(rng.randrange(len(hand)))
        stars = sum(rules.stars[other] for other in (*chosen, card))
        if stars > max(table):
            break
        chosen.append(card)
        if stars in table and not rng.randrange(3):
            break
    return Trade(tuple(rules.cards.ids[card] for card in sorted(chosen)))


def _tanks_to_form(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    return (actions.FormTank(name) for name in rules.board.names(can_form(rules, state)))


def _drafts(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    if state.to_place:
        yield from legal.placements(rules, state, state.held[seat])
        yield from trades(rules, state, seat)
    else:
        yield DONE
    yield from _tanks_to_form(rules, state, seat)


def _few_cards(rules: BalanceRules, state: BalanceState, seat: int) -> bool:
    return len(state.cards.hands[seat]) <= _LISTED_HAND


def _sample_draft(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    tanks = list(_tanks_to_form(rules, state, seat))
    if tanks and not rng.randrange(4):
        return legal.pick(rng, tanks)
    if not state.to_place:
        return DONE
    if can_trade(rules, state, seat) and rng.randrange(2):
        return _random_trade(rules, state, seat, rng)
    return legal.sample_placement(rules, state, state.held[seat], rng)


def _offer_drafts(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    if state.to_place:
        yield legal.offer_placement(rules, state, state.held[seat])
        if can_trade(rules, state, seat):
            yield Offer(kind="trade", note="stars of your cards")
    else:
        yield Offer(kind="done")
    if spaces := can_form(rules, state):
        yield Offer(kind="form_tank", targets=rules.board.names(spaces))


# --- attacks


def _pairs(rules: BalanceRules, state: BalanceState, seat: int) -> list[tuple[int, int]]:
    pairs = attack_pairs(rules, state, seat)
    if not state.effects.alliances and not state.effects.generals:
        return pairs
    return [(source, target) for source, target in pairs if may_attack(state, source, target)]


# --- objectives and cards


def collections(rules: BalanceRules, state: BalanceState, seat: int) -> Iterator[actions.Collect]:
    """Yield every way to collect an objective, with the territory of the airfield where that is its reward."""
    for key in collecting.collectable(rules, state):
        for space in _airfields(rules, state, key) or (None,):
            yield actions.Collect(key, space)


def _airfields(rules: BalanceRules, state: BalanceState, key: str) -> tuple[str, ...]:
    return rules.board.names(airfield_spaces(state)) if collecting.airfield_due(state, key) else ()


def _sample_collection(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    return legal.pick(rng, list(collections(rules, state, seat))) if rng.randrange(8) else DONE


def _offer_collections(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    for key in collecting.collectable(rules, state):
        yield Offer(kind="collect", source=key, targets=_airfields(rules, state, key))


def _gifts(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    return (actions.Give(rules.cards.ids[card]) for card in state.cards.hands[seat])


def _sample_gift(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    return legal.pick(rng, list(_gifts(rules, state, seat)))


def _offer_gifts(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    yield Offer(kind="give", targets=tuple(rules.cards.ids[card] for card in state.cards.hands[seat]))


# --- maneuvers and tanks


def _tank_pairs(rules: BalanceRules, state: BalanceState, seat: int) -> Iterator[tuple[int, int]]:
    for source in bits(with_tanks(state)):
        for target in bits(rules.board.component(source, state.held[seat]) & ~(1 << source)):
            yield source, target


def _tank_moves(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    for source, target in _tank_pairs(rules, state, seat):
        for tanks in range(1, state.tanks[source] + 1):
            for count in range(state.armies[source]):
                yield actions.MoveTanks(rules.id(source), rules.id(target), tanks, count)


def _sample_tank_move(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action | None:
    pairs = list(_tank_pairs(rules, state, seat))
    if not pairs:
        return None
    source, target = legal.pick(rng, pairs)
    tanks, count = 1 + rng.randrange(state.tanks[source]), rng.randrange(state.armies[source])
    return actions.MoveTanks(rules.id(source), rules.id(target), tanks, count)


def _offer_tank_moves(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    for source in bits(with_tanks(state)):
        reach = rules.board.component(source, state.held[seat]) & ~(1 << source)
        if reach:
            targets = rules.board.names(reach)
            yield Offer(kind="move_tanks", source=rules.id(source), targets=targets, least=1, most=state.tanks[source])


def _moves(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    yield from legal.fortifications(rules, state, seat)
    yield from _tank_moves(rules, state, seat)


def _sample_maneuver(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    return _sample_move(rules, state, seat, rng) or DONE


def _sample_move(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action | None:
    if state.tanks and not rng.randrange(3) and (moved := _sample_tank_move(rules, state, seat, rng)) is not None:
        return moved
    return legal.sample_move(rules, state, seat, rng) or _sample_tank_move(rules, state, seat, rng)


def _offer_moves(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    yield from legal.offer_moves(rules, state, seat)
    yield from _offer_tank_moves(rules, state, seat)


def _last_moves(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    yield from _moves(rules, state, seat)
    yield from _tank_changes(rules, state, seat)


def _tank_changes(rules: BalanceRules, state: BalanceState, seat: int) -> Actions:
    yield from _tanks_to_form(rules, state, seat)
    for name in rules.board.names(with_tanks(state)):
        yield actions.DisbandTank(name)


def _sample_last_move(rules: BalanceRules, state: BalanceState, seat: int, rng: Randomness) -> Action:
    changes = list(_tank_changes(rules, state, seat))
    if changes and not rng.randrange(4):
        return legal.pick(rng, changes)
    return (_sample_move(rules, state, seat, rng) or END_TURN) if rng.randrange(4) else END_TURN


def _offer_last_moves(rules: BalanceRules, state: BalanceState, seat: int) -> Offers:
    yield from _offer_moves(rules, state, seat)
    for kind, spaces in (("form_tank", can_form(rules, state)), ("disband_tank", with_tanks(state))):
        if spaces:
            yield Offer(kind=kind, targets=rules.board.names(spaces))


MENUS: Mapping[str, Menu] = {
    "claim": FAMILY["claim"],
    "setup": FAMILY["setup"],
    "capitals": legal.choice_of_space("capital", actions.Capital, capital_spaces),
    "neutral_reinforce": Menu(_neutral_places, _sample_neutral_place, _offer_neutral_places, also=(DONE,)),
    "neutral_attack": Menu(_raids, _sample_raid, _offer_raids, also=(DONE,)),
    "buy": Menu(
        _purchases,
        _sample_purchase,
        _offer_purchases,
        also=(DONE,),
        whole=_some_purchases,
    ),
    "maneuver": Menu(_moves, _sample_maneuver, _offer_moves, also=(DONE,)),
    "reinforce": Menu(_drafts, _sample_draft, _offer_drafts, whole=_few_cards),
    "attack": legal.attack_menu(_pairs),
    "occupy": FAMILY["occupy"],
    "collect": Menu(collections, _sample_collection, _offer_collections, also=(DONE,)),
    "fortify": Menu(_last_moves, _sample_last_move, _offer_last_moves, also=(END_TURN,)),
    "give": Menu(_gifts, _sample_gift, _offer_gifts),
}
"""What each phase offers."""
