"""The legal decisions of the seat whose turn it is, worked out only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

import msgspec

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import NotListable
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place
from wartable.games.conquest.core.machine import Machine, Menu
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import MovingIn
from wartable.games.conquest.core.ways import attack_pairs, fortify_pairs, free_spaces

END_ATTACKS, END_TURN = EndAttacks(), EndTurn()
Pairs = Sequence[tuple[int, int]]
"""Source and target of moves, by index."""
T = TypeVar("T")


class ConquestActions(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The legal actions of a seat in a step of its own."""

    machine: Machine
    menu: Menu
    rules: Any
    state: Any
    seat: Seat

    @property
    def listable(self) -> bool:
        """Whether there are few enough to list."""
        return self.menu.whole(self.rules, self.state, self.seat)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.machine.refusal(self.rules, self.state, self.seat, action) is None

    def __iter__(self) -> Iterator[Action]:
        if not self.listable:
            raise NotListable("There are too many ways to do this: sample them.")
        menu = self.menu
        return chain(menu.also, menu.every(self.rules, self.state, self.seat))

    def count(self) -> int | None:
        """Return how many there are, or None where there are too many to list."""
        return sum(1 for _ in self) if self.listable else None

    def sample(self, rng: Randomness) -> Action:
        """Return one at random: a kind of action first, then its places, then its amount."""
        return self.menu.sample(self.rules, self.state, self.seat, rng)

    def structure(self) -> tuple[Offer, ...]:
        """Return one offer per source, or per kind of action that needs none."""
        menu = self.menu
        besides = [Offer(kind=str(action.__struct_config__.tag)) for action in menu.also]
        return (*menu.offers(self.rules, self.state, self.seat), *besides)


def most_dice(rules: Rules, state: ConquestState, source: int, target: int) -> int:
    """Return the most dice that a space can attack another with (`risk D8`)."""
    return min(rules.dice(state, source, target).attack_dice, state.armies[source] - rules.stay)


def pick(rng: Randomness, things: Sequence[T]) -> T:
    """Return one of some things at random."""
    return things[rng.randrange(len(things))]


def _offers(kind: str, rules: Rules, moves: Iterable[tuple[int, int, int]]) -> Iterator[Offer]:
    """Offer moves by source, target and most: targets of one source that allow more than others come apart."""
    alike: dict[tuple[int, int], int] = {}
    for source, target, most in moves:
        alike[source, most] = alike.get((source, most), 0) | 1 << target
    for (source, most), targets in alike.items():
        yield Offer(kind=kind, source=rules.id(source), targets=rules.board.names(targets), least=1, most=most)


# --- claiming and placing


def choice_of_space(
    kind: str, make: Callable[[str], Action], where: Callable[[Any, Any, int], int], most: int = 0
) -> Menu:
    """Return the menu of a phase that asks for one space of a mask."""

    def names(rules: Rules, state: ConquestState, seat: int) -> tuple[str, ...]:
        return rules.board.names(where(rules, state, seat))

    def every(rules: Rules, state: ConquestState, seat: int) -> Iterator[Action]:
        return map(make, names(rules, state, seat))

    def sample(rules: Rules, state: ConquestState, seat: int, rng: Randomness) -> Action:
        return make(rules.id(pick(rng, bits(where(rules, state, seat)))))

    def offers(rules: Rules, state: ConquestState, seat: int) -> Iterator[Offer]:
        yield Offer(kind=kind, targets=names(rules, state, seat), least=most, most=most)

    return Menu(every, sample, offers)


def own(_rules: Rules, state: ConquestState, seat: int) -> int:
    """Return the spaces of a seat as a mask."""
    return state.held[seat]


def placements(rules: Rules, state: ConquestState, spaces: int) -> Iterator[Action]:
    """Yield every way to put one or more of the armies in hand on one space of a mask."""
    for space in rules.board.names(spaces):
        for count in range(1, state.to_place + 1):
            yield Place(space, count)


def sample_placement(rules: Rules, state: ConquestState, spaces: int, rng: Randomness) -> Action:
    """Return one of those at random."""
    return Place(rules.board.ids[pick(rng, bits(spaces))], 1 + rng.randrange(state.to_place))


def offer_placement(rules: Rules, state: ConquestState, spaces: int) -> Offer:
    """Offer the spaces of a mask."""
    return Offer(kind="place", targets=rules.board.names(spaces), least=1, most=state.to_place)


# --- attacking


def attacks(rules: Rules, state: ConquestState, pairs: Pairs) -> Iterator[Action]:
    """Yield every attack between pairs of spaces."""
    for source, target in pairs:
        start, end = rules.id(source), rules.id(target)
        for dice in range(most_dice(rules, state, source, target), 0, -1):
            yield Attack(start, end, dice)
            for until in range(rules.stay, state.armies[source]):
                yield Attack(start, end, dice, until)


