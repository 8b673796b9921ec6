"""The stages of a turn, from the reinforcements to the next player (`lotr-risk 1.2`, `lotr-risk T80`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.actions import Fortify, Place, Trade
from wartable.games.conquest.core.events import CardDrawn, CardTaken, Fortified, Placed, Traded, TurnBegan, TurnEnded
from wartable.games.conquest.core.pieces import changed
from wartable.games.conquest.core.play import moved, settled_by, vacated
from wartable.games.conquest.core.tasks import Attacking, Drawing, Fortifying, Reinforcing, Step
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.actions import Declare, Discard, Move, MoveLeader, PlaceLeader
from wartable.games.conquest.lotr.adventure import happenings
from wartable.games.conquest.lotr.adventure.happenings import territory_deck
from wartable.games.conquest.lotr.combat import with_leader
from wartable.games.conquest.lotr.data import Happening, Mission
from wartable.games.conquest.lotr.fellowship import Fellowship
from wartable.games.conquest.lotr.income import income_of
from wartable.games.conquest.lotr.missions import owed_now
from wartable.games.conquest.lotr.movement import empties, free_leaders, full, moves, passes_site
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.games.conquest.lotr.tasks import (
    Declaring,
    Discarding,
    DrawingAdventure,
    Journey,
    PlacingLeader,
    Showing,
    Stage,
)

SET = 3


def may_place_leader(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return the own territories where a seat may place a new leader, as a mask."""
    return state.held[seat] & ~full(rules, state)


def leaderless(state: LotrState, seat: int) -> bool:
    """Whether a seat has no leader."""
    return not state.leaders & state.held[seat]


def owes_leader(rules: LotrRules, state: LotrState, seat: int) -> bool:
    """Whether a seat must place a leader in its fortify step (`lotr-risk T34`)."""
    late = rules.options.new_leader == "with_leader_move" and rules.options.leaders_max > 0
    return late and leaderless(state, seat) and bool(may_place_leader(rules, state, seat))


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


