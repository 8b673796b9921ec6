"""The stages of a turn, from the reinforcements to the next player (`lotr-risk 1.2`, `lotr-risk T80`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.actions import Fortify
from wartable.games.conquest.core.events import CardDrawn, CardTaken, Fortified, TurnEnded
from wartable.games.conquest.core.pieces import changed
from wartable.games.conquest.core.play import moved, vacated
from wartable.games.conquest.core.tasks import Attacking, Drawing, Fortifying, Step
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.actions import Declare, Discard, Move, MoveLeader, PlaceLeader
from wartable.games.conquest.lotr.adventure import happenings
from wartable.games.conquest.lotr.adventure.hands import site_earns
from wartable.games.conquest.lotr.adventure.happenings import territory_deck
from wartable.games.conquest.lotr.combat import with_leader
from wartable.games.conquest.lotr.data import Happening
from wartable.games.conquest.lotr.movement import free_leaders, full, moves, passes_site
from wartable.games.conquest.lotr.reinforcement import Reinforcement
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


class Turn(Reinforcement):
    """What is done in a turn beside attacks."""

    # --- the stages

    def stage(self, rules: LotrRules, state: LotrState, task: Stage, tell: Tell) -> LotrState:
        """Begin the next stage; the one after it waits on the agenda."""
        name = rules.stages[task.number]
        later = () if name == "close" else (Stage(task.seat, task.number + 1),)
        return self.openings[name](rules, replace(state, agenda=(*later, *state.agenda)), task.seat, tell)

    @cached_property
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
            rules.options.hidden_armies
            or bool(after.adventure.hands[seat])
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
        earned = state.adventure.deck and site_earns(rules, state, seat)
        return first(state, DrawingAdventure(seat)) if earned else state

    def open_goals(self, rules: LotrRules, state: LotrState, seat: Seat, tell: Tell) -> LotrState:
        """Look for a goal that counts now, have the hand cut down, and set the Fellowship going."""
        if rules.goals_count == "end_of_turn":
            state = self.award(rules, state, (seat,), tell)
            if state.victory:
                return state
        over = len(state.adventure.hands[seat]) > rules.options.adventure_limit
        journey = () if rules.options.simultaneous else (Journey(seat),)  # in rounds it follows the cards of all
        return first(state, *((Discarding(seat),) if over else ()), *journey)

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
            last = not left.deck
            after = replace(state, adventure=left, drew=last, agenda=state.agenda[1:] if last else state.agenda)
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
    found: list[int] = []
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
