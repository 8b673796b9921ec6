"""What the decisions of a turn and the dice do: place, attack, roll, move in, fortify."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.chance import Rolled
from wartable.games.conquest.core.actions import Attack, Fortify, Occupy, Place
from wartable.games.conquest.core.battle import Exchange, Toss, exchange
from wartable.games.conquest.core.events import Battle, Conquered, Fortified, MovedIn, Placed
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.setup import SetUp
from wartable.games.conquest.core.state import NOBODY, ConquestState, Entry, Fight
from wartable.games.conquest.core.turn import R, S, Tell, finish


class Play(SetUp[R, S]):
    """What can be done in every game of the family, by seats and, with armies that nobody holds, by none."""

    def place(self, rules: R, state: S, action: Place, tell: Tell) -> S:
        """Put armies of the hand on an own space; with the last one attacking begins (`risk D6`, `risk D14`)."""
        if state.phase == "setup":
            return self.place_one(rules, state, action, tell)
        left, armies = state.to_place - action.count, list(state.armies)
        armies[rules.board.index[action.space]] += action.count
        if tell is not None:
            tell.append(Placed(state.seat, action.space, action.count))
        after = replace(
            state,
            armies=tuple(armies),
            to_place=left,
            placed=state.placed + action.count,
            phase="reinforce" if left else "attack",
        )
        return self.judge(rules, after, tell)

    def attack(self, rules: R, state: S, action: Attack, _tell: Tell) -> S:
        """Send the dice for (`risk D8`)."""
        index = rules.board.index
        fight = Fight(index[action.source], index[action.target], action.dice, action.until)
        return replace(state, phase="battle", fight=fight)

    def roll(self, rules: R, state: S, answer: Rolled, tell: Tell) -> S:
        """Settle one roll (`risk D9`): conquest, another roll as ordered, or back to the seat."""
        fight = state.fight
        assert fight is not None  # noqa: S101 - the phase says so
        source, target, until = fight.source, fight.target, fight.until
        armies = list(state.armies)
        thrown = rules.toss(state, fight)
        result = exchange(thrown, answer.faces)
        armies[source] = left = armies[source] - result.attacker_loss
        armies[target] -= result.defender_loss
        if not armies[target] and left == 1:  # by extra dice both last ones fell: no space stands empty
            armies[target], result = 1, result._replace(defender_loss=result.defender_loss - 1)
        if tell is not None:
            tell.append(_battle(rules, state, fight, armies, thrown, result))
        ended = not armies[target] or until is None or left <= until
        after = replace(
            state,
            armies=tuple(armies),
            phase="attack" if ended else "battle",
            fight=None if ended else fight,
        )
        after = self.rolled(rules, after, fight, result, tell)
        if armies[target]:
            return after
        return self.conquer(rules, after, fight, thrown.attackers - result.attacker_loss, tell)

    def rolled(self, rules: R, state: S, fight: Fight, result: Exchange, tell: Tell) -> S:  # noqa: ARG002 - for those who differ
        """Do after a roll what the game does with the fallen; the fight of the state is over or goes on."""
        return state

    def conquer(self, rules: R, state: S, fight: Fight, survivors: int, tell: Tell) -> S:
        """Hand the space over, take out a seat whose last one it was, ask how many move in (`risk D10`)."""
        held, loser, bit = list(state.held), state.owner(fight.target), 1 << fight.target
        winner = state.seat if held[state.seat] >> fight.source & 1 else NOBODY
        if loser != NOBODY:
            held[loser] ^= bit
        if winner != NOBODY:
            held[winner] |= bit
        if tell is not None:
            tell.append(Conquered(winner, rules.id(fight.source), rules.id(fight.target), loser))
        least = survivors if rules.dice_move_in else 1
        after = replace(
            state,
            phase="occupy",
            held=tuple(held),
            conquered=state.conquered or winner != NOBODY,
            entry=Entry(fight.source, fight.target, least),
        )
        if loser != NOBODY and not held[loser]:
            after = self.eliminate(rules, after, loser, winner, tell)
        if after.armies[fight.source] - 1 > least and not alone(after):
            return after
        return self.occupy(rules, after, Occupy(least), tell)

    def occupy(self, rules: R, state: S, action: Occupy, tell: Tell) -> S:
        """Move armies in; judge the game, then go on."""
        entry = state.entry
        assert entry is not None  # noqa: S101 - the phase says so
        after = replace(
            state, armies=moved(state, entry.source, entry.target, action.count), entry=None, phase="attack"
        )
        if tell is not None:
            mover = state.owner(entry.source)
            tell.append(MovedIn(mover, rules.id(entry.source), rules.id(entry.target), action.count))
        if alone(after):
            return finish(after, (state.seat,), self.CONQUEST, tell)
        judged = self.judge(rules, after, tell)
        return judged if judged.victory else self.moved_in(rules, judged, entry, tell)

    CONQUEST = "Conquered the whole world."
    """What is said of the last seat left."""

    def moved_in(self, rules: R, state: S, entry: Entry, tell: Tell) -> S:  # noqa: ARG002 - as above
        """Go on after a conquest."""
        return state

    def fortify(self, rules: R, state: S, action: Fortify, tell: Tell) -> S:
        """Make the one move at the end of a turn (`risk D11`)."""
        judged = self.judge(rules, shifted(rules, state, action, tell), tell)
        return judged if judged.victory else self.end_turn(rules, judged, action, tell)


def alone(state: ConquestState) -> bool:
    """Whether one seat is left."""
    return len(state.fallen) == len(state.held) - 1


def shifted(rules: Rules, state: S, action: Fortify, tell: Tell) -> S:
    """Move armies between two spaces."""
    index = rules.board.index
    if tell is not None:
        tell.append(Fortified(state.seat, action.source, action.target, action.count))
    return replace(state, armies=moved(state, index[action.source], index[action.target], action.count))


def moved(state: ConquestState, source: int, target: int, count: int) -> tuple[int, ...]:
    """Return the armies after some went from one space to another."""
    armies = list(state.armies)
    armies[source] -= count
    armies[target] += count
    return tuple(armies)


def _battle(
    rules: Rules, state: ConquestState, fight: Fight, armies: list[int], thrown: Toss, result: Exchange
) -> Battle:
    dice = thrown.dice
    return Battle(
        seat=state.owner(fight.source),
        source=rules.id(fight.source),
        target=rules.id(fight.target),
        defender=state.owner(fight.target),
        attack=result.attack,
        defence=result.defence,
        attacker_loss=result.attacker_loss,
        defender_loss=result.defender_loss,
        source_left=armies[fight.source],
        target_left=armies[fight.target],
        attack_bonus=dice.attack_bonus,
        defence_bonus=dice.defence_bonus,
        pairs=min(len(result.attack), len(result.defence), dice.pairs or len(result.attack)),
        protected=min(dice.attack_protected, len(result.attack)),
        raised=dice.ones == "raised",
        cap=dice.cap or 0,
        committed=(thrown.attackers, thrown.defenders),
    )
