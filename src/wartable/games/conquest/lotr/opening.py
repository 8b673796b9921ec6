"""The set-up: the deal, claims, first units, leaders, hands, and who begins (`lotr-risk 1.1`)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, Shuffle, Shuffled
from wartable.engine.values import Event, Seat
from wartable.games.conquest.core.actions import Claim, Place
from wartable.games.conquest.core.events import CardDrawn, CardTaken, Claimed, Dealt, MissionGiven
from wartable.games.conquest.core.goals import NO_MISSION, mission_id
from wartable.games.conquest.core.tasks import Claims, SetUpPlacing
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.core.ways import free_spaces
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.actions import NameCapital
from wartable.games.conquest.lotr.data import Deal, Shield
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState, at_hand
from wartable.games.conquest.lotr.tasks import (
    Dealing,
    DealingGoal,
    DealingHand,
    DealingRest,
    Dicing,
    NamingCapitals,
    PlacingLeader,
)
from wartable.games.conquest.lotr.turn import Turn, may_place_leader


def neutral_plays(rules: LotrRules, seats: int) -> bool:
    """Whether there is a neutral army (`lotr-risk T02`)."""
    return seats == 2 and rules.options.neutral_army_2p


def claimable(rules: LotrRules, state: LotrState) -> int:
    """Return the territories that may be claimed now, as a mask: open ones that nobody was dealt."""
    free = free_spaces(state)
    for mask in state.dealt:
        free &= ~mask
    return free if claims_made(rules, state) else 0


def claims_made(rules: LotrRules, state: LotrState) -> bool:
    """Whether open territories are claimed or dealt, rather than left empty."""
    off = state.seats == 2 and not rules.options.neutral_army_2p
    return not (off and rules.options.neutral_off_fill == "empty")


def starts_on(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return the territories on which a seat may put first units, as a mask (`lotr-risk T05`)."""
    own = state.held[seat]
    return own if rules.options.require_unit_everywhere else own | free_spaces(state)


