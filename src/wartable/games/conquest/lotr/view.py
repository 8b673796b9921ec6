"""What a seat may know of a game of Lord of the Rings Risk, as data; territories and cards are ids."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.core.view import CardsView, CardView, ConquestView, GoalView, OccupyView, public
from wartable.games.conquest.lotr.actions import LotrAttack
from wartable.games.conquest.lotr.adventure.hands import site_earns
from wartable.games.conquest.lotr.clock import arrival, search_odds
from wartable.games.conquest.lotr.data import RECONSTRUCTED, AdventureCard, Happening, Mission, Moment, Power, Side
from wartable.games.conquest.lotr.goal_view import goal_view
from wartable.games.conquest.lotr.handlers import COURSE
from wartable.games.conquest.lotr.income import income_of, points_of
from wartable.games.conquest.lotr.phases import Shown
from wartable.games.conquest.lotr.preview import forecast_of
from wartable.games.conquest.lotr.reinforcement import must_trade
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.games.conquest.lotr.tasks import Reacting, RingRolled
from wartable.games.conquest.lotr.visible import UNSEEN, seen, shown_armies, shown_totals
from wartable.games.conquest.simultaneous.view import RoundView, round_view, totals

FORESEEN = 5
"""Turns for which a view tells how likely the Ring's journey is over."""
Earned: TypeAlias = Literal["territory", "adventure"]
"""A kind of card that a turn may earn."""


class AdventureView(msgspec.Struct, frozen=True, kw_only=True):
    """An adventure card that is seen: what it is called and says, and its stars for the one who looks."""

    id: str
    name: str
    kind: Literal["mission", "power", "event"]
    words: str
    territory: str = ""
    stars: int
    side_stars: tuple[int, int]
    """Stars for a good and for an evil player."""
    reconstructed: bool
    """Whether no source speaks of its stars."""
    copies: int
    small: bool
    """Whether it is in the deck of 42 territories too."""
    moment: Moment | Literal[""] = ""
    """When a power may be played."""
    reward: Literal["", "units", "card"] = ""
    units: tuple[int, int] = (0, 0)
    """Units that a mission brings to a good and to an evil player."""
    place: Literal["", "territory", "region"] = ""
    """Where they go."""


class AdventuresView(msgspec.Struct, frozen=True):
    """Adventure cards: the own hand, everybody's number, what lies in front of each seat, the discards."""

    hand: tuple[AdventureView, ...]
    counts: tuple[int, ...]
    shown: tuple[tuple[AdventureView, ...], ...]
    discards: tuple[AdventureView, ...]
    deck: int
    limit: int


class SearchView(msgspec.Struct, frozen=True):
    """The evil owner of the Fellowship's territory, and how many of the 36 rolls of two dice find the Ring."""

    seat: int
    ways: int


class RingView(msgspec.Struct, frozen=True):
    """The Fellowship: its path, the steps with a die, the step it is on, and its roll while cards may change it."""

    path: tuple[str, ...]
    dice: tuple[int, ...]
    step: int
    space: str
    needed: int
    """What a roll must show at least for a step."""
    doom: bool
    """Whether the way ends on Mount Doom."""
    arrival: tuple[float, ...]
    """Chances that the journey is over at the end of this turn, of the next, and so on."""
    search: SearchView | None
    roll: tuple[int, int] | None = None


class LastingView(msgspec.Struct, frozen=True):
    """A card in force until the next turn of a seat, with the territories it bears on."""

    card: str
    by: int
    spaces: tuple[str, ...]


class OwedView(msgspec.Struct, frozen=True):
    """Units of a mission kept for a seat's next reinforcement."""

    seat: int
    card: str
    units: int


class PointsView(msgspec.Struct, frozen=True):
    """Points of a seat as things stand."""

    territories: int
    strongholds: int
    regions: int
    cards: int
    total: int


class IncomeView(msgspec.Struct, frozen=True):
    """Units that a seat would get: for territories and regions to place, and one in each stronghold."""

    territories: int
    regions: int
    strongholds: int
    total: int


class AttackView(msgspec.Struct, frozen=True):
    """The attack that lasts: source, target, and what cards do for it."""

    source: str
    target: str
    leader: bool
    bound: bool
    bare: bool
    lift: int
    chance: float | None
    """How likely it conquers, while others are asked about it; else None, as where units are not seen."""


