"""The odds of a combat to come, as a player is told them before he decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from wartable.engine.errors import IllegalAction, Reason
from wartable.engine.values import Seat
from wartable.engine.words import listed
from wartable.games.ring_of_power.campaign.actions import Board, Move
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World, seating
from wartable.games.ring_of_power.combat.odds.effort import effort
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.result import CharacterOdds, Odds, mean
from wartable.games.ring_of_power.play.inquiries.questions import AskBattle
from wartable.games.ring_of_power.play.inquiries.to_come import (
    Ahead,
    arrived,
    declared,
    free_to_go,
    met,
    movers,
    names_of,
    under_way,
    without,
)

FOLLOWED = 24
"""Figures up to which a round is followed state by state, which tells everybody's end."""
TO_THE_END = 40
"""Figures up to which a fight is followed to its end, and rounds after which it is taken to be drawn."""
ROUNDS = 6
MOST_EFFORT = 400_000
"""Cases that are gone through for a question: about a second."""


class HeroFates(msgspec.Struct, frozen=True, kw_only=True):
    """What may become of a character: chances by fate."""

    name: str
    own: bool
    fates: Mapping[str, float]


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a combat to come with those of the enemy alone who are held, named as in `Prospect`."""

    own: int
    other: int
    win: float
    draw: float
    lose: float
    own_loss: float
    other_loss: float


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """A combat as one side sees it: figures that will fight (E3), results, mean losses, fates of characters.

    `none` is the chance that nobody is found, so that there is no combat. `rounds` is how many were reckoned: large
    combats are not followed further than one. `leavers` are enemies who may still move off before the combat, `held`
    the odds if they do: None where nobody would be left to fight. `chips` names what changes targets and dice beyond
    the charts; `uncounted` are special rules that hang on dice and were left out.
    """

    own: int
    other: int
    foe: str
    win: float
    draw: float
    lose: float
    none: float
    own_loss: float
    other_loss: float
    fates: tuple[HeroFates, ...]
    chips: tuple[str, ...]
    uncounted: tuple[str, ...]
    rounds: int
    leavers: int = 0
    held: Held | None = None


def prospect(world: World, state: RingState, seat: Seat | None, asked: AskBattle) -> Prospect | None:
    """Return the odds asked for; None without contact, and where nobody defends what is assaulted.

    Raises `IllegalAction` for what is not allowed, and for a combat with too many ways to go.
    """
    if asked.move is not None:
        return _after(world, state, asked.move, asked.rounds)
    if asked.declare is not None:
        ahead, figure = declared(world, state, asked.declare, asked.of), asked.of
    else:
        ahead, figure = under_way(state), 0
    if ahead is None:
        return None
    return _told(world, ahead, _side(world, state, seat, figure), asked.rounds)


def _after(world: World, state: RingState, move: Move | Board, rounds: int) -> Prospect | None:
    """Return the odds of the combat that a move leads to, and those without the enemies who may still move off."""
    state, ids = arrived(world, state, move), movers(move)
    ahead = met(world, state, ids)
    if ahead is None:
        return None
    side = world.sides[state.by_id[ids[0]].owner]
    told = _told(world, ahead, side, rounds)
    leavers = free_to_go(world, state, ahead, side)
    if not leavers:
        return told
    rest = met(world, without(state, leavers), ids)
    held = None if rest is None else _told(world, rest, side, rounds)
    odds_of_held = held and msgspec.convert(held, Held, from_attributes=True)
    return msgspec.structs.replace(told, leavers=len(leavers), held=odds_of_held)


def _side(world: World, state: RingState, seat: Seat | None, figure: int) -> str:
    """Return whose side is told: that of a figure, else that of who asks; empty for a spectator."""
    if figure:
        return world.sides[state.by_id[figure].owner]
    return world.sides[seating(world, state.seats)[seat][0]] if seat is not None else ""


def _told(world: World, ahead: Ahead, side: str, wanted: int) -> Prospect:
    battle = ahead.stage.battle
    own = next((number for number, one in enumerate(battle.sides) if one.name == side), 0)
    able = [one for one in battle.fighters if not (one.wounded or one.weapon)]
    count = len(able)
    rounds = ROUNDS if not wanted and count <= TO_THE_END else 1
    detail = count <= FOLLOWED and effort(ahead.stage, detail=True) <= MOST_EFFORT
    if not detail and effort(ahead.stage, rounds) > MOST_EFFORT:
        message = "There are too many ways for this combat to go; its odds are not reckoned."
        raise IllegalAction(Reason(code="battle.too_much", message=message, rule="ring-of-power 5.6"))
    found = odds(ahead.stage, rounds, detail=detail)
    result, losses = found.result, [float(mean(one.lost or one.casualties)) for one in found.sides]
    win, lose = (result.win, result.loss) if own == 0 else (result.loss, result.win)
    fighting = [one.side == own for one in able if one.engaged]
    return Prospect(
        own=sum(fighting),
        other=len(fighting) - sum(fighting),
        foe=_foe(world, ahead, own),
        win=float(win),
        draw=float(result.draw),
        lose=float(lose),
        none=float(result.none),
        own_loss=losses[own],
        other_loss=sum(losses) - losses[own],
        fates=tuple(_fates(world, found, own)),
        chips=tuple(_chips(ahead)),
        uncounted=ahead.uncounted,
        rounds=len(found.rounds),
    )


def _foe(world: World, ahead: Ahead, own: int) -> str:
    """Return the names of the players on the other sides."""
    owners = sorted({one.owner for one in ahead.stage.battle.fighters if one.side != own})
    facts = world.scenario.players
    sides = {side.id: side.name for side in world.scenario.sides}
    keys = [world.players[owner] for owner in owners]
    return listed([facts[key].name if key in facts else sides.get(key, key) for key in keys])


def _fates(world: World, found: Odds, own: int) -> Iterator[HeroFates]:
    for side in sorted(found.sides, key=lambda one: one.side != own):
        yield from (_hero(world, hero, own=side.side == own) for hero in side.characters)


def _hero(world: World, hero: CharacterOdds, *, own: bool) -> HeroFates:
    fates = hero.final or hero.fates
    name = world.units[hero.unit].name
    return HeroFates(name=name, own=own, fates={fate.value: float(chance) for fate, chance in fates.items() if chance})


def _chips(ahead: Ahead) -> Iterator[str]:
    place = ahead.stage.place
    if place is not None:
        yield f"{place.name}, open" if place.open else f"Walls of {place.name}"
    yield from names_of(ahead)
