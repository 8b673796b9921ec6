"""How a game ends: everything owned, one player or side left, a goal, the Ring; and who is out (`lotr-risk L56`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Roll, Rolled
from wartable.engine.values import Seat
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.events import CardsSeized, Eliminated, PiecesLost
from wartable.games.conquest.core.goals import Goal, HoldRegions, HoldSpaces, mission_of
from wartable.games.conquest.core.state import NOBODY, Fallen
from wartable.games.conquest.core.trading import Trading
from wartable.games.conquest.core.turn import Tell, finish
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.income import merits, points_of
from wartable.games.conquest.lotr.movement import partners
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState, at_hand
from wartable.games.conquest.lotr.tasks import Dicing

REASONS: Mapping[str, str] = {
    "ring_destroyed": "The Ring is destroyed on Mount Doom; most points win.",
    "ring_gone": "The Fellowship has left the Dead Marshes; most points win.",
    "ring_found": "The Ring is found.",
    "all": "All territories are conquered.",
    "last_player": "Nobody else is left.",
    "territorial": "The goal is reached: {goal}.",
    "eliminate": "The goal is reached: {goal}.",
    "regions": "The goal is reached: {goal}.",
}
"""Every way in which a game ends, in words."""
_DESTROYED = "The Ring is destroyed, and a good player is left."


class Ends(Trading[LotrRules, LotrState]):
    """Eliminations, goals, and the end of the game."""

    def end(
        self, rules: LotrRules, state: LotrState, seats: Iterable[int], code: str, tell: Tell, goal: str = ""
    ) -> LotrState:
        """End the game for its winners, who win with their side."""
        winners = tuple(seats)
        if rules.options.sides != "none":
            sides = {state.side(seat) for seat in winners}
            winners = tuple(seat for seat in range(state.seats) if state.side(seat) in sides)
        words = REASONS[code].format(goal=goal)
        if code in {"ring_destroyed", "ring_gone"}:
            if self.outright(rules):
                words = _DESTROYED
            if tell is not None:
                tell.append(e.Scored(tuple(points_of(rules, state, seat)[:] for seat in range(state.seats))))
        return replace(finish(state, winners, words, tell), ended_by=code, assault=None)

    @staticmethod
    def outright(rules: LotrRules) -> bool:
        """Whether the good side wins outright when the Ring's journey ends (`lotr-risk 3`)."""
        return rules.options.sides == "team" and not rules.options.team_points_at_doom

    # --- who is out

    def eliminate(self, rules: LotrRules, state: LotrState, loser: int, by: int, tell: Tell) -> LotrState:
        """Take a seat out of the game (`lotr-risk T70`, `lotr-risk T71`)."""
        if tell is not None:
            tell.append(Eliminated(loser, by))
        heir = by if rules.options.take_territory_cards else NOBODY
        taken, cards = state.cards.hands[loser], state.cards
        if tell is not None and taken and heir != NOBODY:
            tell.append(CardsSeized(heir, loser, len(taken)))
        after = replace(
            state,
            fallen=(*state.fallen, Fallen(loser, by)),
            cards=cards.passed(taken, loser, heir),
            seized=state.seized or (heir != NOBODY and bool(taken)),
            aside=tuple(() if seat == loser else kept for seat, kept in enumerate(state.aside)),
            owed=tuple(each for each in state.owed if each.seat != loser),
        )
        return self._adventure_lost(rules, after, loser, by, tell)

    def _adventure_lost(self, rules: LotrRules, state: LotrState, loser: int, by: int, tell: Tell) -> LotrState:
        hand = state.adventure.hands[loser]
        heir = by if rules.options.take_adventure_cards else NOBODY
        if not hand:
            return state
        if tell is not None:
            if heir == NOBODY:
                tell.append(e.Discarded(loser, tuple(rules.deck[card].id for card in hand)))
            else:
                tell.append(e.AdventureSeized(heir, loser, len(hand)))
        return replace(state, adventure=state.adventure.passed(hand, loser, heir))

    def capital_falls(self, rules: LotrRules, state: LotrState, seat: int, by: int, tell: Tell) -> LotrState:
        """Take out a seat whose capital was conquered; its units stay, as neutral ones (`lotr-risk L67`)."""
        if tell is not None:
            tell.append(e.CapitalFell(seat, rules.id(state.capitals[seat]), by))
        return self.retire(rules, state, seat, by, tell)

    def retire(self, rules: LotrRules, state: LotrState, seat: int, by: int, tell: Tell) -> LotrState:
        """Take a seat out whose units stay as neutral ones; its leaders are lost."""
        own, leaders = state.held[seat], state.pieces[LEADER]
        places = tuple(0 if own >> space & 1 else count for space, count in enumerate(leaders))
        if tell is not None:
            lost = bits(own & state.leaders)
            tell.extend(PiecesLost(seat, rules.id(space), "leader", leaders[space]) for space in lost)
        held = tuple(0 if other == seat else mask for other, mask in enumerate(state.held))
        return self.eliminate(rules, replace(state, held=held, pieces=(places,)), seat, by, tell)

    # --- goals

    def judge(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """End the game if one player or side is left or owns everything, or reached a goal that counts at once."""
        alive = [seat for seat, mask in enumerate(state.held) if mask]
        if alive:
            own = partners(rules, state, alive[0])
            if all(own & state.held[seat] for seat in alive):
                code = "all" if "all" in rules.options.victory and own == rules.board.everything else "last_player"
                return self.end(rules, state, alive, code, tell)
        return self.check_victory(rules, state, tell)

    def award(self, rules: LotrRules, state: LotrState, seats: Iterable[int], tell: Tell) -> LotrState:
        """Give the victory to the first of some seats that has reached a goal (`lotr-risk T10`)."""
        for seat in seats:
            if state.held[seat]:
                for goal in goals_of(rules, state, seat):
                    if goal.progress(rules, state, seat) >= 1.0:
                        words = goal.said(rules, state, seat)
                        return self.end(rules, state, (seat,), goal_code(goal, state, seat), tell, words)
        return state

    # --- points

    def count_points(self, rules: LotrRules, state: LotrState, code: str, tell: Tell) -> LotrState:
        """End the game by points; who is equal in everything rolls dice (`lotr-risk 1.4`, `lotr-risk L63`)."""
        good = [seat for seat in range(state.seats) if state.held[seat] and state.side(seat) == "good"]
        if self.outright(rules) and good:
            return self.end(rules, state, good, code, tell)
        parties = list(self.parties(rules, state))
        found = {
            min(party): tuple(map(sum, zip(*(merits(rules, state, seat) for seat in party), strict=True)))
            for party in parties
        }
        best = max(found.values())
        rivals = tuple(first for first, own in found.items() if own == best)
        if len(rivals) == 1:
            return self.end(rules, state, rivals, code, tell)
        return replace(state, agenda=(Dicing(Seat(rivals[0]), rivals, "tie"),), ending=code)

    def parties(self, rules: LotrRules, state: LotrState) -> Iterable[tuple[int, ...]]:
        """Return who wins together: each seat alone, or those of a side, in seat order."""
        seats = range(state.seats)
        if rules.options.sides == "none":
            return [(seat,) for seat in seats if state.held[seat]]
        sides = dict.fromkeys(map(state.side, seats))
        return [tuple(seat for seat in seats if state.side(seat) == side) for side in sides]

    def diced(self, rules: LotrRules, state: LotrState, _seat: int, answer: Rolled, tell: Tell) -> LotrState:
        """Find the highest die; those who are equal roll again (`lotr-risk L2`)."""
        task = at_hand(state, Dicing)
        if tell is not None:
            tell.append(e.DiceThrown(task.rivals, answer.faces, task.purpose))
        best = max(answer.faces)
        rivals = tuple(seat for seat, face in zip(task.rivals, answer.faces, strict=True) if face == best)
        if len(rivals) > 1:
            return replace(state, agenda=(replace(task, seat=Seat(rivals[0]), rivals=rivals), *state.agenda[1:]))
        if task.purpose == "tie":
            return self.end(rules, state, rivals, state.ending, tell)
        return self.begun_by(rules, state, min(rivals), task.purpose, tell)

    def begun_by(self, rules: LotrRules, state: LotrState, seat: int, purpose: str, tell: Tell) -> LotrState:
        """Let a seat begin: the claims, or the first turn."""
        raise NotImplementedError


def dice_wanted(_rules: LotrRules, _state: LotrState, task: Dicing) -> Roll:
    """Return a die for each rival."""
    return Roll("highest die", (DIE,) * len(task.rivals))


def goals_of(rules: LotrRules, state: LotrState, seat: int) -> tuple[Goal, ...]:
    """Return what a seat wins by beside points and the whole map: its secret goal, or those open to all."""
    if state.missions:
        mission = mission_of(rules, state, seat)
        return (mission,) if mission else ()
    return rules.goals


def goal_code(goal: Goal, state: LotrState, seat: int) -> str:
    """Return the code of a goal that a seat has reached."""
    if isinstance(goal, HoldRegions):
        return "regions"
    lost = getattr(goal, "lost", None)
    return "territorial" if isinstance(goal, HoldSpaces) or (lost and lost(state, seat)) else "eliminate"
