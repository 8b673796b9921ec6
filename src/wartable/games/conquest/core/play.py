"""What the decisions of a turn and the dice do: place, attack, roll, move in, fortify."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wartable.engine.chance import Rolled
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place
from wartable.games.conquest.core.battle import Exchange, Toss, exchange
from wartable.games.conquest.core.events import Battle, Conquered, EmptyTaken, Fortified, MovedIn, PiecesLost, Placed
from wartable.games.conquest.core.machine import Effect
from wartable.games.conquest.core.pieces import Places, carried, cleared
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.setup import SetUp
from wartable.games.conquest.core.state import NOBODY, ConquestState
from wartable.games.conquest.core.tasks import MovingIn, Rolling, SetUpPlacing
from wartable.games.conquest.core.turn import R, S, Tell, finish


class Play(SetUp[R, S]):
    """What the decisions and dice of every game of the family do. Armies of a neutral side act by the seat at turn."""

    def effects(self) -> Mapping[type[Action], Effect]:
        """Return what each decision does that every game of the family has."""
        return {
            Claim: self.claim,
            Place: self.place,
            Attack: self.attack,
            Occupy: self.occupy,
            EndAttacks: self.end_attacks,
            Fortify: self.fortify,
            EndTurn: self.end_turn,
        }

    def place(self, rules: R, state: S, seat: int, action: Place, tell: Tell) -> S:
        """Put armies of the hand on a space; with the last one attacking begins (`risk D6`, `risk D14`)."""
        agenda, held, count = state.agenda, state.held, action.count
        if agenda[0].__class__ is SetUpPlacing:
            return self.place_one(rules, state, seat, action, tell)
        space = rules.board.index[action.space]
        left, armies = state.to_place - count, list(state.armies)
        armies[space] += count
        if tell is not None:
            tell.append(Placed(seat, action.space, count))
        after = replace(
            state,
            armies=tuple(armies),
            held=held if held[seat] >> space & 1 else settled_by(held, seat, space),
            to_place=left,
            placed=state.placed + count,
            agenda=agenda if left else agenda[1:],
        )
        return self.check_victory(rules, after, tell)

    def attack(self, rules: R, state: S, seat: Seat, action: Attack, tell: Tell) -> S:
        """Send the dice for (`risk D8`); a space where nobody stands is entered without."""
        index = rules.board.index
        source, target = index[action.source], index[action.target]
        fight = Rolling(seat, source, target, action.dice, action.until)
        if state.armies[target]:
            return replace(state, agenda=(fight, *state.agenda))
        return self.enter_empty(rules, state, fight, tell)

    def roll(self, rules: R, state: S, _seat: int, answer: Rolled, tell: Tell) -> S:
        """Settle one roll (`risk D9`): conquest, another roll as ordered, or back to the seat."""
        fight: Rolling = state.agenda[0]
        source, target, until, stay = fight.source, fight.target, fight.until, rules.stay
        armies = list(state.armies)
        thrown = rules.toss(state, fight)
        result = exchange(thrown, answer.faces)
        armies[source] = left = armies[source] - result.attacker_loss
        armies[target] -= result.defender_loss
        if not armies[target] and left <= stay and rules.enter_least != "none":  # both last ones fell: nobody to enter
            armies[target], result = 1, result._replace(defender_loss=result.defender_loss - 1)
        if tell is not None:
            tell.append(_battle(rules, state, fight, armies, thrown, result))
        ended = not armies[target] or until is None or left <= until or left <= stay
        after = replace(state, armies=tuple(armies), agenda=state.agenda[1:] if ended else state.agenda)
        after = self.rolled(rules, after, fight, result, tell)
        if not armies[target]:
            return self.conquer(rules, after, fight, thrown.attackers - result.attacker_loss, tell)
        return after if left else self.all_lost(rules, after, fight, tell)

    def rolled(self, rules: R, state: S, fight: Rolling, result: Exchange, tell: Tell) -> S:
        """Do after a roll what the game does with the fallen; the fight of the state is over or goes on."""
        return state

    def all_lost(self, rules: R, state: S, fight: Rolling, tell: Tell) -> S:
        """Leave a space whose armies all fell in an attack. It comes to that only where no army must stay behind."""
        seat, defender = state.owner(fight.source), state.owner(fight.target)
        after = vacated(self.lose_pieces(rules, state, fight.source, seat, tell), fight.source)
        return after if seat == NOBODY or after.held[seat] else self.fall(rules, after, seat, defender, tell)

    def fall(self, rules: R, state: S, seat: int, by: int, tell: Tell) -> S:
        """Take out a seat whose last armies fell in an attack of its own, and so end its turn, or the game."""
        after = self.eliminate(rules, state, seat, by, tell)
        if alone(after):
            return finish(after, standing(after), self.CONQUEST, tell)
        return self.pass_on(rules, after, tell) if seat == after.seat else after

    def conquer(self, rules: R, state: S, fight: Rolling, survivors: int, tell: Tell) -> S:
        """Hand the space over, take out a seat whose last one it was, ask how many move in (`risk D10`)."""
        held, loser, bit = list(state.held), state.owner(fight.target), 1 << fight.target
        winner = fight.seat if held[fight.seat] >> fight.source & 1 else NOBODY
        if loser != NOBODY:
            held[loser] ^= bit
        if winner != NOBODY:
            held[winner] |= bit
        if state.pieces:
            state = self.lose_pieces(rules, state, fight.target, loser, tell)
        if tell is not None:
            tell.append(Conquered(winner, rules.id(fight.source), rules.id(fight.target), loser))
        least, most = rules.entering(state, fight.source, survivors)
        entry = MovingIn(fight.seat, fight.source, fight.target, least, most)
        after = replace(
            state,
            agenda=(entry, *state.agenda),
            held=tuple(held),
            conquered=state.conquered or (winner != NOBODY and least > 0),
        )
        if loser != NOBODY and not held[loser]:
            after = self.eliminate(rules, after, loser, winner, tell)
        if most > least and not alone(after):
            return after
        return self.occupy(rules, after, fight.seat, Occupy(least), tell)

    def lose_pieces(self, rules: R, state: S, space: int, owner: int, tell: Tell) -> S:
        """Take what stood beside the armies of a conquered space off the map."""
        if not any(places[space] for places in state.pieces):
            return state
        if tell is not None:
            for kind, places in zip(rules.pieces, state.pieces, strict=True):
                if places[space]:
                    tell.append(PiecesLost(owner, rules.id(space), kind.id, places[space]))
        return replace(state, pieces=cleared(state.pieces, space))

    def enter_empty(self, rules: R, state: S, fight: Rolling, tell: Tell) -> S:
        """Take a space where nobody stands, and ask how many move in, one at least."""
        if tell is not None:
            tell.append(EmptyTaken(fight.seat, rules.id(fight.source), rules.id(fight.target)))
        entry = MovingIn(fight.seat, fight.source, fight.target, 1, state.armies[fight.source] - rules.stay)
        held = settled_by(state.held, fight.seat, fight.target)
        conquered = state.conquered or rules.empty_counts
        after = replace(state, agenda=(entry, *state.agenda), held=held, conquered=conquered)
        if entry.most > entry.least:
            return after
        return self.occupy(rules, after, fight.seat, Occupy(entry.least), tell)

    def occupy(self, rules: R, state: S, _seat: int, action: Occupy, tell: Tell) -> S:
        """Move armies in, and the pieces that go with them; judge the game, then go on."""
        entry: MovingIn = state.agenda[0]
        after = replace(
            state,
            armies=moved(state, entry.source, entry.target, action.count),
            pieces=following(rules, state, entry.source, entry.target, action.count) if state.pieces else (),
            conquered=state.conquered or entry.least < 1 <= action.count,
            agenda=state.agenda[1:],
        )
        if tell is not None:
            mover = state.owner(entry.source)
            tell.append(MovedIn(mover, rules.id(entry.source), rules.id(entry.target), action.count))
        if not (rules.stay and action.count):
            after = vacated(vacated(after, entry.source), entry.target)
        if alone(after):
            return finish(after, standing(after), self.CONQUEST, tell)
        if not action.count and (mover := state.owner(entry.source)) != NOBODY and not after.held[mover]:
            return self.fall(rules, after, mover, NOBODY, tell)  # the last armies of both are gone
        judged = self.check_victory(rules, after, tell)
        return judged if judged.victory else self.moved_in(rules, judged, entry, tell)

    CONQUEST = "Conquered the whole world."
    """What is said of the last seat left."""

    def moved_in(self, rules: R, state: S, entry: MovingIn, tell: Tell) -> S:
        """Go on after a conquest."""
        return state

    def fortify(self, rules: R, state: S, seat: int, action: Fortify, tell: Tell) -> S:
        """Make the one move at the end of a turn (`risk D11`)."""
        judged = self.check_victory(rules, shifted(rules, state, seat, action, tell), tell)
        return judged if judged.victory else self.end_turn(rules, judged, seat, action, tell)


def alone(state: ConquestState) -> bool:
    """Whether one seat is left."""
    return len(state.fallen) == len(state.held) - 1


def standing(state: ConquestState) -> tuple[int, ...]:
    """Return the seats that are still in the game."""
    return tuple(seat for seat, alive in enumerate(state.alive) if alive)


def shifted(rules: Rules, state: S, seat: int, action: Fortify, tell: Tell) -> S:
    """Move armies between two spaces, and the pieces that cannot stay behind without them."""
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    if tell is not None:
        tell.append(Fortified(seat, action.source, action.target, action.count))
    after = replace(state, armies=moved(state, source, target, action.count))
    if after.armies[source]:
        return after
    return vacated(replace(after, pieces=carried(state.pieces, source, target)), source)


def moved(state: ConquestState, source: int, target: int, count: int) -> tuple[int, ...]:
    """Return the armies after some went from one space to another."""
    armies = list(state.armies)
    armies[source] -= count
    armies[target] += count
    return tuple(armies)


def vacated(state: S, space: int) -> S:
    """Return the state in which a space without armies is nobody's."""
    if state.armies[space] or (owner := state.owner(space)) == NOBODY:
        return state
    held = list(state.held)
    held[owner] ^= 1 << space
    return replace(state, held=tuple(held))


def following(rules: Rules, state: ConquestState, source: int, target: int, count: int) -> Places:
    """Return the pieces after armies moved in: those that follow went with them, and all where no army stayed."""
    if not count:
        return state.pieces
    if state.armies[source] == count:
        return carried(state.pieces, source, target)
    kinds = tuple(number for number, kind in enumerate(rules.pieces) if kind.follows)
    return carried(state.pieces, source, target, kinds)


def settled_by(held: tuple[int, ...], seat: int, space: int) -> tuple[int, ...]:
    """Return who holds what after a seat came to a space that was nobody's."""
    return tuple(mask | 1 << space if each == seat else mask for each, mask in enumerate(held))


def _battle(
    rules: Rules, state: ConquestState, fight: Rolling, armies: list[int], thrown: Toss, result: Exchange
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
