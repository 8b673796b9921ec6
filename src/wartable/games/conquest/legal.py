"""The legal decisions of the seat whose turn it is, worked out only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import NotListable
from wartable.engine.values import Action
from wartable.games.conquest import deck
from wartable.games.conquest.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place, Trade
from wartable.games.conquest.machine import Machine, Menu
from wartable.games.conquest.reach import attack_pairs, fortify_pairs, free_spaces
from wartable.games.conquest.rules import RiskRules, Rules
from wartable.games.conquest.state import ConquestState, Entry, RiskState
from wartable.games.conquest.words import armies

END_ATTACKS, END_TURN = EndAttacks(), EndTurn()
Pairs = Sequence[tuple[int, int]]
"""Source and target of moves, by index."""


class ConquestActions(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The legal actions of one state, for the seat whose turn it is."""

    machine: Machine
    rules: Any
    state: Any

    @property
    def listable(self) -> bool:
        """Whether there are few enough to list."""
        return self.machine.menus[self.state.phase].whole(self.rules, self.state)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.machine.refusal(self.rules, self.state, action) is None

    def __iter__(self) -> Iterator[Action]:
        if not self.listable:
            raise NotListable("There are too many ways to do this: sample them.")
        return iter(self.machine.menus[self.state.phase].every(self.rules, self.state))

    def count(self) -> int | None:
        """Return how many there are, or None where there are too many to list."""
        return sum(1 for _ in self) if self.listable else None

    def sample(self, rng: Randomness) -> Action:
        """Return one at random: a kind of action first, then its places, then its amount."""
        return self.machine.menus[self.state.phase].sample(self.rules, self.state, rng)

    def structure(self) -> tuple[Offer, ...]:
        """Return one offer per source, or per kind of action that needs none."""
        return tuple(self.machine.menus[self.state.phase].offers(self.rules, self.state))


def most_dice(rules: Rules, state: ConquestState, source: int, target: int) -> int:
    """Return the most dice that a space can attack another with (`risk D8`)."""
    return min(rules.dice(state, source, target).attack_dice, state.armies[source] - 1)


def _by_source(pairs: Pairs) -> dict[int, int]:
    """Return the targets of each source as a mask."""
    found: dict[int, int] = {}
    for source, target in pairs:
        found[source] = found.get(source, 0) | 1 << target
    return found


def _pick(rng: Randomness, things: list[int]) -> int:
    return things[rng.randrange(len(things))]


# --- claiming and placing


def _claims(rules: Rules, state: ConquestState) -> Iterator[Action]:
    return (Claim(rules.id(space)) for space in bits(free_spaces(state)))


def _sample_claim(rules: Rules, state: ConquestState, rng: Randomness) -> Action:
    return Claim(rules.id(_pick(rng, list(bits(free_spaces(state))))))


def _offer_claim(rules: Rules, state: ConquestState) -> Iterator[Offer]:
    yield Offer(kind="claim", targets=rules.board.names(free_spaces(state)))


def _own(state: ConquestState) -> list[int]:
    return list(bits(state.held[state.seat]))


def _setups(rules: Rules, state: ConquestState) -> Iterator[Action]:
    return (Place(rules.id(space), 1) for space in _own(state))


def _sample_setup(rules: Rules, state: ConquestState, rng: Randomness) -> Action:
    return Place(rules.id(_pick(rng, _own(state))), 1)


def _offer_setup(rules: Rules, state: ConquestState) -> Iterator[Offer]:
    yield Offer(kind="place", targets=rules.board.names(state.held[state.seat]), least=1, most=1)


# --- reinforcing


def placements(rules: Rules, spaces: Iterable[int], most: int) -> Iterator[Action]:
    """Yield every way to put one or more armies on one of some spaces."""
    for space in spaces:
        name = rules.id(space)
        for count in range(1, most + 1):
            yield Place(name, count)


def _reinforcements(rules: RiskRules, state: RiskState) -> Iterator[Action]:
    if not deck.must_trade(rules, state):
        yield from placements(rules, _own(state), state.to_place)
    yield from _trades(rules, state)


def _trades(rules: RiskRules, state: RiskState) -> Iterator[Action]:
    if not deck.may_trade(rules, state):
        return
    for cards in deck.sets_in(rules, state.cards.hands[state.seat]):
        names = tuple(deck.card_id(rules, card) for card in cards)
        for bonus in (None, *deck.pictured(rules, state, cards)):
            yield Trade(names, bonus)


def _sample_reinforcement(rules: RiskRules, state: RiskState, rng: Randomness) -> Action:
    trades = list(_trades(rules, state))
    if trades and (deck.must_trade(rules, state) or rng.randrange(2)):
        return trades[rng.randrange(len(trades))]
    return Place(rules.id(_pick(rng, _own(state))), 1 + rng.randrange(state.to_place))


def _offer_reinforcement(rules: RiskRules, state: RiskState) -> Iterator[Offer]:
    if not deck.must_trade(rules, state):
        own = rules.board.names(state.held[state.seat])
        yield Offer(kind="place", targets=own, least=1, most=state.to_place)
    if deck.may_trade(rules, state):
        yield from _offer_trades(rules, state)


def _offer_trades(rules: RiskRules, state: RiskState) -> Iterator[Offer]:
    """Offer each set: its source is the cards, parted by spaces, its targets are where the extra armies may go."""
    for cards in deck.sets_in(rules, state.cards.hands[state.seat]):
        names = " ".join(deck.card_id(rules, card) for card in cards)
        worth = armies(deck.worth(rules, [deck.symbol(rules, card) for card in cards], state.cards.sets))
        yield Offer(kind="trade", source=names, targets=deck.pictured(rules, state, cards), note=worth)


