"""The reinforcement: what a turn brings, placing, sets of cards (`lotr-risk 1.2.1`, `lotr-risk T50` to `T55`)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.values import Seat
from wartable.games.conquest.core.actions import Place, Trade
from wartable.games.conquest.core.data import SET
from wartable.games.conquest.core.events import Placed, Traded, TurnBegan
from wartable.games.conquest.core.play import settled_by
from wartable.games.conquest.core.tasks import Attacking, Reinforcing
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.core.ways import free_spaces
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.data import Mission
from wartable.games.conquest.lotr.fellowship import Fellowship
from wartable.games.conquest.lotr.income import income_of
from wartable.games.conquest.lotr.missions import owed_now
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import InForce, LotrState
from wartable.games.conquest.lotr.tasks import Stage


def trading_down(state: LotrState) -> bool:
    """Whether the reinforcement at hand interrupts an attack step, for cards of somebody eliminated."""
    return len(state.agenda) > 1 and type(state.agenda[1]) is Attacking


def at_start(state: LotrState) -> bool:
    """Whether the own turn is at its start: nothing is placed or turned in yet (`lotr-risk L43`)."""
    return not (state.placed or state.traded) and not trading_down(state)


def may_trade(rules: LotrRules, state: LotrState, seat: int) -> str:
    """Return the rule by which no set can be turned in now, whatever the hand; empty where one can."""
    if "cards" not in rules.options.income:
        return "T50"
    if trading_down(state):
        return "" if len(state.cards.hands[seat]) > rules.cards.seized_to else "T72"
    return "sets_per_turn" if rules.options.sets_per_turn == "one" and state.traded else ""


def must_trade(rules: LotrRules, state: LotrState, seat: int) -> str:
    """Return the rule by which a set must be turned in before the step ends; empty where none need be."""
    hand = state.cards.hands[seat]
    if may_trade(rules, state, seat):
        return ""
    if trading_down(state):
        return "T72" if any(True for _ in rules.cards.sets_in(hand)) else ""
    due = len(hand) >= rules.cards.forced_at and not state.traded
    return "T53" if due and any(True for _ in rules.cards.sets_in(hand)) else ""


def placeable(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return the territories on which a seat may put units in its reinforcement (`lotr-risk T55`)."""
    own = state.held[seat]
    if rules.options.place_in == "own" or 0 not in state.armies:
        return own
    named = state.named
    for card in (*state.adventure.hands[seat], *state.shown[seat]):
        mission = rules.deck[card]
        if isinstance(mission, Mission):
            named |= 1 << rules.board.index[mission.territory]
    return own | (named & free_spaces(state))


def lasting(state: LotrState, seat: int) -> tuple[InForce, ...]:
    """Return the cards that go on when a turn begins: not the seat's own, nor those of one that is out."""
    return tuple(card for card in state.in_force if card.by != seat and state.held[card.by])


class Reinforcement(Fellowship):
    """What is done at the start of a turn, and for cards of somebody eliminated."""

    def begin_turn(self, rules: LotrRules, state: LotrState, seat: int, turn: int, tell: Tell) -> LotrState:
        """Put a unit into each own stronghold and count what there is to place (`lotr-risk 1.2.1`)."""
        income, own, armies = income_of(rules, state.held[seat]), state.held[seat], state.armies
        if tell is not None:
            tell.append(TurnBegan(seat, turn, income.total))
        if income.strongholds:
            forts, each = own & rules.strongholds, rules.data.income.stronghold
            grown = list(armies)
            for space in bits(forts):
                grown[space] += each
            armies = tuple(grown)
            if tell is not None:
                tell.append(e.StrongholdUnits(seat, rules.board.names(forts)))
        state = replace(
            state, agenda=(Reinforcing(Seat(seat)), Stage(Seat(seat), 0)), step=state.step + 1, seat=seat, turn=turn,
            armies=armies, to_place=income.to_place, placed=0, conquered=False, assault=None, traded=0, named=0,
            moves=0, more_moves=0, entered=0, stood=state.leaders & own, fought=0, moved=0, declared=0, claimed=0,
            fresh=0, site=False, drew=False, seized=False, missions_shown=0, extra_cards=0,
            in_force=lasting(state, seat),
        )  # fmt: skip
        if state.owed:
            open_now = owed_now(rules, state, seat)
            state = replace(state, owed=tuple(each for each in state.owed if each.seat != seat or each in open_now))
        return state if self._reinforces(rules, state, seat) else replace(state, agenda=state.agenda[1:])

    @staticmethod
    def _reinforces(rules: LotrRules, state: LotrState, seat: int) -> bool:
        """Whether there is something to do in a reinforcement, as far as everybody can tell."""
        if state.to_place or (state.owed and owed_now(rules, state, seat)):
            return True
        if trading_down(state):
            return bool(must_trade(rules, state, seat))
        if len(state.cards.hands[seat]) >= SET and not may_trade(rules, state, seat):
            return True
        return at_start(state) and bool(state.adventure.hands[seat])

    def settle(self, rules: LotrRules, state: LotrState, seat: int, tell: Tell) -> LotrState:
        """End the reinforcement if nothing is left to do in it."""
        del tell
        if state.victory or self._reinforces(rules, state, seat):
            return state
        return replace(state, agenda=state.agenda[1:])

    def place(self, rules: LotrRules, state: LotrState, seat: int, action: Place, tell: Tell) -> LotrState:
        """Put units on a territory (`lotr-risk T55`)."""
        if type(state.agenda[0]) is not Reinforcing:
            return self.place_one(rules, state, seat, action, tell)
        space, held, armies = rules.board.index[action.space], state.held, list(state.armies)
        new = not held[seat] >> space & 1
        armies[space] += action.count
        if tell is not None:
            tell.append(Placed(seat, action.space, action.count))
        after = replace(
            state,
            armies=tuple(armies),
            held=settled_by(held, seat, space) if new else held,
            to_place=state.to_place - action.count,
            placed=state.placed + action.count,
        )
        after = self.taken_over(rules, after, seat, space, tell) if new else self.check_victory(rules, after, tell)
        return self.settle(rules, after, seat, tell)

    def trade(self, rules: LotrRules, state: LotrState, seat: int, action: Trade, tell: Tell) -> LotrState:
        """Turn in a set (`lotr-risk T51`, `lotr-risk T54`)."""
        cards = [rules.cards.index[name] for name in action.cards]
        before = state.cards.sets if rules.options.set_counter == "game" else state.sets_by[seat]
        gained = rules.cards.sets.worth([rules.cards.symbols[card] for card in cards], before)
        armies = list(state.armies)
        if action.bonus is not None:
            armies[rules.board.index[action.bonus]] += rules.cards.picture_armies
        if tell is not None:
            tell.append(Traded(seat, action.cards, gained, action.bonus))
        shown = sum(1 << card for card in cards if card < len(rules.board.ids))
        after = replace(
            state,
            armies=tuple(armies),
            to_place=state.to_place + gained,
            traded=state.traded + 1,
            named=state.named | shown,
            sets_by=tuple(count + (other == seat) for other, count in enumerate(state.sets_by)),
            cards=replace(state.cards.passed(cards, seat), sets=state.cards.sets + 1),
        )
        return self.check_victory(rules, after, tell)