class LotrView(ConquestView, frozen=True, tag="lotr-risk"):
    """Everything a seat may know. Units it does not see are -1."""

    phase: Shown
    cards: CardsView
    goal: GoalView
    colours: tuple[str, ...]
    sides: tuple[Side, ...]
    allied: bool
    """Whether all of a side win together."""
    leaders: tuple[int, ...]
    """Leaders in each territory."""
    declared: tuple[str, ...]
    tired: tuple[str, ...]
    """Where own leaders have moved, fulfilled a mission, or come new in this turn."""
    adventure: AdventuresView
    ring: RingView | None
    in_force: tuple[LastingView, ...]
    owed: tuple[OwedView, ...]
    points: tuple[PointsView, ...]
    incomes: tuple[IncomeView, ...]
    attack: AttackView | None
    aside: tuple[int, ...]
    """Cards that each seat keeps for Local Uprising."""
    own_aside: tuple[str, ...]
    capital: str | None
    """The own capital."""
    capitals: tuple[str, ...]
    """All of them, once the game is over."""
    window: str
    """The reaction window that is open; empty: none."""
    moves: int
    earned: tuple[Earned, ...]
    """Kinds of cards that whoever is on turn has earned for its end."""
    ending: str
    round: RoundView | msgspec.UnsetType = msgspec.UNSET
    """What is under way, where all move at the same time."""


def view_of(rules: LotrRules, state: LotrState, seat: int | None, shown: str) -> LotrView:
    """Return what a seat (None: a spectator) may know; `shown` is the phase as people see it."""
    common = public(rules, state, shown)
    mask = seen(rules, state, seat)
    common["armies"], common["totals"] = shown_armies(rules, state, seat), shown_totals(rules, state, seat)
    common["occupy"] = _occupy(rules, state, mask)
    if rules.options.simultaneous:
        common["totals"] = totals(state)
    task = state.agenda[0] if state.agenda else None
    return LotrView(
        **common,
        cards=_cards(rules, state, seat),
        goal=goal_view(rules, state, seat, mask),
        colours=state.colours,
        sides=tuple(state.side(other) for other in range(state.seats)),
        allied=state.options.sides != "none",
        leaders=state.pieces[LEADER],
        declared=rules.board.names(state.declared),
        tired=rules.board.names(state.moved | state.claimed | state.fresh),
        adventure=_adventures(rules, state, seat),
        ring=_ring(rules, state),
        in_force=tuple(LastingView(card.card, card.by, rules.board.names(card.spaces)) for card in state.in_force),
        owed=tuple(OwedView(each.seat, each.card, each.units) for each in state.owed),
        points=tuple(_points(rules, state, one) for one in range(state.seats)),
        incomes=tuple(_income(rules, held) for held in state.held),
        attack=_attack(rules, state, mask),
        aside=tuple(map(len, state.aside)),
        own_aside=() if seat is None or not state.aside else tuple(rules.id(card) for card in state.aside[seat]),
        capital=None if seat is None or not state.capitals else rules.id(state.capitals[seat]),
        capitals=tuple(map(rules.id, state.capitals)) if state.victory else (),
        window=task.about if isinstance(task, Reacting) else "",
        moves=state.moves,
        earned=_earned(rules, state),
        ending=state.ending,
        round=round_view(COURSE, rules, state, seat) if rules.options.simultaneous else msgspec.UNSET,
    )


def _occupy(rules: LotrRules, state: LotrState, mask: int) -> OccupyView | None:
    entry = state.entry
    if entry is None:
        return None
    most = entry.most if mask >> entry.source & 1 else UNSEEN
    least = entry.least if mask & (1 << entry.source | 1 << entry.target) else UNSEEN
    return OccupyView(rules.id(entry.source), rules.id(entry.target), least, most)


def _points(rules: LotrRules, state: LotrState, seat: int) -> PointsView:
    points = points_of(rules, state, seat)
    return PointsView(points.territories, points.strongholds, points.regions, points.cards, points.total)


def _income(rules: LotrRules, held: int) -> IncomeView:
    if not held:
        return IncomeView(0, 0, 0, 0)
    income = income_of(rules, held)
    return IncomeView(income.territories, income.regions, income.strongholds, income.total)


def adventure_view(rules: LotrRules, state: LotrState, card: int, seat: int) -> AdventureView:
    """Return an adventure card for the one who sees it."""
    found = rules.deck[card]
    seen_card = AdventureView(
        id=found.id,
        name=found.name,
        kind="event",
        words=found.words,
        stars=found.stars_for(state.side(seat)),
        side_stars=(found.stars_for("good"), found.stars_for("evil")),
        reconstructed=not isinstance(found, Happening) and found.stars_confidence == RECONSTRUCTED,
        copies=found.copies,
        small=found.small,
    )
    return replace(seen_card, **_of_kind(found))