# --- attacking


def attacks(rules: Rules, state: ConquestState, pairs: Iterable[tuple[int, int]]) -> Iterator[Action]:
    """Yield every attack between pairs of spaces."""
    for source, target in pairs:
        start, end = rules.id(source), rules.id(target)
        for dice in range(most_dice(rules, state, source, target), 0, -1):
            yield Attack(start, end, dice)
            for until in range(1, state.armies[source]):
                yield Attack(start, end, dice, until)


def _attacks(rules: Rules, state: ConquestState) -> Iterator[Action]:
    yield END_ATTACKS
    yield END_TURN
    yield from attacks(rules, state, attack_pairs(rules, state))


def sample_attack(rules: Rules, state: ConquestState, pairs: Pairs, rng: Randomness) -> Action:
    """Return one of some attacks, mostly with all dice and to the end."""
    source, target = pairs[rng.randrange(len(pairs))]
    most = most_dice(rules, state, source, target)
    dice = most - rng.randrange(most) if not rng.randrange(4) else most
    until = (1, 1, None, 1 + rng.randrange(state.armies[source] - 1))[rng.randrange(4)]
    return Attack(rules.id(source), rules.id(target), dice, until)


def _sample_attack(rules: Rules, state: ConquestState, rng: Randomness) -> Action:
    """Mostly attack, so that random games come to an end."""
    pairs = attack_pairs(rules, state)
    if not pairs or not rng.randrange(8):
        return END_TURN if rng.randrange(2) else END_ATTACKS
    return sample_attack(rules, state, pairs, rng)


def offer_attacks(rules: Rules, state: ConquestState, pairs: Pairs) -> Iterator[Offer]:
    """Offer the targets of each source; the amount is the dice, and targets that allow more of them come apart."""
    for source, mask in _by_source(pairs).items():
        alike: dict[int, int] = {}
        for target in bits(mask):
            most = most_dice(rules, state, source, target)
            alike[most] = alike.get(most, 0) | 1 << target
        for most, targets in alike.items():
            yield Offer(kind="attack", source=rules.id(source), targets=rules.board.names(targets), least=1, most=most)


def _offer_attack(rules: Rules, state: ConquestState) -> Iterator[Offer]:
    yield from offer_attacks(rules, state, attack_pairs(rules, state))
    yield Offer(kind="end_attacks")
    yield Offer(kind="end_turn")


# --- moving in


def _range_in(state: ConquestState) -> tuple[Entry, range]:
    entry = state.entry
    assert entry is not None  # noqa: S101 - the phase says so
    return entry, range(entry.least, state.armies[entry.source])


def _occupations(_rules: Rules, state: ConquestState) -> Iterator[Action]:
    return map(Occupy, _range_in(state)[1])


def _sample_occupation(_rules: Rules, state: ConquestState, rng: Randomness) -> Action:
    return Occupy(_pick(rng, list(_range_in(state)[1])))


def _offer_occupation(rules: Rules, state: ConquestState) -> Iterator[Offer]:
    entry, counts = _range_in(state)
    target = (rules.id(entry.target),)
    yield Offer(kind="occupy", source=rules.id(entry.source), targets=target, least=counts[0], most=counts[-1])


# --- fortifying


def fortifications(rules: Rules, state: ConquestState) -> Iterator[Action]:
    """Yield every move of armies."""
    for source, target in fortify_pairs(rules, state):
        for count in range(1, state.armies[source]):
            yield Fortify(rules.id(source), rules.id(target), count)


def _fortifications(rules: Rules, state: ConquestState) -> Iterator[Action]:
    yield END_TURN
    yield from fortifications(rules, state)


def sample_move(rules: Rules, state: ConquestState, rng: Randomness) -> Action | None:
    """Return any move of armies, or None where there is none."""
    pairs = fortify_pairs(rules, state)
    if not pairs:
        return None
    source, target = pairs[rng.randrange(len(pairs))]
    return Fortify(rules.id(source), rules.id(target), 1 + rng.randrange(state.armies[source] - 1))


def _sample_fortification(rules: Rules, state: ConquestState, rng: Randomness) -> Action:
    return (sample_move(rules, state, rng) or END_TURN) if rng.randrange(4) else END_TURN


def offer_moves(rules: Rules, state: ConquestState) -> Iterator[Offer]:
    """Offer the targets of each source."""
    for source, mask in _by_source(fortify_pairs(rules, state)).items():
        most = state.armies[source] - 1
        yield Offer(kind="fortify", source=rules.id(source), targets=rules.board.names(mask), least=1, most=most)


def _offer_fortification(rules: Rules, state: ConquestState) -> Iterator[Offer]:
    yield from offer_moves(rules, state)
    yield Offer(kind="end_turn")


MENUS: Mapping[str, Menu] = {
    "claim": Menu(_claims, _sample_claim, _offer_claim),
    "setup": Menu(_setups, _sample_setup, _offer_setup),
    "reinforce": Menu(_reinforcements, _sample_reinforcement, _offer_reinforcement),
    "attack": Menu(_attacks, _sample_attack, _offer_attack),
    "occupy": Menu(_occupations, _sample_occupation, _offer_occupation),
    "fortify": Menu(_fortifications, _sample_fortification, _offer_fortification),
}
"""What each phase of Classic Risk offers."""
