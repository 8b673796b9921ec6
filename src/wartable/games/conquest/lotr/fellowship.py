"""The Fellowship: the search, the roll, the step, and the end of its journey (`lotr-risk 1.2.7`, `lotr-risk T84`)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.chance import Roll, Rolled
from wartable.engine.values import Seat
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.adventure import reaction_windows
from wartable.games.conquest.lotr.missions import Missions
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.games.conquest.lotr.tasks import Going, Journey, Leaving, RingDie, RingRolled, Searching

SEARCH = Roll("search for the Ring", (DIE, DIE))
RING_DIE = Roll("the Fellowship", (DIE,))


def at_end(rules: LotrRules, state: LotrState) -> bool:
    """Whether the Fellowship stands on the last step of its path."""
    return state.ring == len(rules.path) - 1


def step_ends(rules: LotrRules, state: LotrState) -> bool:
    """Whether the next step ends the journey: past the last territory, or on Mount Doom where no roll is needed."""
    arrives = rules.ends_on_doom and not rules.options.doom_roll
    return state.ring >= len(rules.path) - 1 - arrives


def travels(rules: LotrRules, state: LotrState) -> bool:
    """Whether the Ring's journey is on."""
    return rules.options.ring and state.ring >= 0 and not state.ending


class Fellowship(Missions):
    """What the Fellowship does at the end of a turn."""

    def journey(self, rules: LotrRules, state: LotrState, task: Journey, tell: Tell) -> LotrState:
        """Have the Ring searched for where an evil player owns the place, then go on."""
        del tell
        if not travels(rules, state):
            return state
        seat, space = task.seat, rules.path[state.ring]
        if rules.options.find_ring and state.held[seat] >> space & 1 and state.side(seat) == "evil":
            return replace(state, agenda=(Searching(seat), *state.agenda))
        return self.set_out(rules, state, seat)

    def set_out(self, rules: LotrRules, state: LotrState, seat: Seat) -> LotrState:
        """Ask for a die where one is printed; else let cards answer before the step."""
        if rules.path_dice >> state.ring & 1:
            return replace(state, agenda=(RingDie(seat), *state.agenda))
        return self._asked(rules, replace(state, agenda=(Leaving(seat), *state.agenda)), "fellowship.leaves")

    @staticmethod
    def _asked(rules: LotrRules, state: LotrState, about: str) -> LotrState:
        window = reaction_windows.window(rules, state, about)
        return replace(state, agenda=(window, *state.agenda)) if window else state

    def searched(self, rules: LotrRules, state: LotrState, seat: Seat, answer: Rolled, tell: Tell) -> LotrState:
        """Find the Ring with 12 or more, or let the Fellowship go on (`lotr-risk T84`)."""
        space = rules.path[state.ring]
        bonus = int(state.pieces[LEADER][space] > 0) + int(not rules.region_of[space] & ~state.held[seat])
        found = sum(answer.faces) + bonus >= rules.data.find_ring.found_at
        if tell is not None:
            tell.append(e.RingSearched(seat, rules.id(space), answer.faces, bonus, found))
        after = replace(state, agenda=state.agenda[1:])
        return self.end(rules, after, (seat,), "ring_found", tell) if found else self.set_out(rules, after, seat)

    def leave(self, rules: LotrRules, state: LotrState, task: Leaving, tell: Tell) -> LotrState:
        """Take the step without a die."""
        return self.step_on(rules, state, task.seat, tell)

    def ring_rolled(self, rules: LotrRules, state: LotrState, seat: Seat, answer: Rolled, tell: Tell) -> LotrState:
        """Keep the roll until cards have changed it."""
        del tell
        rolled = RingRolled(seat, answer.faces[0])
        return self._asked(rules, replace(state, agenda=(rolled, *state.agenda[1:])), "fellowship.rolled")

    def roll_counts(self, rules: LotrRules, state: LotrState, task: RingRolled, tell: Tell) -> LotrState:
        """Leave with 4 or more, unless a card holds the Fellowship back (`lotr-risk L50`)."""
        leaves = task.face + task.change >= rules.data.path.roll
        if tell is not None:
            space = rules.id(rules.path[state.ring])
            tell.append(e.RingRoll(task.seat, space, task.face, task.change, leaves))
        if not leaves:
            return state
        after = replace(state, agenda=(Going(task.seat), *state.agenda))
        doom = at_end(rules, state) and rules.ends_on_doom
        return after if doom else self._asked(rules, after, "fellowship.leaving")

    def go(self, rules: LotrRules, state: LotrState, task: Going, tell: Tell) -> LotrState:
        """Take the step after a die."""
        return self.step_on(rules, state, task.seat, tell)

    def step_on(self, rules: LotrRules, state: LotrState, seat: int, tell: Tell) -> LotrState:
        """Go on to the next step; past the last one the journey is over."""
        if at_end(rules, state):
            return self.journey_ends(rules, state, tell)
        after = replace(state, ring=state.ring + 1)
        if tell is not None:
            tell.append(e.RingMoved(seat, rules.id(rules.path[state.ring]), rules.id(rules.path[after.ring])))
        reached = at_end(rules, after) and rules.ends_on_doom and not rules.options.doom_roll
        return self.journey_ends(rules, after, tell) if reached else after

    def journey_ends(self, rules: LotrRules, state: LotrState, tell: Tell) -> LotrState:
        """End the game by points, at once or when the round is over (`lotr-risk L64`)."""
        code = "ring_destroyed" if rules.ends_on_doom else "ring_gone"
        if tell is not None:
            tell.append(e.RingEnded(code, not rules.options.equal_turns))
        if rules.options.equal_turns:
            return replace(state, ending=code)
        return self.count_points(rules, state, code, tell)
