"""Simultaneous rounds as Lord of the Rings Risk has them: leaders, strongholds, sites, missions, the Fellowship."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.errors import Reason
from wartable.engine.values import Seat
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr import uprising
from wartable.games.conquest.lotr.actions import PlaceLeader
from wartable.games.conquest.lotr.adventure.powers import Powers
from wartable.games.conquest.lotr.income import income_of
from wartable.games.conquest.lotr.movement import BRIDGE, STORMS, free_leaders, leader_reach, reach, tired
from wartable.games.conquest.lotr.opening import Opening
from wartable.games.conquest.lotr.reinforcement import lasting
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.games.conquest.lotr.tasks import Journey, SeatJourney, Stage
from wartable.games.conquest.simultaneous.actions import Order, SetTurnedIn
from wartable.games.conquest.simultaneous.course import Rounds
from wartable.games.conquest.simultaneous.hooks import ANY, first, playing, settled_affairs
from wartable.games.conquest.simultaneous.state import Affairs, affairs_of
from wartable.games.flow.tasks import Task


class LotrRounds(Rounds[LotrRules, LotrState], Powers, Opening):
    """What Lord of the Rings Risk does in simultaneous rounds, and where it goes on with them."""

    book: ClassVar[str] = "lotr-risk"
    bonus_is_named: ClassVar[bool] = True

    def begin_turn(self, rules: LotrRules, state: LotrState, seat: int, turn: int, tell: Tell) -> LotrState:
        """Begin a turn, or the first round instead of the first turn."""
        if rules.options.simultaneous:
            return self.begin_round(rules, state, turn, tell)
        return super().begin_turn(rules, state, seat, turn, tell)

    # --- moves

    def march_ways(self, rules: LotrRules, state: LotrState) -> Sequence[int]:
        """Return where units could be ordered to: over one border or sea-line (`lotr-risk M01`, `lotr-risk L70`)."""
        ways = [land | sea for land, sea in zip(rules.land, rules.sea, strict=True)]
        for card in state.in_force:
            if card.card == STORMS:
                ways = [0 if card.spaces >> space & 1 else near & ~card.spaces for space, near in enumerate(ways)]
        return ways

    def march_refusal(self, rules: LotrRules, state: LotrState, seat: int, order: Order) -> Reason | None:
        """Refuse a blocked bridge to units without a leader."""
        del seat
        both = 1 << rules.board.index[order.source] | 1 << rules.board.index[order.target]
        if order.leader or not any(card.card == BRIDGE and card.spaces == both for card in state.in_force):
            return None
        return self.refuse(
            "bridge.blocked", "The bridge is blocked: only with a leader can it be crossed.", f"card:{BRIDGE}"
        )

    def most_leaders(self, rules: LotrRules) -> int:
        """Return how many own leaders may stand together (`lotr-risk T30`)."""
        return rules.options.leaders_per_territory

    def bonus(self, rules: LotrRules, state: LotrState, place: int, leaders: int, *, stayed: bool) -> int:
        """Return the bonus of a leader and, for who stayed, of a stronghold (`lotr-risk M14`)."""
        del state
        fort = rules.data.combat.stronghold if stayed and rules.strongholds >> place & 1 else 0
        return fort + (rules.options.leader_bonus if leaders else 0)

    def arrived(
        self, rules: LotrRules, state: LotrState, seat: int, place: int, leaders: int, *, taken: bool, fought: bool,
        tell: Tell,
    ) -> LotrState:  # fmt: skip
        """Note what leaders have done and whether a site earned a card; then look for an uprising (`lotr-risk T35`)."""
        bit = 1 << place
        if leaders:
            state = replace(state, stood=state.stood & ~bit, fought=state.fought | bit * fought)
            conquest = taken and (fought or rules.empty_counts)
            if rules.sites & bit and (conquest or rules.options.site_visit in {"conquer_or_move", "pass_through"}):
                state = settled_affairs(state, sites=affairs_of(state).sites | 1 << seat)
        return uprising.look(rules, state, seat, tell)

    def leaders_fought(self, state: LotrState, place: int) -> LotrState:
        """Note that a leader in a place has fought (`lotr-risk T33`)."""
        return replace(state, fought=state.fought | 1 << place)

    # --- reinforcements

    def new_armies(self, rules: LotrRules, state: LotrState, seat: int) -> int:
        """Return the units that a seat places: those of strongholds have their place already."""
        return income_of(rules, state.held[seat]).to_place

    def unasked_armies(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """Bring a unit to every stronghold before anything is placed (`lotr-risk 1.2.1`)."""
        each, armies = rules.data.income.stronghold, list(state.armies)
        for seat in playing(state) if "strongholds" in rules.options.income else ():
            forts = state.held[seat] & rules.strongholds
            for space in bits(forts):
                armies[space] += each
            if forts and tell is not None:
                tell.append(e.StrongholdUnits(seat, rules.board.names(forts)))
        return replace(state, armies=tuple(armies))

    def most_sets(self, rules: LotrRules, state: LotrState, seat: int) -> int:
        """Return how many sets may be traded in a round (`lotr-risk T50`, `sets_per_turn`)."""
        if "cards" not in rules.options.income or not state.cards.hands[seat]:
            return 0
        return 1 if rules.options.sets_per_turn == "one" else ANY

    def sets_before(self, state: LotrState, seat: int) -> int:
        """Return the sets that count for the worth of the next one (`lotr-risk T52`)."""
        return state.cards.sets if state.options.set_counter == "game" else state.sets_by[seat]

    def bonus_spaces(
        self, rules: LotrRules, state: LotrState, seat: int, one: SetTurnedIn, earlier: int
    ) -> tuple[str, ...]:
        """Return the own territories on a set; every set has extra units (`lotr-risk T54`)."""
        del earlier
        return super().bonus_spaces(rules, state, seat, one, 0)

    def sets_counted(self, state: LotrState, seat: int, number: int) -> LotrState:
        """Count sets for the game and for the seat."""
        sets_by = tuple(count + number * (other == seat) for other, count in enumerate(state.sets_by))
        return replace(super().sets_counted(state, seat, number), sets_by=sets_by)

    # --- strategic moves

    def most_moves(self, rules: LotrRules) -> int:
        """Return how many groups of units may be moved (`lotr-risk T61`)."""
        return ANY if rules.options.amount == "all" else 1

    def move_reach(self, rules: LotrRules, state: LotrState, seat: int, source: int, *, led: bool) -> int:
        """Return the own territories that a move can end in (`lotr-risk T60`)."""
        return reach(rules, state, seat, source, led=led)

    def leader_refusal(self, rules: LotrRules, state: LotrState, seat: int, order: Order) -> Reason | None:
        """Say why a leader may not make a strategic move (`lotr-risk T33`, `lotr-risk T62`)."""
        del seat
        source = rules.board.index[order.source]
        if not state.pieces[LEADER][source]:
            return self.refuse("leader.none", f"No leader of yours stands in {rules.name(source)}.", "M15, T62")
        if not order.count and not rules.options.leaders_separate:
            return self.refuse("leader.alone", "Leaders move only with units in this game.", "M15, T62")
        if tired(rules, state) >> source & 1:
            message = f"The leader in {rules.name(source)} moves no more in this round."
            return self.refuse("leader.tired", message, "M15, T33")
        return None

    def leader_may_move(self, rules: LotrRules, state: LotrState, seat: int) -> bool:
        """Whether some leader of a seat could move alone."""
        leaders = free_leaders(rules, state, seat) if rules.options.leaders_separate else 0
        return any(leader_reach(rules, state, seat, source) for source in bits(leaders))

    def lead_on(
        self, rules: LotrRules, state: LotrState, seat: int, source: int, target: int, tell: Tell, *,
        everyone: bool = False,
    ) -> LotrState:  # fmt: skip
        """Move a leader; a site there may earn a card (`lotr-risk T35`)."""
        after = self.leader_goes(rules, replace(state, site=False), seat, source, target, tell, everyone=everyone)
        return settled_affairs(replace(after, site=False), sites=affairs_of(after).sites | after.site << seat)

    # --- what follows

    def judge_round(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """End the game if one player is left or owns everything, or reached a goal that counts at once."""
        return self.judge(rules, state, tell)

    def nobody_left(self, rules: LotrRules, state: LotrState, fell: tuple[int, ...], tell: Tell) -> LotrState:
        """End the game in which all who were left fell in the same round."""
        return replace(super().nobody_left(rules, state, fell, tell), ended_by="nobody_left")

    def fresh_round(self, rules: LotrRules, state: LotrState) -> LotrState:
        """Return the state without what leaders did in the last round."""
        del rules
        return replace(
            state, assault=None, traded=0, named=0, moves=0, more_moves=0, entered=0, stood=state.leaders, fought=0,
            moved=0, declared=0, claimed=0, fresh=0, site=False, drew=False, seized=False, missions_shown=0,
            extra_cards=0,
        )  # fmt: skip

    def begun_affairs(self, state: LotrState) -> Affairs:
        """Return the affairs of a round that begins."""
        return Affairs(before=state.held)

    def turn_to(self, rules: LotrRules, state: LotrState, seat: Seat, tell: Tell) -> LotrState:
        """Begin a seat's missions and cards; what it had put in force is over (`lotr-risk L79`)."""
        del rules, tell
        site = bool(affairs_of(state).sites >> seat & 1)
        fresh = replace(state, site=site, drew=False, missions_shown=0, extra_cards=0, in_force=lasting(state, seat))
        return first(fresh, Stage(seat, 0))

    def close(self, rules: LotrRules, state: LotrState, seat: Seat, tell: Tell) -> LotrState:
        """End a turn, or a seat's cards."""
        if not rules.options.simultaneous:
            return super().close(rules, state, seat, tell)
        return settled_affairs(replace(state, drew=False), drew=affairs_of(state).drew | state.drew << seat)

    def place_leader(self, rules: LotrRules, state: LotrState, seat: int, action: PlaceLeader, tell: Tell) -> LotrState:
        """Place a leader; one that comes instead of a leader's move claims nothing in the round (`lotr-risk T34`)."""
        after = super().place_leader(rules, state, seat, action, tell)
        if rules.options.simultaneous and rules.options.new_leader == "with_leader_move":
            return replace(after, fresh=after.fresh | 1 << rules.board.index[action.space])
        return after

    def closing(self, rules: LotrRules, state: LotrState) -> tuple[Task, ...]:
        """Return the steps of the Fellowship: one for each player in turn order, or one in all (`lotr-risk M15`)."""
        seats = playing(state)
        return tuple(map(SeatJourney, seats if rules.options.fellowship == "per_player" else seats[:1]))

    def seat_journey(self, rules: LotrRules, state: LotrState, task: SeatJourney, tell: Tell) -> LotrState:
        """Have the Fellowship set out for a seat."""
        del rules, tell
        return first(replace(state, seat=task.seat), Journey(task.seat))

    def round_over(self, rules: LotrRules, state: LotrState, turn: int, tell: Tell) -> LotrState | None:
        """End the game with the round in which the Ring's journey ended (`equal_turns`)."""
        del turn
        return self.count_points(rules, state, state.ending, tell) if state.ending else None
