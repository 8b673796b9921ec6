"""The course of a simultaneous round, from the reinforcements to the next one (`lotr-risk L79`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.values import Seat
from wartable.games.conquest.core.events import Fortified, PiecesLost
from wartable.games.conquest.core.play import settled_by, vacated
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.turn import R, S, Tell
from wartable.games.conquest.simultaneous import events as e
from wartable.games.conquest.simultaneous import orders, placing
from wartable.games.conquest.simultaneous.actions import Orders
from wartable.games.conquest.simultaneous.fighting import Battles
from wartable.games.conquest.simultaneous.hooks import first, playing, settled_affairs
from wartable.games.conquest.simultaneous.marching import with_armies
from wartable.games.conquest.simultaneous.state import March, Returning, affairs_of, leaders_at
from wartable.games.conquest.simultaneous.tasks import (
    RoundStage,
    SeatCards,
    WritingMoves,
    WritingPlacements,
    WritingStrategic,
)

STAGES = ("reinforce", "moves", "returns", "strategic", "cards", "closing", "close")
"""The stages of a round; battles are fought between the moves and the returns."""


class Rounds(Battles[R, S]):
    """What is done in a simultaneous round."""

    def first_round(self, rules: R, state: S, tell: Tell) -> S:
        """Begin the first round."""
        return self.begin_round(rules, state, 0, tell)

    def begin_round(self, rules: R, state: S, turn: int, tell: Tell) -> S:
        """Begin a round: everybody's new armies are counted."""
        seats = playing(state)
        fresh = replace(
            self.fresh_round(rules, state), agenda=(RoundStage(0),), seat=seats[0], turn=turn, to_place=0, placed=0,
            conquered=False, pools=(),
        )  # fmt: skip
        fresh = replace(fresh, affairs=self.begun_affairs(fresh))
        if tell is not None:
            alive = [bool(held) for held in fresh.held[: fresh.seats]]
            incomes = tuple(rules.income(fresh, seat) if here else 0 for seat, here in enumerate(alive))
            placed = tuple(self.new_armies(rules, fresh, seat) if here else 0 for seat, here in enumerate(alive))
            tell.append(e.RoundBegan(turn, incomes, () if placed == incomes else placed))
        return fresh

    def round_stage(self, rules: R, state: S, number: int, tell: Tell) -> S:
        """Begin a stage; the one after it waits on the agenda."""
        name = STAGES[number]
        if name != "close":
            state = first(state, RoundStage(number + 1))
        openings: Mapping[str, Callable[[R, S, Tell], S]] = {
            "reinforce": self._open_placements,
            "moves": self._open_moves,
            "returns": self._return,
            "strategic": self._open_strategic,
            "cards": self._open_cards,
            "closing": lambda rules, state, _tell: first(state, *self.closing(rules, state)),
            "close": self._close,
        }
        return openings[name](rules, state, tell)

    def _open_placements(self, rules: R, state: S, tell: Tell) -> S:
        asked = tuple(seat for seat in playing(state) if placing.asked(self, rules, state, seat))
        return first(state, WritingPlacements(asked)) if asked else self.place_all(rules, state, (), tell)

    def _open_moves(self, rules: R, state: S, tell: Tell) -> S:
        del rules, tell
        return first(state, WritingMoves(playing(state)))

    def _open_strategic(self, rules: R, state: S, tell: Tell) -> S:
        del tell
        asked = tuple(seat for seat in playing(state) if orders.may_move(self, rules, state, seat))
        return first(state, WritingStrategic(asked)) if asked else state

    def _open_cards(self, rules: R, state: S, tell: Tell) -> S:
        del rules, tell
        return first(state, *(SeatCards(seat) for seat in playing(state)))

    def _close(self, rules: R, state: S, tell: Tell) -> S:
        """End the round, or the game with it; the next one begins."""
        ended = self.round_over(rules, state, state.turn + 1, tell)
        return self.begin_round(rules, state, state.turn + 1, tell) if ended is None else ended

    # --- armies that return

    def _return(self, rules: R, state: S, tell: Tell) -> S:
        """Have armies return, then see who is out, and whether the game is over (`lotr-risk M12`, `lotr-risk M13`)."""
        affairs = affairs_of(state)
        for each in affairs.returns:
            state = self._goes_back(rules, state, each, tell)
        state = settled_affairs(state, returns=(), marching=False)
        return self._judged(rules, self._out(rules, state, tell), tell)

    def _goes_back(self, rules: R, state: S, each: Returning, tell: Tell) -> S:
        space, seat = each.source, each.seat
        lost = bool(state.armies[space]) and state.owner(space) != seat
        if tell is not None:
            tell.append(e.Returned(seat, rules.id(space), each.units, lost))
        room = 0 if lost else self.most_leaders(rules) - leaders_at(state, space)
        leaders = min(each.leaders, room)
        if tell is not None and leaders < each.leaders:
            tell.append(PiecesLost(seat, rules.id(space), "leader", each.leaders - leaders))
        if lost:
            return state
        state = replace(with_armies(state, space, each.units, leaders), held=settled_by(state.held, seat, space))
        if not each.bounced:
            state = self.tired(state, space, each.units, more=True)
            state = self.leaders_fought(state, space) if leaders else state
        return self.arrived(rules, state, seat, space, 0, taken=False, fought=False, tell=tell)

    def _out(self, rules: R, state: S, tell: Tell) -> S:
        """Take seats out that hold nothing; their conqueror holds the first of what they held before."""
        for seat in playing(state):
            if not state.held[seat]:
                owners = (state.owner(space) for space in bits(affairs_of(state).before[seat]))
                by = next((owner for owner in owners if owner != NOBODY), NOBODY)
                state = self.eliminate(rules, state, seat, by, tell)
        return state

    def _judged(self, rules: R, state: S, tell: Tell) -> S:
        seats = playing(state)
        if not seats:
            fell = tuple(seat for seat, held in enumerate(affairs_of(state).before) if held)
            return self.nobody_left(rules, state, fell, tell)
        if state.seat not in seats:
            state = replace(state, seat=seats[0])
        return self.judge_round(rules, state, tell)

    # --- strategic moves

    def regroup(self, rules: R, state: S, given: Sequence[tuple[int, Orders]], tell: Tell) -> S:
        """Carry out all strategic moves; they lead through own territories, so nobody meets (`lotr-risk M15`)."""
        written = dict(given)
        for seat in state.order:
            for march in orders.marches_of(rules, state, seat, written[seat].orders) if seat in written else ():
                state = self._regrouped(rules, state, march, tell)
        return self.check_victory(rules, state, tell)

    def _regrouped(self, rules: R, state: S, march: March, tell: Tell) -> S:
        source, target = march.source, march.target
        if march.units:
            if tell is not None:
                tell.append(Fortified(march.seat, rules.id(source), rules.id(target), march.units))
            state = with_armies(with_armies(state, source, -march.units), target, march.units)
        everyone = march.leaders > 1
        if march.leaders:
            state = self.lead_on(rules, state, march.seat, source, target, tell, everyone=everyone)
        return vacated(state, source)

    # --- cards

    def seat_cards(self, rules: R, state: S, seat: Seat, tell: Tell) -> S:
        """Turn to a seat for its cards and missions."""
        conquered = bool(affairs_of(state).conquered >> seat & 1)
        return self.turn_to(rules, replace(state, seat=seat, conquered=conquered), seat, tell)
