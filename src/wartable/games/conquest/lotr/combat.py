"""Attacks: declared, rolled, won; moving in with leaders, and entering where nobody stands (`lotr-risk 1.2.2`)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.games.conquest.core.actions import Attack, Occupy
from wartable.games.conquest.core.battle import Exchange
from wartable.games.conquest.core.events import Conquered, EmptyTaken, MovedIn, PiecesLost
from wartable.games.conquest.core.pieces import carried, changed
from wartable.games.conquest.core.play import alone, moved, settled_by, vacated
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tasks import MovingIn, Reinforcing, Rolling
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr import uprising
from wartable.games.conquest.lotr.actions import Enter, LotrAttack
from wartable.games.conquest.lotr.adventure import reaction_windows
from wartable.games.conquest.lotr.adventure.hands import reinforced
from wartable.games.conquest.lotr.ends import Ends
from wartable.games.conquest.lotr.movement import CORSAIRS, seaborne, toll
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState, Standing, at_hand


class Combat(Ends):
    """What attacks do."""

    def attack(self, rules: LotrRules, state: LotrState, seat: Seat, action: Attack, tell: Tell) -> LotrState:
        """Declare a roll; the first of an attack, or each by sea, may be answered by cards (`lotr-risk L46`)."""
        index = rules.board.index
        source, target = index[action.source], index[action.target]
        old, bit, leader = state.assault, 1 << source, isinstance(action, LotrAttack) and action.leader
        if old is None or (old.source, old.target) != (source, target):
            old = Standing(source, target)
        standing = replace(old, leader=leader, led=old.led or leader, rolls=old.rolls + 1, bound=False)
        fought = state.fought | bit if leader else state.fought
        sea = bool(rules.ports >> source & 1) and seaborne(rules, state, source, target)
        first, dice = standing.rolls == 1, action.dice
        if first and sea and (most := toll(rules, state, source, target)):
            state = self._toll(rules, state, seat, source, most, tell)
            dice = min(dice, state.armies[source] - rules.stay)
        fight = (Rolling(seat, source, target, dice, action.until),) if dice else ()
        after = replace(state, assault=standing, fought=fought, agenda=(*fight, *state.agenda))
        return self._announced(rules, after, first=first, sea=sea) if dice else after

    @staticmethod
    def _announced(rules: LotrRules, state: LotrState, *, first: bool, sea: bool) -> LotrState:
        if not first and not sea:
            return state
        window = reaction_windows.window(rules, state, "attack.declared" if first else "battle.declared")
        return replace(state, agenda=(window, *state.agenda)) if window else state

    @staticmethod
    def _toll(rules: LotrRules, state: LotrState, seat: int, source: int, most: int, tell: Tell) -> LotrState:
        """Lose units to the corsairs before an attack by sea; one always remains (`lotr-risk L36`)."""
        lost = min(most, state.armies[source] - 1)
        return reinforced(rules, state, seat, CORSAIRS, source, -lost, tell)

    def rolled(self, rules: LotrRules, state: LotrState, fight: Rolling, result: Exchange, tell: Tell) -> LotrState:
        """Count a further roll of the same order; by sea it may be answered too."""
        if not state.agenda or state.agenda[0] is not fight or not state.armies[fight.target]:
            return state
        standing = state.assault
        if standing is None:
            raise AssertionError(fight)
        after = replace(state, assault=replace(standing, rolls=standing.rolls + 1))
        sea = bool(rules.ports >> fight.source & 1) and seaborne(rules, after, fight.source, fight.target)
        return self._announced(rules, after, first=False, sea=sea)

    def conquer(self, rules: LotrRules, state: LotrState, fight: Rolling, survivors: int, tell: Tell) -> LotrState:
        """Hand the territory over, take out who lost the last one or the capital, ask how many move in."""
        held, loser, bit, seat = list(state.held), state.owner(fight.target), 1 << fight.target, fight.seat
        if loser != NOBODY:
            held[loser] ^= bit
        held[seat] |= bit
        state = self.lose_pieces(rules, state, fight.target, loser, tell)
        if tell is not None:
            tell.append(Conquered(seat, rules.id(fight.source), rules.id(fight.target), loser))
        least, most = rules.entering(state, fight.source, survivors)
        after = replace(
            state,
            agenda=(MovingIn(seat, fight.source, fight.target, least, most), *state.agenda),
            held=tuple(held),
            conquered=state.conquered or least > 0,
        )
        if loser != NOBODY and not held[loser]:
            after = self.eliminate(rules, after, loser, seat, tell)
        if (loser := capital_of(after, fight.target)) not in {NOBODY, seat}:
            after = self.capital_falls(rules, after, loser, seat, tell)
        if most > least and not alone(after):
            return after
        return self.occupy(rules, after, seat, Occupy(least), tell)

    def occupy(self, rules: LotrRules, state: LotrState, seat: int, action: Occupy, tell: Tell) -> LotrState:
        """Move units in, and a leader that took part (`lotr-risk L13`); judge the game, then go on."""
        entry = at_hand(state, MovingIn)
        count, standing = action.count, state.assault
        after = replace(
            state,
            armies=moved(state, entry.source, entry.target, count),
            conquered=state.conquered or entry.least < 1 <= count,
            agenda=state.agenda[1:],
            assault=None,
        )
        if tell is not None:
            tell.append(MovedIn(seat, rules.id(entry.source), rules.id(entry.target), count))
        if count:
            led = standing is not None and standing.led
            after = self.arrive(rules, after, seat, entry.source, entry.target, led=led, tell=tell)
        after = vacated(vacated(after, entry.source), entry.target)
        if not count and not after.held[seat]:
            return self.fall(rules, after, seat, NOBODY, tell)
        judged = self.judge(rules, uprising.look(rules, after, seat, tell) if count else after, tell)
        return judged if judged.victory else self.moved_in(rules, judged, entry, tell)

    def arrive(
        self, rules: LotrRules, state: LotrState, seat: int, source: int, target: int, *, led: bool, tell: Tell,
        site: bool = True,
    ) -> LotrState:  # fmt: skip
        """Take note that units came to a new territory; a leader goes along that led them, or would be alone.

        With it a site earns a card, unless `site` says that this is no conquest (`lotr-risk T23`).
        """
        after = replace(state, entered=state.entered | 1 << target)
        if not after.pieces[LEADER][source] or not (led or not after.armies[source]):
            return after
        after = with_leader(rules, after, seat, source, target, tell, everyone=not after.armies[source])
        return replace(after, site=True) if site and rules.sites >> target & 1 else after

    def fall(self, rules: LotrRules, state: LotrState, seat: int, by: int, tell: Tell) -> LotrState:
        """Take out a seat whose last units fell in an attack of its own, and so end its turn, or the game."""
        after = self.judge(rules, self.eliminate(rules, state, seat, by, tell), tell)
        return after if after.victory else self.pass_on(rules, replace(after, assault=None), tell)

    def moved_in(self, rules: LotrRules, state: LotrState, entry: MovingIn, tell: Tell) -> LotrState:
        """Go on after a conquest, with sets to be turned in where it brought cards."""
        return self.seized_cards(rules, state, entry.seat)

    @staticmethod
    def seized_cards(rules: LotrRules, state: LotrState, seat: Seat) -> LotrState:
        """Have sets turned in where cards of an eliminated seat make five or more (`lotr-risk T72`)."""
        if not state.seized or state.victory:
            return state
        after = replace(state, seized=False)
        if rules.options.trade_down and trades_down(rules, state, seat):
            return replace(after, agenda=(Reinforcing(seat), *state.agenda))
        return after

    def enter(self, rules: LotrRules, state: LotrState, seat: int, action: Enter, tell: Tell) -> LotrState:
        """Move into a territory where nobody stands, without dice (`lotr-risk T23`)."""
        index = rules.board.index
        source, target = index[action.source], index[action.target]
        if tell is not None:
            tell.append(EmptyTaken(seat, action.source, action.target))
            tell.append(MovedIn(seat, action.source, action.target, action.count))
        after = replace(
            state,
            armies=moved(state, source, target, action.count),
            held=settled_by(state.held, seat, target),
            conquered=state.conquered or rules.empty_counts,
            assault=None,
        )
        site = rules.empty_counts or rules.options.site_visit != "conquer"
        after = self.arrive(rules, after, seat, source, target, led=action.leader, tell=tell, site=site)
        after = self.taken_over(rules, vacated(after, source), seat, target, tell)
        return self.seized_cards(rules, after, Seat(seat))

    def taken_over(self, rules: LotrRules, state: LotrState, seat: int, space: int, tell: Tell) -> LotrState:
        """Do what follows where a seat has come to an empty territory: somebody's capital falls, an uprising begins."""
        loser = capital_of(state, space)
        if loser not in {NOBODY, seat}:
            state = self.capital_falls(rules, state, loser, seat, tell)
        after = uprising.look(rules, state, seat, tell)
        if tell is not None and after is state and any(state.aside[seat : seat + 1]):
            tell.append(e.NotAside(seat, rules.id(space)))
        return self.judge(rules, after, tell)

    def lose_pieces(self, rules: LotrRules, state: LotrState, space: int, owner: int, tell: Tell) -> LotrState:
        """Take the leaders of a conquered territory off the map, and forget what they have done."""
        count = state.pieces[LEADER][space]
        if not count:
            return state
        if tell is not None:
            tell.append(PiecesLost(owner, rules.id(space), "leader", count))
        return replace(forgotten(state, space), pieces=changed(state.pieces, LEADER, space, -count))


