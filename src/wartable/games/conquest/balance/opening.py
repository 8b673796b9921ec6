"""From an empty map to the first turn: marks, objectives, neutral army, capitals (`balance-of-power 4` to 17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Drawn, Request, Roll, Rolled, Shuffle, Shuffled
from wartable.engine.errors import BadOptions, Reason
from wartable.engine.values import Seat
from wartable.games.conquest.balance import objectives, sites, tasks
from wartable.games.conquest.balance.actions import Capital
from wartable.games.conquest.balance.events import CapitalPlaced, FirstRolled, Marked, NeutralLaid, ObjectivesLaid
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.refuse import no
from wartable.games.conquest.balance.rules import BalanceRules, rules_of
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.data import printed_tables
from wartable.games.conquest.core.machine import DRAW_CARD, Wanted
from wartable.games.conquest.core.setup import SetUp
from wartable.games.conquest.core.tasks import Claims, Step
from wartable.games.conquest.core.turn import Tell, drawn

MOST_SEATS = 5
"""Players that the text provides for."""


def seat_counts(options: BalanceOptions) -> tuple[int, ...]:
    """Return the numbers of players that go with these options (`balance-of-power 14`, 16)."""
    if options.neutral_army == "two":
        return (2,)
    return tuple(range(2, MOST_SEATS + 1 + options.six_players))


def first_state(options: BalanceOptions, seats: int) -> BalanceState:
    """Return the empty map; raises `BadOptions` for a number of players that does not go with the options."""
    if seats not in seat_counts(options):
        raise BadOptions(_wrong_seats(options, seats))
    rules = rules_of(options)
    spaces = len(rules.board.ids)
    state = BalanceState(
        options=options,
        agenda=(tasks.FirstRoll(Seat(0)),),
        seat=0,
        turn=0,
        order=tuple(range(seats)),
        held=(0,) * seats,
        armies=(0,) * spaces,
        pools=(0,) * seats,
        cards=rules.cards.fresh(seats),
        capitals=(-1,) * seats,
        pieces=((0,) * spaces,) if options.tanks else (),
        piles=(0,) * (seats + 1),
        bought=((0,) * len(rules.tables.shop.actions),) * seats if options.prices == "balanced" else (),
        collected=((),) * seats,
        earned=((),) * seats if options.rewards else (),
        rolls=((),) * seats,
    )
    return state if options.first_player == "rolled" else _ordered(rules, state, 0)


def _wrong_seats(options: BalanceOptions, seats: int) -> Reason:
    if options.neutral_army == "two":
        message = f"With the neutral army for two players two can play, not {seats}. Choose another neutral_army."
        return no("option.seats", message, 16)
    message = f"The text provides for five players at most, not {seats}. Choose six_players."
    return no("option.seats", message, 14)


def _ordered(rules: BalanceRules, state: BalanceState, first: int) -> BalanceState:
    """Settle who plays when and begins with what, and send for the first marks."""
    seats = state.seats
    order = tuple((first + step) % seats for step in range(seats))
    pools = [0] * seats
    for seat, armies in zip(order, starting_armies(rules, seats), strict=True):
        pools[seat] = armies
    ready = replace(state, order=order, seat=first, pools=tuple(pools), rolls=())
    if state.options.cities == "drawn":
        return replace(ready, agenda=(tasks.CitiesDrawn(Seat(first)),))
    return _after_cities(replace(ready, cities=rules.board.mask(rules.tables.fixed_cities.spaces)))


def starting_armies(rules: BalanceRules, seats: int) -> tuple[int, ...]:
    """Return the armies that seats begin with, in playing order (`balance-of-power 7`, 12 to 14)."""
    if rules.options.starting_armies == "classic":
        return (printed_tables().starting_armies.each[seats],) * seats
    progressive = rules.options.fifth_player == "progressive"
    return rules.tables.starting.table(seats, progressive=progressive).armies


def starting_cards(rules: BalanceRules, state: BalanceState) -> tuple[int, ...]:
    """Return the seats that begin with a card, once per card, in playing order (`balance-of-power 11`, 12)."""
    if rules.options.starting_armies == "classic":
        return ()
    progressive = rules.options.fifth_player == "progressive"
    cards = rules.tables.starting.table(state.seats, progressive=progressive).cards
    return tuple(seat for seat, count in zip(state.order, cards, strict=True) for _ in range(count))


def _after_cities(state: BalanceState) -> BalanceState:
    return replace(state, agenda=(tasks.RoughDrawn(Seat(state.seat)),)) if state.options.rough else _after_rough(state)


def _after_rough(state: BalanceState) -> BalanceState:
    step = tasks.SitesDrawn if state.options.sites else tasks.ObjectivesDrawn
    return replace(state, agenda=(step(Seat(state.seat)),))


def contenders(state: BalanceState) -> tuple[int, ...]:
    """Return the seats that roll for the first turn: all, then those that were level at the top."""
    best = max(state.rolls)
    return tuple(seat for seat, faces in enumerate(state.rolls) if faces == best)


def capital_spaces(rules: BalanceRules, state: BalanceState, seat: int) -> int:
    """Return where a seat may put its capital: in a continent without one if it can (`balance-of-power 10`, 17).

    Where the options say so, as in the game of 2008, on any territory of its own.
    """
    board, own = rules.board, state.held[seat]
    if rules.options.capitals == "anywhere":
        return own
    taken = 0
    for space in state.capitals:
        if space >= 0:
            taken |= board.region_masks[board.region_of[space]]
    return own & ~taken or own


def _rewards(rules: BalanceRules, _state: BalanceState, _step: Step) -> Request:
    table = rules.tables.objectives.rewards
    return Shuffle("rewards", len(table.basic) + len(table.special))


def _spaces(what: str) -> Wanted:
    return lambda rules, _state, _step: Shuffle(what, len(rules.board.ids))


REQUESTS: Mapping[str, Wanted] = {
    "first": lambda _rules, state, _step: Roll("first player", (DIE,) * len(contenders(state))),
    "cities": _spaces("cities"),
    "rough": _spaces("rough"),
    "sites": _spaces("sites"),
    "objectives": lambda rules, state, _step: Shuffle("objectives", len(_pool(rules, state))),
    "rewards": _rewards,
    "neutral": lambda rules, _state, _step: Shuffle("neutral army", rules.tables.marks.sites),
    "start_cards": DRAW_CARD,
}
"""What the set-up wants of chance."""


def _pool(rules: BalanceRules, state: BalanceState) -> tuple[str, ...]:
    basic, special = objectives.pools(
        rules.tables.objectives,
        state.seats,
        variant=state.options.objectives == "variant",
        fitted=state.options.objective_numbers == "fitted",
    )
    return tuple(one.id for one in (*basic, *special))


class Opening(SetUp[BalanceRules, BalanceState]):
    """What chance and the players do before the first turn."""

    def roll_first(
        self, rules: BalanceRules, state: BalanceState, _seat: int, answer: Rolled, tell: Tell
    ) -> BalanceState:
        """Let the highest die begin; those level at the top roll again (`balance-of-power 6`)."""
        rolling, rolls = contenders(state), list(state.rolls)
        for seat, face in zip(rolling, answer.faces, strict=True):
            rolls[seat] = (*rolls[seat], face)
        after = replace(state, rolls=tuple(rolls))
        best = contenders(after)
        first = best[0] if len(best) == 1 else -1
        if tell is not None:
            tell.append(FirstRolled(rolling, answer.faces, first))
        return after if first < 0 else _ordered(rules, after, first)

    def draw_cities(
        self, rules: BalanceRules, state: BalanceState, _seat: int, answer: Shuffled, tell: Tell
    ) -> BalanceState:
        """Put cities on the first territories drawn (`balance-of-power 4`)."""
        mask = _marked(rules, answer, "cities", rules.tables.marks.cities, tell)
        return _after_cities(replace(state, cities=mask))

    def draw_rough(
        self, rules: BalanceRules, state: BalanceState, _seat: int, answer: Shuffled, tell: Tell
    ) -> BalanceState:
        """Put rough terrain on the first territories of another draw."""
        mask = _marked(rules, answer, "rough", rules.tables.marks.rough, tell)
        return _after_rough(replace(state, rough=mask))

    def draw_sites(
        self, rules: BalanceRules, state: BalanceState, _seat: int, answer: Shuffled, tell: Tell
    ) -> BalanceState:
        """Put sites on the first territories of a third draw."""
        mask = _marked(rules, answer, "sites", rules.tables.marks.sites, tell)
        after = replace(state, sites=mask, agenda=(tasks.ObjectivesDrawn(Seat(state.seat)),))
        if tell is not None and (told := sites.assigned(rules, after)) is not None:
            tell.append(told)
        return replace(after, airfields=sites.sites_with(after, "airfield"))

    def draw_objectives(
        self, rules: BalanceRules, state: BalanceState, _seat: int, answer: Shuffled, tell: Tell
    ) -> BalanceState:
        """Lay as many objectives of each class face up as the table says (`balance-of-power 58`)."""
        table, pool = rules.tables.objectives, _pool(rules, state)
        basic = {one.id for one in table.basic}
        order = [pool[place] for place in answer.order]
        first = [key for key in order if key in basic][: table.face_up]
        second = [key for key in order if key not in basic][: table.face_up]
        after = replace(state, face_up=(*sorted(first), *sorted(second)))
        if state.options.rewards:
            return replace(after, agenda=(tasks.RewardsDrawn(Seat(state.seat)),))
        if tell is not None:
            tell.append(ObjectivesLaid(after.face_up))
        return self.lay_neutral(rules, after, tell)

    def draw_rewards(
        self, rules: BalanceRules, state: BalanceState, _seat: int, answer: Shuffled, tell: Tell
    ) -> BalanceState:
        """Put a reward of its class on each objective (`balance-of-power 59`)."""
        table = rules.tables.objectives.rewards
        cut = len(table.basic)
        basic = [table.basic[place] for place in answer.order if place < cut]
        special = [table.special[place - cut] for place in answer.order if place >= cut]
        after = replace(state, rewards=(*basic, *special))
        if tell is not None:
            tell.append(ObjectivesLaid(after.face_up, after.rewards))
        return self.lay_neutral(rules, after, tell)

    def lay_neutral(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Shuffle the sites for the neutral army, if there is one."""
        if rules.neutral:
            return replace(state, agenda=(tasks.NeutralDrawn(Seat(state.seat)),))
        return self.deal_cards(rules, state, tell)

    def draw_neutral(
        self, rules: BalanceRules, state: BalanceState, _seat: int, answer: Shuffled, tell: Tell
    ) -> BalanceState:
        """Put the neutral army on the sites, before anybody claims one (`balance-of-power 8`)."""
        found, armies = tuple(bits(state.sites)), list(state.armies)
        order = tuple(found[place] for place in answer.order)
        for space, count in zip(order, rules.tables.neutral.sites, strict=True):
            armies[space] = count
        if tell is not None:
            tell.append(NeutralLaid(tuple(map(rules.id, order)), rules.tables.neutral.sites))
        return self.deal_cards(rules, replace(state, armies=tuple(armies)), tell)

    def deal_cards(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Deal the cards that later seats begin with, then let the first one claim."""
        dealt = sum(map(len, state.cards.hands))
        if owed := starting_cards(rules, state)[dealt:]:
            return replace(state, agenda=(tasks.StartCard(Seat(owed[0])),), seat=owed[0])
        first = state.order[0]
        return replace(state, agenda=(Claims(Seat(first)),), seat=first)

    def draw_start(
        self, rules: BalanceRules, state: BalanceState, seat: int, answer: Drawn, tell: Tell
    ) -> BalanceState:
        """Deal one of those cards."""
        cards = drawn(rules.cards, state.cards, seat, answer.index, tell)
        return self.deal_cards(rules, replace(state, cards=cards), tell)

    def all_set_up(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Go on to the capitals."""
        first = state.order[0]
        return replace(state, agenda=(tasks.Founding(Seat(first)),), seat=first)

    def found(self, rules: BalanceRules, state: BalanceState, seat: int, action: Capital, tell: Tell) -> BalanceState:
        """Put a capital down; after the last one the first turn begins."""
        capitals = list(state.capitals)
        capitals[seat] = rules.board.index[action.space]
        if tell is not None:
            tell.append(CapitalPlaced(seat, action.space))
        after, place = replace(state, capitals=tuple(capitals)), state.order.index(seat) + 1
        if place < state.seats:
            turn = state.order[place]
            return replace(after, agenda=(tasks.Founding(Seat(turn)),), seat=turn)
        return self.begin_turn(rules, after, state.order[0], 0, tell)


def _marked(
    rules: BalanceRules,
    answer: Shuffled,
    kind: Literal["cities", "rough", "sites"],
    count: int,
    tell: Tell,
) -> int:
    """Tell of the first territories drawn, and return them."""
    mask = sum(1 << space for space in answer.order[:count])
    if tell is not None:
        tell.append(Marked(kind, rules.board.names(mask)))
    return mask