def _of_kind(card: AdventureCard) -> dict[str, Any]:
    """Return what cards of one kind alone have."""
    if isinstance(card, Power):
        return {"kind": "power", "moment": card.moment}
    if isinstance(card, Mission):
        units = (card.good, card.evil)
        place = card.place if card.reward == "units" else ""
        return {"kind": "mission", "territory": card.territory, "reward": card.reward, "units": units, "place": place}
    return {"territory": card.territory}


def _adventures(rules: LotrRules, state: LotrState, seat: int | None) -> AdventuresView:
    cards = state.adventure
    hand = () if seat is None or not cards.hands else cards.hands[seat]
    return AdventuresView(
        hand=tuple(adventure_view(rules, state, card, seat or 0) for card in hand),
        counts=tuple(map(len, cards.hands)),
        shown=tuple(
            tuple(adventure_view(rules, state, card, other) for card in pile) for other, pile in enumerate(state.shown)
        ),
        discards=tuple(adventure_view(rules, state, card, 0) for card in bits(discards(rules, state))),
        deck=cards.deck.bit_count(),
        limit=rules.options.adventure_limit,
    )


def discards(rules: LotrRules, state: LotrState) -> int:
    """Return the adventure cards discarded, as a mask."""
    left = (1 << len(rules.deck)) - 1 & ~state.adventure.deck
    for pile in (*state.adventure.hands, *state.shown):
        for card in pile:
            left &= ~(1 << card)
    return left


def _ring(rules: LotrRules, state: LotrState) -> RingView | None:
    if state.ring < 0:
        return None
    rolled = next((task for task in state.agenda if isinstance(task, RingRolled)), None)
    return RingView(
        path=tuple(map(rules.id, rules.path)),
        dice=bits(rules.path_dice),
        step=state.ring,
        space=rules.id(rules.path[state.ring]),
        needed=rules.data.path.roll,
        doom=rules.ends_on_doom,
        arrival=arrival(rules, state, FORESEEN),
        search=_search(rules, state),
        roll=(rolled.face, rolled.change) if rolled else None,
    )


def _search(rules: LotrRules, state: LotrState) -> SearchView | None:
    found = search_odds(rules, state)
    return None if found is None else SearchView(*found)


def _attack(rules: LotrRules, state: LotrState, mask: int) -> AttackView | None:
    one = state.assault
    if one is None:
        return None
    chance = _threat(rules, state) if mask >> one.source & mask >> one.target & 1 else None
    return AttackView(rules.id(one.source), rules.id(one.target), one.leader, one.bound, one.bare, one.lift, chance)


def _earned(rules: LotrRules, state: LotrState) -> tuple[Earned, ...]:
    """Return the kinds of cards that a turn has earned so far; in simultaneous rounds nobody is on turn."""
    if rules.options.simultaneous or not state.cards.hands:
        return ()
    conquest: tuple[Earned, ...] = ("territory",) if state.conquered or state.extra_cards else ()
    return (*conquest, "adventure") if site_earns(rules, state, state.seat) else conquest


def _threat(rules: LotrRules, state: LotrState) -> float | None:
    """Return how likely the attack conquers that a window is about, made to its end with all dice."""
    one = state.assault
    if one is None or not state.agenda or not isinstance(state.agenda[0], Reacting):
        return None
    rolling = next((task for task in state.agenda if isinstance(task, Rolling)), None)
    dice = min(rules.plain.attack_dice, state.armies[one.source] - rules.stay)
    if rolling is None or dice < 1 or not state.armies[one.target]:
        return None
    attack = LotrAttack(rules.id(one.source), rules.id(one.target), dice, rules.stay, leader=one.leader)
    return forecast_of(rules, state, attack).chance


def _cards(rules: LotrRules, state: LotrState, seat: int | None) -> CardsView:
    cards = state.cards
    if not cards.hands:
        return CardsView(on=False)
    own = () if seat is None else cards.hands[seat]
    reinforcing = state.phase == "reinforce"
    return CardsView(
        on=True,
        hand=tuple(CardView(rules.cards.ids[card], rules.cards.space(card), rules.cards.symbols[card]) for card in own),
        counts=tuple(map(len, cards.hands)),
        next_set=_next_set(rules, state),
        must_trade=reinforcing and seat == state.seat and bool(must_trade(rules, state, state.seat)),
        deck=cards.deck.bit_count(),
        seized=rules.cards.seized,
    )


def _next_set(rules: LotrRules, state: LotrState) -> int | tuple[int, ...]:
    table = rules.data.cards.sets.combination
    if rules.options.set_values == "combination":
        return (*table.alike.values(), table.mixed)
    before = state.cards.sets if rules.options.set_counter == "game" else state.sets_by[state.seat]
    return rules.cards.sets.worth((), before)