class Turn(Fellowship):
    """What is done in a turn beside attacks."""

    def begin_turn(self, rules: LotrRules, state: LotrState, seat: int, turn: int, tell: Tell) -> LotrState:
        """Put a unit into each own stronghold and count what there is to place (`lotr-risk 1.2.1`)."""
        income, own, armies = income_of(rules, state.held[seat]), state.held[seat], state.armies
        if tell is not None:
            tell.append(TurnBegan(seat, turn, income.total))
        if income.strongholds:
            forts, each = own & rules.strongholds, rules.data.income.stronghold
            armies = tuple(count + each if forts >> space & 1 else count for space, count in enumerate(armies))
            if tell is not None:
                tell.append(e.StrongholdUnits(seat, rules.board.names(forts)))
        state = replace(
            state, agenda=(Reinforcing(Seat(seat)), Stage(Seat(seat), 0)), step=state.step + 1, seat=seat, turn=turn,
            armies=armies, to_place=income.to_place, placed=0, conquered=False, assault=None, traded=0, named=0,
            moves=0, more_moves=0, entered=0, stood=state.leaders & own, fought=0, moved=0, declared=0, claimed=0,
            fresh=0, site=False, drew=False, seized=False, missions_shown=0, extra_cards=0,
            in_force=tuple(card for card in state.in_force if card.by != seat) if state.in_force else (),
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
        after = self.judge(rules, after, tell) if new else self.check_victory(rules, after, tell)
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

    # --- the stages

    def stage(self, rules: LotrRules, state: LotrState, task: Stage, tell: Tell) -> LotrState:
        """Begin the next stage; the one after it waits on the agenda."""
        name = rules.stages[task.number]
        later = () if name == "close" else (Stage(task.seat, task.number + 1),)
        return self.openings[name](rules, replace(state, agenda=(*later, *state.agenda)), task.seat, tell)

    @property
    def openings(self) -> Mapping[str, Callable[[LotrRules, LotrState, Seat, Tell], LotrState]]:
        """What begins each stage."""
        return {
            "declare": self.open_declaring,
            "attack": lambda _rules, state, seat, _tell: first(state, Attacking(seat)),
            "fortify": self.open_fortifying,
            "show": self.open_showing,
            "leader": self.open_leader,
            "territory": self.open_territory,
            "adventure": self.open_adventure,
            "goals": self.open_goals,
            "close": self.close,
        }

    def open_declaring(self, rules: LotrRules, state: LotrState, seat: Seat, _tell: Tell) -> LotrState:
        """Ask which leaders go for missions."""
        del rules
        return first(state, Declaring(seat))

    def open_fortifying(self, rules: LotrRules, state: LotrState, seat: Seat, _tell: Tell) -> LotrState:
        """Ask for moves and missions, as far as everybody can tell that there may be some."""
        after = replace(state, assault=None)
        open_now = (
            bool(after.adventure.hands[seat])
            or owes_leader(rules, after, seat)
            or bool(free_leaders(rules, after, seat) and rules.options.leaders_separate)
            or any(True for _ in moves(rules, after, seat))
        )
        return first(after, Fortifying(seat)) if open_now else after

    def open_showing(self, _rules: LotrRules, state: LotrState, seat: Seat, _tell: Tell) -> LotrState:
        """Ask for missions, where there are cards in hand."""
        return first(state, Showing(seat)) if state.adventure.hands[seat] else state

    def open_leader(self, rules: LotrRules, state: LotrState, seat: Seat, _tell: Tell) -> LotrState:
        """Ask for a new leader where there is none (`lotr-risk 1.2.6`)."""
        needed = rules.options.leaders_max > 0 and leaderless(state, seat)
        return first(state, PlacingLeader(seat, "none")) if needed and may_place_leader(rules, state, seat) else state

    def open_territory(self, rules: LotrRules, state: LotrState, seat: Seat, _tell: Tell) -> LotrState:
        """Draw the card of a conquest, and those of missions up to the limit (`lotr-risk T81`)."""
        one = int(state.conquered)
        room = rules.options.territory_card_limit - len(state.cards.hands[seat]) - one
        count = min(one + max(0, min(state.extra_cards, room)), territory_deck(rules, state).bit_count())
        return first(state, *(Drawing(seat),) * count)

    def open_adventure(self, rules: LotrRules, state: LotrState, seat: Seat, _tell: Tell) -> LotrState:
        """Draw an adventure card if a leader has earned one (`lotr-risk T35`, `lotr-risk T82`)."""
        barred = rules.options.mission_or_card == "either" and state.missions_shown
        earned = state.site and not barred and state.adventure.deck
        return first(state, DrawingAdventure(seat)) if earned else state

    def open_goals(self, rules: LotrRules, state: LotrState, seat: Seat, tell: Tell) -> LotrState:
        """Look for a goal that counts now, have the hand cut down, and set the Fellowship going."""
        if rules.goals_count == "end_of_turn":
            state = self.award(rules, state, (seat,), tell)
            if state.victory:
                return state
        over = len(state.adventure.hands[seat]) > rules.options.adventure_limit
        return first(state, *((Discarding(seat),) if over else ()), Journey(seat))

    def close(self, rules: LotrRules, state: LotrState, _seat: Seat, tell: Tell) -> LotrState:
        """Pass on to the next player, or end the round that was the last."""
        return self.pass_on(rules, state, tell)

    def pass_on(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """Begin the turn of the next seat that holds something; after the Ring's end the round is the last."""
        if tell is not None:
            tell.append(TurnEnded(state.seat))
        order, place = state.order, state.order.index(state.seat)
        seat = next(seat for seat in order[place + 1 :] + order[: place + 1] if state.held[seat])
        new_round = order.index(seat) <= place
        if state.ending and new_round:
            return self.count_points(rules, state, state.ending, tell)
        return self.begin_turn(rules, state, seat, state.turn + new_round, tell)

    def end_attacks(self, rules: LotrRules, state: LotrState, seat: int, action: Action, tell: Tell) -> LotrState:
        """End the attack step."""
        del rules, seat, action, tell
        return replace(state, agenda=state.agenda[1:], assault=None)

    def end_step(self, rules: LotrRules, state: LotrState, seat: int, action: Action, tell: Tell) -> LotrState:
        """End a step; the next stage begins."""
        del rules, seat, action, tell
        return replace(state, agenda=state.agenda[1:])

    def end_turn(self, rules: LotrRules, state: LotrState, seat: int, action: Action, tell: Tell) -> LotrState:
        """End all steps in which the seat decides, except that a leader must be placed."""
        del action, tell
        waiting = state.agenda[1]
        if not isinstance(waiting, Stage):
            raise TypeError(waiting)
        number = waiting.number
        while rules.stages[number] in {"fortify", "show"} and not (
            rules.stages[number] == "fortify" and owes_leader(rules, state, seat)
        ):
            number += 1
        return replace(state, agenda=(Stage(waiting.seat, number), *state.agenda[2:]), assault=None)

    # --- moves and leaders

    def fortify(self, rules: LotrRules, state: LotrState, seat: int, action: Fortify, tell: Tell) -> LotrState:
        """Move units, with a leader if one goes along (`lotr-risk T60`, `lotr-risk L45`)."""
        source, target = rules.board.index[action.source], rules.board.index[action.target]
        led = isinstance(action, Move) and action.leader
        if tell is not None:
            tell.append(Fortified(seat, action.source, action.target, action.count))
        after = replace(state, armies=moved(state, source, target, action.count), moves=state.moves + 1)
        if after.pieces[LEADER][source] and (led or not after.armies[source]):
            after = self.leader_goes(rules, after, seat, source, target, tell, everyone=not after.armies[source])
        return self.check_victory(rules, vacated(after, source), tell)

    def leader_goes(
        self, rules: LotrRules, state: LotrState, seat: int, source: int, target: int, tell: Tell, *,
        everyone: bool = False,
    ) -> LotrState:  # fmt: skip
        """Move a leader in the fortify step; a site there may earn a card (`lotr-risk T35`)."""
        rule = rules.options.site_visit
        earned = rule != "conquer" and rules.sites >> target & 1
        if rule == "pass_through" and not earned:
            earned = passes_site(rules, state, seat, source, target)
        after = with_leader(rules, state, seat, source, target, tell, everyone=everyone)
        return replace(after, moved=after.moved | 1 << target, site=after.site or bool(earned))

    def move_leader(self, rules: LotrRules, state: LotrState, seat: int, action: MoveLeader, tell: Tell) -> LotrState:
        """Move a leader alone (`lotr-risk T62`)."""
        index = rules.board.index
        return self.leader_goes(rules, state, seat, index[action.source], index[action.target], tell)

    def place_leader(self, rules: LotrRules, state: LotrState, seat: int, action: PlaceLeader, tell: Tell) -> LotrState:
        """Place a leader; outside the fortify step, in which it may be done too, that ends the step."""
        space = rules.board.index[action.space]
        if tell is not None:
            tell.append(e.LeaderPlaced(seat, action.space))
        task = state.agenda[0]
        after = replace(state, pieces=changed(state.pieces, LEADER, space, 1))
        if not isinstance(task, PlacingLeader):
            return replace(after, fresh=after.fresh | 1 << space)
        after = replace(after, agenda=after.agenda[1:])
        return self.leader_set_up(rules, after, seat, tell) if task.why == "setup" else after

    def leader_set_up(self, rules: LotrRules, state: LotrState, seat: int, tell: Tell) -> LotrState:
        """Go on with the leaders of the set-up."""
        raise NotImplementedError

    def declare(self, rules: LotrRules, state: LotrState, _seat: int, action: Declare, tell: Tell) -> LotrState:
        """Declare a leader for a mission (`lotr-risk T33`)."""
        if tell is not None:
            tell.append(e.LeaderDeclared(state.seat, action.space))
        return replace(state, declared=state.declared | 1 << rules.board.index[action.space])

    # --- cards

    def take_card(self, rules: LotrRules, state: LotrState, seat: int, answer: Drawn, tell: Tell) -> LotrState:
        """Give the seat the territory card drawn."""
        choice = territory_deck(rules, state)
        card = bits(choice)[answer.index]
        if tell is not None:
            tell.append(CardTaken(seat))
            tell.append(CardDrawn(seat, rules.cards.ids[card], audience=(Seat(seat),)))
        kept = replace(state.cards.passed((card,), -1, seat), deck=choice & ~(1 << card))
        return replace(state, cards=kept, agenda=state.agenda[1:])

    def take_adventure(self, rules: LotrRules, state: LotrState, seat: int, answer: Drawn, tell: Tell) -> LotrState:
        """Give the seat the adventure card drawn; an event is carried out, and another card drawn (`lotr-risk L37`)."""
        card = bits(state.adventure.deck)[answer.index]
        drawn = rules.deck[card]
        left = replace(state.adventure, deck=state.adventure.deck & ~(1 << card))
        if isinstance(drawn, Happening):
            after = replace(state, adventure=left, agenda=state.agenda if left.deck else state.agenda[1:])
            return happenings.carry_out(rules, after, Seat(seat), card, tell)
        hand = replace(left.passed((card,), -1, seat))
        if tell is not None:
            tell.append(e.AdventureTaken(seat))
            tell.append(e.AdventureDrawn(seat, drawn.id, audience=(Seat(seat),)))
        over = len(hand.hands[seat]) > rules.options.adventure_limit
        rest = ((Discarding(Seat(seat)),) if over else ()) + state.agenda[1:]
        return replace(state, adventure=hand, drew=True, agenda=rest)

    def discard(self, rules: LotrRules, state: LotrState, seat: int, action: Discard, tell: Tell) -> LotrState:
        """Discard adventure cards face up (`lotr-risk T83`)."""
        cards = picked(rules, state, seat, action.cards)
        if tell is not None:
            tell.append(e.Discarded(seat, action.cards))
        return replace(state, adventure=state.adventure.passed(cards, seat), agenda=state.agenda[1:])


def picked(rules: LotrRules, state: LotrState, seat: int, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return cards of a hand by their ids, copies each once; fewer than there are names if some are not there."""
    left = list(state.adventure.hands[seat])
    found = []
    for name in names:
        card = next((card for card in left if rules.deck[card].id == name), None)
        if card is not None:
            left.remove(card)
            found.append(card)
    return tuple(found)


def first(state: LotrState, *tasks: Step | Journey) -> LotrState:
    """Return the state with tasks before everything else."""
    return replace(state, agenda=(*tasks, *state.agenda))


def adventure_wanted(_rules: LotrRules, state: LotrState, task: Step) -> Draw:
    """Return the draw of an adventure card."""
    return Draw("adventure card", state.adventure.deck.bit_count(), audience=(task.seat,))


def territory_wanted(rules: LotrRules, state: LotrState, task: Step) -> Draw:
    """Return the draw of a territory card."""
    return Draw("card", territory_deck(rules, state).bit_count(), audience=(task.seat,))


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
    return own | (named & empties(state))