def sample_attack(rules: Rules, state: ConquestState, pairs: Pairs, rng: Randomness) -> Action:
    """Return one of some attacks, mostly with all dice and to the end."""
    source, target = pick(rng, pairs)
    most, stay, ids = most_dice(rules, state, source, target), rules.stay, rules.board.ids
    dice = most - rng.randrange(most) if not rng.randrange(4) else most
    until = (stay, stay, None, stay + rng.randrange(state.armies[source] - stay))[rng.randrange(4)]
    return Attack(ids[source], ids[target], dice, until)


def offer_attacks(rules: Rules, state: ConquestState, pairs: Pairs) -> Iterator[Offer]:
    """Offer the targets of each source; the amount is the dice."""
    return _offers("attack", rules, ((*pair, most_dice(rules, state, *pair)) for pair in pairs))


def attack_menu(pairs: Callable[[Any, Any, int], Pairs]) -> Menu:
    """Return the menu of a phase of attacks between pairs of spaces, as many as the seat likes."""

    def every(rules: Rules, state: ConquestState, seat: int) -> Iterator[Action]:
        return attacks(rules, state, pairs(rules, state, seat))

    def sample(rules: Rules, state: ConquestState, seat: int, rng: Randomness) -> Action:
        """Mostly attack, so that random games come to an end."""
        some = pairs(rules, state, seat)
        if not some or not rng.randrange(8):
            return END_TURN if rng.randrange(2) else END_ATTACKS
        return sample_attack(rules, state, some, rng)

    def offers(rules: Rules, state: ConquestState, seat: int) -> Iterator[Offer]:
        return offer_attacks(rules, state, pairs(rules, state, seat))

    return Menu(every, sample, offers, also=(END_ATTACKS, END_TURN))


# --- moving in


def _counts(state: ConquestState) -> range:
    entry: MovingIn = state.agenda[0]
    return range(entry.least, entry.most + 1)


def _occupations(_rules: Rules, state: ConquestState, _seat: int) -> Iterator[Action]:
    return map(Occupy, _counts(state))


def _sample_occupation(_rules: Rules, state: ConquestState, _seat: int, rng: Randomness) -> Action:
    return Occupy(pick(rng, _counts(state)))


def _offer_occupation(rules: Rules, state: ConquestState, _seat: int) -> Iterator[Offer]:
    entry: MovingIn = state.agenda[0]
    target = (rules.id(entry.target),)
    yield Offer(kind="occupy", source=rules.id(entry.source), targets=target, least=entry.least, most=entry.most)


# --- fortifying


def fortifications(rules: Rules, state: ConquestState, seat: int) -> Iterator[Action]:
    """Yield every move of armies."""
    for source, target in fortify_pairs(rules, state, seat):
        for count in range(1, state.armies[source] - rules.stay + 1):
            yield Fortify(rules.id(source), rules.id(target), count)


def sample_move(rules: Rules, state: ConquestState, seat: int, rng: Randomness) -> Action | None:
    """Return any move of armies, or None where there is none."""
    pairs = fortify_pairs(rules, state, seat)
    if not pairs:
        return None
    source, target = pick(rng, pairs)
    return Fortify(rules.id(source), rules.id(target), 1 + rng.randrange(state.armies[source] - rules.stay))


def _sample_fortification(rules: Rules, state: ConquestState, seat: int, rng: Randomness) -> Action:
    return (sample_move(rules, state, seat, rng) or END_TURN) if rng.randrange(4) else END_TURN


def offer_moves(rules: Rules, state: ConquestState, seat: int) -> Iterator[Offer]:
    """Offer the targets of each source."""
    pairs, stay = fortify_pairs(rules, state, seat), rules.stay
    return _offers("fortify", rules, ((*pair, state.armies[pair[0]] - stay) for pair in pairs))


def _reinforcements(rules: Rules, state: ConquestState, seat: int) -> Iterator[Action]:
    return placements(rules, state, rules.places(state, seat))


def _sample_reinforcement(rules: Rules, state: ConquestState, seat: int, rng: Randomness) -> Action:
    return sample_placement(rules, state, rules.places(state, seat), rng)


def _offer_reinforcement(rules: Rules, state: ConquestState, seat: int) -> Iterator[Offer]:
    yield offer_placement(rules, state, rules.places(state, seat))


MENUS: Mapping[str, Menu] = {
    "reinforce": Menu(_reinforcements, _sample_reinforcement, _offer_reinforcement),
    "claim": choice_of_space("claim", Claim, lambda _rules, state, _seat: free_spaces(state)),
    "setup": choice_of_space("place", Place, own, most=1),
    "attack": attack_menu(attack_pairs),
    "occupy": Menu(_occupations, _sample_occupation, _offer_occupation),
    "fortify": Menu(fortifications, _sample_fortification, offer_moves, also=(END_TURN,)),
}
"""What the phases offer that games of the family share."""
