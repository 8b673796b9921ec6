"""Reinforcements that all write at the same time: sets that are traded, and where new armies go (`lotr-risk M15`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.words import counted, listed
from wartable.games.conquest.core.data import SET
from wartable.games.conquest.core.events import Placed, Traded
from wartable.games.conquest.core.explain import holder, no_space
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.turn import R, S, Tell
from wartable.games.conquest.core.ways import border
from wartable.games.conquest.simultaneous.actions import Placements, SetTurnedIn
from wartable.games.conquest.simultaneous.hooks import Hooks

AnyHooks = Hooks[Any, Any]


def asked(game: AnyHooks, rules: Rules, state: Any, seat: int) -> bool:  # noqa: ANN401
    """Whether a seat has armies to place, or as many cards as make a set: as far as everybody can tell."""
    return game.new_armies(rules, state, seat) > 0 or (
        game.most_sets(rules, state, seat) > 0 and len(state.cards.hands[seat]) >= SET
    )


def worths(game: AnyHooks, rules: Rules, state: Any, seat: int, sets: Sequence[SetTurnedIn]) -> list[int]:  # noqa: ANN401
    """Return what each set brings, in the order in which they are named."""
    cards, before = rules.cards, game.sets_before(state, seat)
    return [
        cards.sets.worth([cards.symbols[cards.index[name]] for name in one.cards], before + number)
        for number, one in enumerate(sets)
    ]


def owes_set(game: AnyHooks, rules: Rules, state: Any, seat: int, sets: Sequence[SetTurnedIn]) -> bool:  # noqa: ANN401
    """Whether a further set must be traded: the hand is at its limit and holds one."""
    if not rules.cards.limited or not state.cards.hands or len(sets) >= game.most_sets(rules, state, seat):
        return False
    left = _left(rules, state, seat, sets)
    return len(left) >= rules.cards.forced_at > 0 and any(True for _ in rules.cards.sets_in(left))


def _left(rules: Rules, state: Any, seat: int, sets: Sequence[SetTurnedIn]) -> tuple[int, ...]:  # noqa: ANN401
    gone = {rules.cards.index[name] for one in sets for name in one.cards}
    return tuple(card for card in state.cards.hands[seat] if card not in gone)


def refusal(game: AnyHooks, rules: Rules, state: Any, seat: int, action: Placements) -> Reason | None:  # noqa: ANN401
    """Say why reinforcements may not be written so; None where they may."""
    wrong = next(set_faults(game, rules, state, seat, action.sets), None)
    return wrong or next(_place_faults(game, rules, state, seat, action), None)


def set_faults(
    game: AnyHooks, rules: Rules, state: Any, seat: int, sets: Sequence[SetTurnedIn]  # noqa: ANN401
) -> Iterator[Reason]:  # fmt: skip
    """Yield what is wrong with the sets that a seat would trade."""
    most = game.most_sets(rules, state, seat)
    if len(sets) > most:
        words = "No sets can be traded." if not most else f"At most {counted(most, 'set')} can be traded in a round."
        yield game.refuse("trade.too_many", words, "M15, T50, sets_per_turn")
        return
    hand: tuple[int, ...] = state.cards.hands[seat] if state.cards.hands else ()
    chosen = [rules.cards.index.get(name, -1) for one in sets for name in one.cards]
    if len(set(chosen)) < len(chosen) or any(card not in hand for card in chosen):
        held = tuple(rules.cards.names[card] for card in hand)
        yield game.refuse("trade.not_held", f"Trade cards of your own hand, each once: {listed(held)}.", "M15", held)
        return
    for number, one in enumerate(sets):
        if not rules.cards.sets.is_set([rules.cards.symbols[rules.cards.index[name]] for name in one.cards]):
            message = "A set is three alike, one of each, or two with a wild card where the game has it so."
            yield game.refuse("trade.no_set", message, "M15, T51")
            return
        yield from _bonus_faults(game, rules, state, seat, one, sum(each.bonus is not None for each in sets[:number]))
    if owes_set(game, rules, state, seat, sets):
        held_now = counted(len(_left(rules, state, seat, sets)), "card")
        yield game.refuse("trade.forced", f"You would keep {held_now}: trade another set.", "M15, T53")


def _bonus_faults(
    game: AnyHooks, rules: Rules, state: Any, seat: int, one: SetTurnedIn, earlier: int  # noqa: ANN401
) -> Iterator[Reason]:  # fmt: skip
    choice = game.bonus_spaces(rules, state, seat, one, earlier)
    missing = game.bonus_is_named and one.bonus is None and choice
    if missing or (one.bonus is not None and one.bonus not in choice):
        names = tuple(rules.name(rules.board.index[space]) for space in choice)
        works = f"They go to {listed(names)}." if names else "This set brings none."
        yield game.refuse("trade.bonus", f"Extra armies go to an own territory on a card. {works}", "M15, T54", names)


def _place_faults(game: AnyHooks, rules: Rules, state: Any, seat: int, action: Placements) -> Iterator[Reason]:  # noqa: ANN401
    own = state.held[seat]
    for name, count in action.place:
        space = rules.board.index.get(name)
        if space is None:
            found = no_space(rules, name)
            yield game.refuse(found.code, found.message, "M15", found.fix)
        elif not own >> space & 1:
            message = f"{rules.name(space)} {holder(state, seat, space)}. Place in your own territories."
            yield game.refuse("space.not_yours", message, "M15, T55", rules.listed(own))
        if count < 1:
            yield game.refuse("count.too_small", "Place 1 at least in each territory that you name.", "M15")
    if len({name for name, _ in action.place}) < len(action.place):
        yield game.refuse("place.twice", "Name each territory once, with all that go there.", "M15")
    due = game.new_armies(rules, state, seat) + sum(worths(game, rules, state, seat, action.sets))
    placed = sum(count for _, count in action.place)
    if placed != due:
        message = f"You have {counted(due, *rules.army)} to place, and {placed} are written."
        yield game.refuse("place.all", message, "M15, 1.2.1")


def default(game: AnyHooks, rules: Rules, state: Any, seat: int) -> Placements:  # noqa: ANN401
    """Return what an absent seat places: all on its weakest border, with the sets that it must trade."""
    sets = _must(game, rules, state, seat)
    due = game.new_armies(rules, state, seat) + sum(worths(game, rules, state, seat, sets))
    front = border(rules, state, seat) or bits(state.held[seat])
    weakest = rules.id(min(front, key=lambda space: state.armies[space]))
    return Placements(((weakest, due),) if due else (), sets)


def _must(game: AnyHooks, rules: Rules, state: Any, seat: int) -> tuple[SetTurnedIn, ...]:  # noqa: ANN401
    sets: tuple[SetTurnedIn, ...] = ()
    while owes_set(game, rules, state, seat, sets):
        sets = (
            *sets,
            _named(game, rules, state, seat, next(rules.cards.sets_in(_left(rules, state, seat, sets))), sets),
        )
    return sets


def _named(
    game: AnyHooks, rules: Rules, state: Any, seat: int, cards: Iterable[int], sets: Sequence[SetTurnedIn]  # noqa: ANN401
) -> SetTurnedIn:  # fmt: skip
    one = SetTurnedIn(tuple(rules.cards.ids[card] for card in cards))
    choice = game.bonus_spaces(rules, state, seat, one, sum(each.bonus is not None for each in sets))
    return replace(one, bonus=choice[0]) if choice else one


def sample(game: AnyHooks, rules: Rules, state: Any, seat: int, rng: Randomness) -> Placements:  # noqa: ANN401
    """Return reinforcements at random; now and then with a set that need not be traded."""
    sets = _must(game, rules, state, seat)
    if len(sets) < game.most_sets(rules, state, seat) and rng.randrange(2):
        some = list(rules.cards.sets_in(_left(rules, state, seat, sets)))
        if some:
            sets = (*sets, _named(game, rules, state, seat, some[rng.randrange(len(some))], sets))
    due = game.new_armies(rules, state, seat) + sum(worths(game, rules, state, seat, sets))
    own, counts = bits(state.held[seat]), dict[int, int]()
    while due:
        count = 1 + rng.randrange(due)
        space = own[rng.randrange(len(own))]
        counts[space] = counts.get(space, 0) + count
        due -= count
    return Placements(tuple((rules.id(space), counts[space]) for space in sorted(counts)), sets)


def prompt(game: AnyHooks, rules: Rules, state: Any, seat: int) -> str:  # noqa: ANN401
    """Return what is asked for."""
    count = game.new_armies(rules, state, seat)
    return f"Write where {counted(count, *rules.army)} go" if count else "Trade a set of cards, or leave it"


def offers(game: AnyHooks, rules: Rules, state: Any, seat: int) -> Iterator[Offer]:  # noqa: ANN401
    """Offer the own territories with the armies to place, and every set of the own hand."""
    due = game.new_armies(rules, state, seat)
    yield Offer(kind="placements", targets=rules.board.names(state.held[seat]), least=due, most=due)
    if not game.most_sets(rules, state, seat):
        return
    for cards in rules.cards.sets_in(state.cards.hands[seat]):
        one = SetTurnedIn(tuple(rules.cards.ids[card] for card in cards))
        targets = game.bonus_spaces(rules, state, seat, one, 0)
        worth = worths(game, rules, state, seat, (one,))[0]
        yield Offer(kind="trade", source=" ".join(one.cards), targets=targets, least=worth, most=worth)


class Placing(Hooks[R, S]):
    """What reinforcements do."""

    def place_all(self, rules: R, state: S, given: Sequence[tuple[int, Placements]], tell: Tell) -> S:
        """Bring what needs no choice, then all that is written, in turn order (`lotr-risk M15`)."""
        before = state
        state = self.unasked_armies(rules, state, tell)
        written = dict(given)
        for seat in state.order:
            action = written.get(seat)
            if action is not None:
                state = self._traded(rules, before, state, seat, action, tell)
                state = _placed(rules, state, seat, action, tell)
        return self.check_victory(rules, state, tell)

    def _traded(self, rules: R, before: S, state: S, seat: int, action: Placements, tell: Tell) -> S:
        armies = list(state.armies)
        for one, worth in zip(action.sets, worths(self, rules, before, seat, action.sets), strict=True):
            if tell is not None:
                tell.append(Traded(seat, one.cards, worth, one.bonus))
            if one.bonus is not None:
                armies[rules.board.index[one.bonus]] += rules.cards.picture_armies
            cards = [rules.cards.index[name] for name in one.cards]
            state = replace(state, cards=state.cards.passed(cards, seat))
        state = replace(state, armies=tuple(armies))
        return self.sets_counted(state, seat, len(action.sets)) if action.sets else state


def _placed(rules: Rules, state: S, seat: int, action: Placements, tell: Tell) -> S:
    armies = list(state.armies)
    for name, count in action.place:
        armies[rules.board.index[name]] += count
        if tell is not None:
            tell.append(Placed(seat, name, count))
    return replace(state, armies=tuple(armies))