def capital_of(state: LotrState, space: int) -> int:
    """Return the seat still in the game whose secret capital a territory is, or `NOBODY` (`lotr-risk L67`)."""
    owners = (seat for seat, capital in enumerate(state.capitals) if capital == space and state.held[seat])
    return next(owners, NOBODY)


def trades_down(rules: LotrRules, state: LotrState, seat: int) -> bool:
    """Whether a hand must be traded down (`lotr-risk T72`)."""
    hand = state.cards.hands[seat]
    return len(hand) > rules.cards.seized_to and "cards" in rules.options.income


_MASKS = ("fought", "moved", "declared", "claimed", "fresh")


def forgotten(state: LotrState, space: int) -> LotrState:
    """Return the state without what leaders of a territory have done this turn."""
    bit = ~(1 << space)
    return replace(
        state, fought=state.fought & bit, moved=state.moved & bit, declared=state.declared & bit,
        claimed=state.claimed & bit, fresh=state.fresh & bit, stood=state.stood & bit,
    )  # fmt: skip


def with_leader(
    rules: LotrRules, state: LotrState, seat: int, source: int, target: int, tell: Tell, *, everyone: bool = False
) -> LotrState:
    """Move a leader (or all of a territory), with what it has done this turn."""
    old, new = 1 << source, 1 << target
    stays = not everyone and state.pieces[LEADER][source] > 1
    masks = {}
    for name in _MASKS:
        mask: int = getattr(state, name)
        masks[name] = (mask if stays else mask & ~old) | (new if mask & old else 0)
    if everyone:
        pieces = carried(state.pieces, source, target)
    else:
        pieces = changed(changed(state.pieces, LEADER, source, -1), LEADER, target, 1)
    if tell is not None:
        tell.append(e.LeaderMoved(seat, rules.id(source), rules.id(target)))
    return replace(state, pieces=pieces, stood=state.stood & ~new, **masks)
