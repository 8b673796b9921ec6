"""Battles to come, by the exact odds of the rules: those that follow if all stand as they stand now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from wartable.bots.ring_of_power.strength import Strength, outlook, strength_of, worth
from wartable.games.ring_of_power.campaign.actions import Assault, Move
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.result import Odds, mean
from wartable.games.ring_of_power.combat.odds.tree import mixture
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.combats import clashes
from wartable.games.ring_of_power.play.inquiries.battles import Ahead, brought

FEW: Final = 10
"""Figures of a battle with an ambush, several bouts or several wizards, of which exact odds are quick."""
MANY: Final = 120
"""Figures of any battle of which exact odds are quick."""


class Prospect(NamedTuple):
    """A battle as one side sees it: chances, worth of what each side loses on average, who is in it, and where."""

    win: float
    lose: float
    own_loss: float
    other_loss: float
    figures: frozenset[int]
    place: str = ""

    @property
    def gain(self) -> float:
        """What it brings in worth of figures."""
        return self.other_loss - self.own_loss


def battles(
    world: World, state: RingState, side: str, assaults: Sequence[Assault] = (), only: frozenset[int] = frozenset()
) -> Iterator[Prospect]:
    """Yield the battles that follow from where all stand and from assaults; with `only`, those of these figures."""
    run = Run(world, state, None)
    run.change(assaults=tuple(assaults))
    for clash in clashes(run):
        if not only or only.intersection(clash.everybody):
            found = _judged(world, run.state, side, clash)
            if found is not None:
                yield found


def _judged(world: World, state: RingState, side: str, clash: Clash) -> Prospect | None:
    ahead = brought(Run(world, state, None), clash)
    if ahead is None:
        return None
    names = [one.name for one in ahead.stage.battle.sides]
    if side not in names or ahead.stage.over:
        return None
    own = names.index(side)
    if _long(ahead):
        return _estimated(world, ahead, side, clash)
    found = odds(ahead.stage)
    win, lose = (found.win, found.loss) if own == 0 else (found.loss, found.win)
    losses = [_lost(world, ahead, found, number, float((found.win, found.loss)[number != 0])) for number in range(2)]
    return Prospect(
        float(win),
        float(lose),
        losses[own],
        sum(losses) - losses[own],
        frozenset(clash.everybody),
        clash.place,
    )


def _long(ahead: Ahead) -> bool:
    """Whether exact odds would take long: many in an ambush or in several bouts, several duels, more than two sides."""
    fighters = [one for one in ahead.stage.battle.fighters if one.engaged]
    if len(ahead.stage.battle.sides) > 2 or not FEW < len(fighters) <= MANY:
        return len(ahead.stage.battle.sides) > 2 or len(fighters) > MANY
    ambush = any("ambush" in one.abilities for one in fighters)
    wizards = sum(one.wizardry > 0 for one in fighters)
    return ambush or wizards > 2 or any(len(ready.pairings) > 1 for _, ready in mixture(ahead.stage))


def _estimated(world: World, ahead: Ahead, side: str, clash: Clash) -> Prospect:
    """Return a battle by the strength of those engaged."""
    by_id = ahead.state.by_id
    engaged = [by_id[one.id] for one in ahead.stage.battle.fighters if one.engaged]
    mine = [one for one in engaged if world.sides[one.owner] == side]
    foes = [one for one in engaged if world.hostile(one.owner, world.sides.index(side))]
    walls = bool(clash.place) and not ahead.state.breached(clash.place)
    behind: set[int] = set(clash.inside) if walls else set()
    own, other = (_strength_behind(world, some, behind) for some in (mine, foes))
    found = outlook(own, other)
    each = [sum(worth(world, one) for one in some) / max(1, len(some)) for some in (mine, foes)]
    return Prospect(
        found.win,
        1 - found.win,
        found.own_loss * each[0],
        found.other_loss * each[1],
        frozenset(clash.everybody),
        clash.place,
    )


def _strength_behind(world: World, figures: Sequence[Figure], behind: set[int]) -> Strength:
    inside, outside = ([one for one in figures if (one.id in behind) is within] for within in (True, False))
    return strength_of(world, inside, walls=True).plus(strength_of(world, outside))


def _lost(world: World, ahead: Ahead, found: Odds, side: int, wins: float) -> float:
    """Return the worth that a side loses on average: all of it where its place falls."""
    by_id = ahead.state.by_id
    fighters = [one for one in ahead.stage.battle.fighters if one.side == side and not one.weapon]
    values = sorted(worth(world, by_id[one.id]) for one in fighters if one.engaged and not one.wounded)
    if not values:
        return 0.0
    law = found.sides[side]
    count = float(mean(law.lost or law.casualties))
    whole = int(min(count, len(values)))
    lost = sum(values[:whole]) + (values[whole] * (count - whole) if whole < len(values) else 0.0)
    falls = bool(ahead.clash.inside) and any(by_id[number].inside for number in ahead.clash.inside)
    place = ahead.stage.battle.place
    if falls and place is not None and place.holder == side and not place.open:
        behind = sum(worth(world, by_id[n]) for n in ahead.clash.inside if n in by_id and not by_id[n].weapon)
        return lost * wins + (1 - wins) * max(lost, 0.8 * behind)
    return lost


def after(world: World, state: RingState, player: int, move: Move) -> RingState:
    """Return the table after a legal move, without what follows from it."""
    run = Run(world, state, None)
    moving.move(run, player, move)
    return run.state
