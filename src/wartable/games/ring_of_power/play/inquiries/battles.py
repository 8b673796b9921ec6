"""The combat that a move or a declaration leads to, and its odds, as a player is told them before he decides."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import takewhile

import msgspec

from wartable.engine.errors import IllegalAction, Reason
from wartable.engine.values import Seat
from wartable.engine.words import listed
from wartable.games.ring_of_power.campaign.actions import Board, Declaration, Move
from wartable.games.ring_of_power.campaign.agenda import Clash, Declare, FindCombats, Movement, Special
from wartable.games.ring_of_power.campaign.figures import Scene, able
from wartable.games.ring_of_power.campaign.run import Asked, Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World, seating
from wartable.games.ring_of_power.combat.odds.front import effort, odds
from wartable.games.ring_of_power.combat.odds.result import Odds
from wartable.games.ring_of_power.combat.stage import Stage, Step
from wartable.games.ring_of_power.play import combats, handlers, movement, moving
from wartable.games.ring_of_power.play.hindrances import refuse
from wartable.games.ring_of_power.play.inquiries.following import Team
from wartable.games.ring_of_power.play.inquiries.questions import AskBattle
from wartable.odds.sums import mean


class Ahead(msgspec.Struct, frozen=True):
    """A combat before its first blow, the table on which it is fought, and special rules that could not be counted."""

    state: RingState
    clash: Clash
    stage: Stage
    uncounted: tuple[str, ...] = ()


def under_way(state: RingState) -> Ahead | None:
    """Return the combat that is on, as long as no blow has fallen."""
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, Clash) or task.stage is None or task.stage.awaits is None:
        return None
    before = task.stage.step <= Step.ATTACK and not task.stage.bouts and not any(task.stage.volley.faces)
    return Ahead(state, task, task.stage) if before else None


def movers(action: Move | Board) -> tuple[int, ...]:
    """Return the ids of the figures that move or land, the first leads."""
    return action.figures if isinstance(action, Board) else tuple(number for number, _ in action.paths)


def arrived(world: World, state: RingState, action: Move | Board) -> RingState:
    """Return the table after a move or a landing. Raises `IllegalAction` for one that may not be made.

    Who may assault a place from where he stands is taken to do so.
    """
    ids = movers(action)
    player = Team(world, state, ids).player if ids else -1
    run = Run(world, state, None)
    if isinstance(action, Board):
        movement.check_board(world, state, player, action)
        movement.board(run, action)
    else:
        moving.move(run, player, action)
    run.change(assaults=combats.possible_assaults(world, run.state, player))
    return run.state


def met(world: World, state: RingState, ids: Collection[int]) -> Ahead | None:
    """Return the first combat that any of some figures comes to from where all stand; None if they meet nobody."""
    return _of(Run(world, state, None), set(ids))


def free_to_go(world: World, state: RingState, ahead: Ahead, side: str) -> frozenset[int]:
    """Return the enemies of a side in a combat to come who may still move off before it: nobody holds them (C2)."""
    before = takewhile(lambda task: not isinstance(task, FindCombats), state.agenda)
    movers = {task.player for task in before if isinstance(task, Movement)}
    scene = Scene(world, state)
    everybody = (state.by_id[number] for number in ahead.clash.everybody if number in state.by_id)
    foes = (one for one in everybody if one.in_field and one.owner in movers and world.sides[one.owner] != side)
    return frozenset(one.id for one in foes if able(world, one) and moving.still(scene, one) is None)


def without(state: RingState, ids: Collection[int]) -> RingState:
    """Return a table less some figures, those whom they carry and those aboard them."""
    gone = set(ids)
    left = (f for f in state.figures if not (f.id in gone or f.aboard in gone or gone.intersection(f.carried_by)))
    return msgspec.structs.replace(state, figures=tuple(left))


def declared(world: World, state: RingState, action: Declaration, figure: int) -> Ahead | None:
    """Return the combat that a declaration brings a figure; None where it brings it none. Raises `IllegalAction`."""
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, Declare):
        raise refuse("not_now", "Assaults and sallies are not declared now.", "K2")
    combats.check_declaration(world, state, task, action)
    run = Run(world, state, None)
    combats.declare(run, task, action)
    return _of(run, {figure})


def _of(run: Run, ids: set[int]) -> Ahead | None:
    """Return the first combat that any of some figures is in."""
    clash = next((one for one in combats.clashes(run) if ids.intersection(one.everybody)), None)
    return brought(run, clash) if clash is not None else None


def brought(run: Run, clash: Clash) -> Ahead | None:
    """Let special rules of the combat do their work, with defaults for decisions, up to its first question."""
    run.change(agenda=(clash,), assaults=(), phase="combat", mover=-1)
    handlers.FLOW.go_on(run)
    uncounted: list[str] = []
    while (wait := handlers.FLOW.awaited(run.world, run.state)) is not None:
        task = run.state.agenda[0]
        if isinstance(task, Clash):
            return Ahead(run.state, task, task.stage, tuple(uncounted)) if task.stage is not None else None
        if isinstance(wait, Asked):
            handlers.FLOW.take(run, wait.seats[0], handlers.default(run.world, run.state))
            continue
        if isinstance(task, Special):
            uncounted.append(run.world.rules[task.rule].sentence)
        run.pop()
        handlers.FLOW.go_on(run)
    return None


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
    """A combat as one side sees it, in short: figures that will fight (E3), chances, and mean losses."""

    own: int
    other: int
    win: float
    draw: float
    lose: float
    own_loss: float
    other_loss: float


class Prospect(Held, frozen=True, kw_only=True):
    """A combat as one side sees it, with the fates of characters.

    `none` is the chance that nobody is found, so that there is no combat. `rounds` is how many were reckoned: large
    combats are not followed further than one. `leavers` are enemies who may still move off before the combat, `held`
    the odds if they do: None where nobody would be left to fight. `chips` names what changes targets and dice beyond
    the charts; `uncounted` are special rules that hang on dice and were left out.
    """

    foe: str
    none: float
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
    # The side of the figure is told, else that of who asks; a spectator's is none.
    player = state.by_id[figure].owner if figure else -1 if seat is None else seating(world, state.seats)[seat][0]
    return _told(world, ahead, "" if player < 0 else world.sides[player], asked.rounds)


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
    result, losses = found.result, [mean(one.lost or one.casualties) for one in found.sides]
    win, lose = (result.win, result.loss) if own == 0 else (result.loss, result.win)
    fighting = [one.side == own for one in able if one.engaged]
    place = ahead.stage.place
    chips = [f"{place.name}, open" if place.open else f"Walls of {place.name}"] if place else []
    chips += dict.fromkeys(boost.modifier.title for boost in ahead.clash.boosts)
    facts, owners = world.scenario.players, {one.owner for one in battle.fighters if one.side != own}
    foes = [world.players[owner] for owner in sorted(owners)]
    return Prospect(
        own=sum(fighting),
        other=len(fighting) - sum(fighting),
        foe=listed([facts[key].name if key in facts else world.side_name(key) for key in foes]),
        win=win,
        draw=result.draw,
        lose=lose,
        none=result.none,
        own_loss=losses[own],
        other_loss=sum(losses) - losses[own],
        fates=tuple(_fates(world, found, own)),
        chips=tuple(chips),
        uncounted=ahead.uncounted,
        rounds=len(found.rounds),
    )


def _fates(world: World, found: Odds, own: int) -> Iterator[HeroFates]:
    for side in sorted(found.sides, key=lambda one: one.side != own):
        for hero in side.characters:
            fates = {fate.value: chance for fate, chance in (hero.final or hero.fates).items() if chance}
            yield HeroFates(name=world.units[hero.unit].name, own=side.side == own, fates=fates)