class Opening(Turn):
    """What is done before the first turn."""

    # --- the deal

    def deal(self, rules: LotrRules, state: LotrState, _seat: int, answer: Shuffled, tell: Tell) -> LotrState:
        """Deal the territory cards, a unit onto each, two for the neutral army (`lotr-risk 1.1.4`)."""
        shares, neutral = self.shares(rules, state, answer.order)
        armies, units = [0] * len(state.armies), rules.data.setup.neutral_units
        for space in bits(neutral):
            armies[space] = units
        if not rules.options.require_unit_everywhere:
            dealt = replace(state, armies=tuple(armies), dealt=shares)
        else:
            for share in shares:
                for space in bits(share):
                    armies[space] = 1
            pools = tuple(pool - share.bit_count() for pool, share in zip(state.pools, shares, strict=True))
            dealt = replace(state, armies=tuple(armies), held=shares, pools=pools)
        if tell is not None:
            tell.append(Dealt(dealt.owners, dealt.armies))
        if rules.options.deal_mode == "tweaked":
            return self.begun_by(rules, dealt, self.first_good(state), "claim", tell)
        return replace(dealt, agenda=(Dicing(Seat(0), tuple(range(state.seats)), "claim"),))

    def shares(self, rules: LotrRules, state: LotrState, order: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """Return the territories of each seat and those of the neutral army, from the order of the cards."""
        mode = rules.options.deal_mode
        neutral = neutral_plays(rules, state.seats)
        if mode == "random":
            each = len(order) // (state.seats + neutral)
            parts = [
                sum(1 << space for space in order[part * each : (part + 1) * each]) for part in range(state.seats + 1)
            ]
            return tuple(parts[: state.seats]), parts[state.seats] if neutral else 0
        data = rules.data.setup
        deal = data.tweaked if mode == "tweaked" else data.deals[rules.options.edition][state.seats]
        piles = {kind: iter([s for s in order if rules.alignment[s] == kind]) for kind in ("good", "evil", "neutral")}
        shares: list[int] = []
        for counts in seat_deals(deal, state):
            cards = [next(piles[kind]) for kind, count in counts.items() for _ in range(count)]
            shares.append(sum(1 << space for space in cards))
        rest = [next(piles["neutral"]) for _ in range(deal.neutral)] if neutral else []
        return tuple(shares), sum(1 << space for space in rest)

    @staticmethod
    def first_good(state: LotrState) -> int:
        """Return the first good player in seat order (`lotr-risk L6`)."""
        return next((seat for seat in range(state.seats) if state.side(seat) == "good"), 0)

    def begun_by(self, rules: LotrRules, state: LotrState, seat: int, purpose: str, tell: Tell) -> LotrState:
        """Let a seat begin: with the claims, or with the first turn."""
        order = tuple((seat + step) % state.seats for step in range(state.seats))
        state = replace(state, order=order, seat=seat)
        if purpose == "turn":
            return self.begin_turn(rules, state, seat, 0, tell)
        if not claimable(rules, state):
            return self.next_to_place(rules, state, -1, tell)
        if rules.options.leftover_territories == "deal_rest":
            return replace(state, agenda=(DealingRest(Seat(seat)),))
        return replace(state, agenda=(Claims(Seat(seat)),))

    def claim(self, rules: LotrRules, state: LotrState, seat: int, action: Claim, tell: Tell) -> LotrState:
        """Take an open territory with one unit; when none is left the other units are placed in turn."""
        if tell is not None:
            tell.append(Claimed(seat, action.space))
        after = _settled(state, {rules.board.index[action.space]: seat})
        place = state.order.index(seat)
        if claimable(rules, after) and any(after.pools):
            turn = next(s for s in (*state.order[place + 1 :], *state.order[: place + 1]) if after.pools[s])
            return replace(after, seat=turn, agenda=(Claims(Seat(turn)),))
        return self.next_to_place(rules, after, place, tell)

    def deal_rest(self, rules: LotrRules, state: LotrState, _seat: int, answer: Shuffled, tell: Tell) -> LotrState:
        """Deal the territories left over round from the first player (`lotr-risk T06`)."""
        spaces, order = bits(claimable(rules, state)), state.order
        owners = {spaces[card]: order[number % len(order)] for number, card in enumerate(answer.order)}
        after = _settled(state, owners)
        if tell is not None:
            tell.append(Dealt(after.owners, after.armies))
        return self.next_to_place(rules, after, len(owners) - 1, tell)

    def next_to_place(self, rules: LotrRules, state: LotrState, place: int, tell: Tell) -> LotrState:
        """Pass on to the next seat in order with first units, or go on when nobody has any."""
        for step in range(1, state.seats + 1):
            seat = state.order[(place + step) % state.seats]
            if state.pools[seat] and starts_on(rules, state, seat):
                return replace(state, agenda=(SetUpPlacing(Seat(seat)),), seat=seat)
        return self.all_set_up(rules, replace(state, pools=()), tell)

    def place_one(self, rules: LotrRules, state: LotrState, seat: int, action: Place, tell: Tell) -> LotrState:
        """Put one of the first units on a territory."""
        space = rules.board.index[action.space]
        held = tuple(mask | 1 << space if other == seat else mask for other, mask in enumerate(state.held))
        return super().place_one(rules, replace(state, held=held), seat, action, tell)

    # --- leaders, goals, hands, capitals, the first turn

    def all_set_up(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """Take out who stands nowhere, then have the leaders placed (`lotr-risk 1.1.6`)."""
        state = replace(state, dealt=())
        return self.ask_leader(rules, state, 0, tell)

    def leader_set_up(self, rules: LotrRules, state: LotrState, seat: int, tell: Tell) -> LotrState:
        """Ask the next seat for its leader, round after round."""
        return self.ask_leader(rules, state, state.order.index(seat) + 1, tell)

    def ask_leader(self, rules: LotrRules, state: LotrState, place: int, tell: Tell) -> LotrState:
        """Ask the first seat from a place in the order that has fewest leaders, if it has too few."""
        wanting = {
            seat: state.leader_count(seat)
            for seat in (*state.order[place:], *state.order[:place])
            if may_place_leader(rules, state, seat)
        }
        few = {seat: count for seat, count in wanting.items() if count < rules.options.leaders_at_start}
        if not few:
            return self.deal_goals(rules, state, tell)
        seat = min(few, key=few.__getitem__)
        return replace(state, seat=seat, agenda=(PlacingLeader(Seat(seat), "setup"),))

    def deal_goals(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """Deal each seat its secret goal, where there are some (`lotr-risk T14`)."""
        for seat in state.order if state.missions else ():
            if state.missions[seat] == NO_MISSION:
                return replace(state, agenda=(DealingGoal(Seat(seat)),), seat=seat)
        return self.deal_hands(rules, state, tell)

    def give_goal(self, rules: LotrRules, state: LotrState, seat: int, answer: Drawn, tell: Tell) -> LotrState:
        """Deal one goal, known to its owner only."""
        goal = goals_left(rules, state)[answer.index]
        if tell is not None:
            tell.append(MissionGiven(seat, mission_id(goal), audience=(Seat(seat),)))
        missions = tuple(goal if other == seat else dealt for other, dealt in enumerate(state.missions))
        return self.deal_goals(rules, replace(state, missions=missions), tell)

    def deal_hands(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """Deal the starting hands card by card, then have capitals chosen and the first player rolled for."""
        options, seats = rules.options, state.seats
        for seat in state.order:
            if len(state.cards.hands[seat]) < options.starting_territory_cards:
                return replace(state, agenda=(DealingHand(Seat(seat), adventure=False),), seat=seat)
        for seat in state.order:
            short = len(state.adventure.hands[seat]) < options.starting_adventure_cards
            if short and state.adventure.deck & ~rules.events_mask:
                return replace(state, agenda=(DealingHand(Seat(seat), adventure=True),), seat=seat)
        if options.capitals and not state.capitals:
            return replace(state, agenda=(NamingCapitals(tuple(map(Seat, range(seats)))),))
        return self.first_turn(rules, state, tell)

    def first_turn(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """Roll for the first turn; in the tweaked alliance good begins (`lotr-risk 1.1.8`)."""
        playing = tuple(seat for seat in range(state.seats) if state.held[seat])
        if rules.options.deal_mode == "tweaked":
            return self.begun_by(rules, state, self.first_good(state), "turn", tell)
        return replace(state, agenda=(Dicing(Seat(playing[0]), playing, "turn"),))

    def take_hand(self, rules: LotrRules, state: LotrState, seat: int, answer: Drawn, tell: Tell) -> LotrState:
        """Give a seat a card of its starting hand."""
        task = at_hand(state, DealingHand)
        audience = (Seat(seat),)
        if task.adventure:
            card = bits(state.adventure.deck & ~rules.events_mask)[answer.index]
            left = state.adventure.passed((card,), -1, seat)
            after = replace(state, adventure=replace(left, deck=left.deck & ~(1 << card)))
            drawn = e.AdventureDrawn(seat, rules.deck[card].id, audience=audience)
            told: tuple[Event, ...] = (drawn, *self._dealt_whole(rules, after, seat))
        else:
            card = bits(state.cards.deck)[answer.index]
            kept = state.cards.passed((card,), -1, seat)
            after = replace(state, cards=replace(kept, deck=kept.deck & ~(1 << card)))
            told = (CardTaken(seat), CardDrawn(seat, rules.cards.ids[card], audience=audience))
        if tell is not None:
            tell.extend(told)
        return self.deal_hands(rules, after, tell)

    def _dealt_whole(self, rules: LotrRules, state: LotrState, seat: int) -> tuple[Event, ...]:
        """Return how many adventure cards a seat was dealt, with the last of them; nothing before."""
        dealt, deck = len(state.adventure.hands[seat]), state.adventure.deck & ~rules.events_mask
        whole = dealt == rules.options.starting_adventure_cards or not deck
        return (e.AdventureTaken(seat, dealt),) if whole else ()

    def capitals_named(
        self, rules: LotrRules, state: LotrState, given: tuple[tuple[Seat, NameCapital], ...], tell: Tell
    ) -> LotrState:
        """Keep the capitals, each known to its owner only (`lotr-risk L67`)."""
        named = {int(seat): rules.board.index[action.space] for seat, action in given}
        if tell is not None:
            tell.extend(e.CapitalNamed(seat, action.space, audience=(seat,)) for seat, action in given)
        capitals = tuple(named[seat] for seat in range(state.seats))
        return self.first_turn(rules, replace(state, capitals=capitals, agenda=()), tell)


def capital_choices(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return the territories that a seat may choose as its capital: own strongholds, or any where it has none."""
    return state.held[seat] & rules.strongholds or state.held[seat]


def seat_deals(deal: Deal, state: LotrState) -> list[dict[Shield, int]]:
    """Return the cards by shield of each seat."""
    places = {"good": iter(deal.good), "evil": iter(deal.evil)}
    return [next(places[state.side(seat)]) for seat in range(state.seats)]


def goal_pool(rules: LotrRules, seats: int) -> tuple[int, ...]:
    """Return the secret goals that may be dealt: none that is reached from the start, where there are others."""
    share = -(-len(rules.board.ids) // seats)
    pool = range(len(rules.missions))
    return tuple(number for number in pool if not rules.missions[number].dealt(share)) or tuple(pool)


def goals_left(rules: LotrRules, state: LotrState) -> tuple[int, ...]:
    """Return the secret goals that nobody has been dealt; all again where there are fewer than players."""
    pool = goal_pool(rules, state.seats)
    return tuple(number for number in pool if number not in state.missions) or pool


def _settled(state: LotrState, owners: dict[int, int]) -> LotrState:
    """Return the state after seats took territories with one unit each."""
    armies, held, pools = list(state.armies), list(state.held), list(state.pools)
    for space, seat in owners.items():
        armies[space] += 1
        held[seat] |= 1 << space
        pools[seat] -= 1
    return replace(state, armies=tuple(armies), held=tuple(held), pools=tuple(pools))


def deal_wanted(_rules: LotrRules, state: LotrState, _task: Dealing) -> Shuffle:
    """Return the shuffle of the territory cards."""
    return Shuffle("deal", len(state.armies))


def rest_wanted(rules: LotrRules, state: LotrState, _task: DealingRest) -> Shuffle:
    """Return the shuffle of those left over."""
    return Shuffle("deal", claimable(rules, state).bit_count())


def goal_wanted(rules: LotrRules, state: LotrState, task: DealingGoal) -> Draw:
    """Return the draw of a goal."""
    return Draw("goal", len(goals_left(rules, state)), audience=(task.seat,))


def hand_wanted(rules: LotrRules, state: LotrState, task: DealingHand) -> Draw:
    """Return the draw of a card of the starting hand, events not among them."""
    choice = state.adventure.deck & ~rules.events_mask if task.adventure else state.cards.deck
    return Draw("starting hand", choice.bit_count(), audience=(task.seat,))
