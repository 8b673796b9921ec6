"""What everybody may see of a campaign: nothing is secret, so the view says what is worth showing, and how (8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from wartable.engine.structs import filled
from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.figures import Scene, base, pace_for
from wartable.games.ring_of_power.campaign.run import Asked, group_name, name_of
from wartable.games.ring_of_power.campaign.state import Closed, Damage, Ending, Figure, Phase, RingState
from wartable.games.ring_of_power.campaign.world import ByIdentity, World, seat_of
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.play import carrying, combats, handlers, movement, moving, retreating, turn
from wartable.games.ring_of_power.play.combatview import CombatView, combat_of
from wartable.games.ring_of_power.play.goal import Standing, standing_of
from wartable.games.ring_of_power.play.hindrances import pinned_by
from wartable.games.ring_of_power.play.turn import due
from wartable.games.ring_of_power.scenario import Arrival
from wartable.games.ring_of_power.special.effects import corruption

TokenKind: TypeAlias = Literal["foot", "mounted", "hero", "character", "ship", "artillery", "flyer"]
Badge: TypeAlias = Literal["wounded", "pinned", "moved", "regrouping", "hidden"]


class KindView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What figures of one type are, on foot or mounted: token, base, speeds, profile.

    `radius`, `speed` (in clear ground), `difficult`, `sea` (open water) and `river` are in 1/1000 inch; with a speed of
    0 it does not go there. `dice` is None for those who have one for each man aboard, targets for those who never
    attack or defend. `wounds` are the failures that fell it, `capacity` is how many a ship carries. What is `dropped`
    is a weapon that is lost when its crew walks off (L6).
    """

    key: str
    name: str
    token: TokenKind
    radius: int
    speed: int
    difficult: int
    sea: int
    river: int
    dice: int | None
    attack: int | None
    defence: int | None
    wounds: int
    capacity: int
    leadership: int
    wizardry: int
    abilities: tuple[str, ...]
    dropped: bool


KindKey: TypeAlias = tuple[str, str, bool]


def key_of(figure: Figure) -> KindKey:
    """Return what tells kinds apart: unit, weapon, and whether it rides."""
    return figure.unit, figure.weapon, figure.mounted


def kind_view(world: World, figure: Figure) -> KindView:
    """Return the row of a figure's kind."""
    unit = world.kind(figure)
    profile = unit.profile(mounted=figure.mounted)
    speeds = pace_for(world, figure).speeds
    terrain = list(world.charts.terrain)
    return filled(
        KindView,
        unit,
        key=figure.weapon or figure.unit,
        name=name_of(world, figure),
        token=token_of(world, figure),
        radius=base(world, figure),
        speed=speeds[terrain.index("clear")],
        difficult=speeds[terrain.index("rough")],
        sea=speeds[terrain.index("sea")],
        river=speeds[terrain.index("river")],
        dice=None if profile.dice == "crew" else profile.dice,
        attack=profile.attack,
        defence=profile.defence,
        abilities=tuple(world.charts.abilities[key].title for key in unit.abilities),
        dropped=bool(figure.weapon) and not world.charts.artillery[figure.weapon].dice,
    )


def token_of(world: World, figure: Figure) -> TokenKind:
    """Return the shape of a figure's token."""
    kind = world.kind(figure)
    if figure.weapon:
        return "artillery"
    if kind.character:
        return "hero" if "heroes" in kind.abilities else "character"
    if kind.race in {"ship", "flying"}:
        return "ship" if kind.race == "ship" else "flyer"
    return "mounted" if figure.mounted else "foot"


def badges_of(scene: Scene, figure: Figure) -> tuple[Badge, ...]:
    """Return what a figure's token tells of it; regrouping: it may not move for some turns (H)."""
    turn = scene.state.turn
    told: dict[Badge, bool] = {
        "wounded": figure.wounded,
        "pinned": pinned_by(scene, figure) is not None,
        "regrouping": 0 < turn <= figure.still_until,
        "moved": 0 < turn == figure.moved,
        "hidden": scene.world.has(figure, "stealth") and figure.found < turn,
    }
    return tuple(badge for badge, holds in told.items() if holds)


class FigureView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A figure as it is shown: its state, what it is called, its force, and why it may not move now (empty: it may).

    `kind` is the number of its row in `RingView.kinds`.
    """

    figure: Figure
    name: str
    force: int
    kind: int
    badges: tuple[Badge, ...] = ()
    still: str = ""


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the scenario: who plays him, his side, colour and status points."""

    name: str
    side: str
    colour: str
    seat: int | None
    points: int


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """A side: players who win together."""

    id: str
    name: str


class ItemView(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that somebody bears: what it is called, and how often it has corrupted its bearers."""

    id: str
    name: str
    corruption: int


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place: who controls it, whether it stands open, and how many figures are in it; weapons are none."""

    id: str
    holder: str
    open: bool
    garrison: int
    tower: int


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """Reinforcements, and the places where they can come: characters by name, others with their number."""

    player: int
    at: tuple[str, ...]
    characters: tuple[str, ...]
    units: tuple[tuple[str, int], ...]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is waited for: whose decision, of what kind, and what a combat asks."""

    player: int
    kind: Literal["movement", "declare", "combat", "retreat", "land", "consent"]
    rule: str = ""
    decision: Decision | None = None
    figures: tuple[int, ...] = ()
    """Those who retreat."""
    retreat: tuple[tuple[int, moving.Path], ...] = ()
    """The default retreat of each of them; who is not named is trapped."""
    loads: tuple[carrying.Load, ...] = ()
    """The wounded whom they carry or could carry along."""
    assaults: tuple[tuple[int, str, bool], ...] = ()
    sallies: tuple[tuple[str, tuple[int, ...]], ...] = ()
    arriving: Coming | None = None
    """The reinforcements for which a place is chosen, and the places that are open to them."""


class RingView(msgspec.Struct, frozen=True, kw_only=True, tag="ring"):
    """The table as everybody sees it."""

    scenario: str
    title: str
    turn: int
    last_turn: int
    phase: Phase
    """The phase of what is waited for, even where nothing has been done in it yet."""
    mover: int
    """The player whose movement it is, else -1."""
    sides: tuple[SideView, ...]
    players: tuple[PlayerView, ...]
    kinds: tuple[KindView, ...]
    figures: tuple[FigureView, ...]
    places: tuple[PlaceView, ...]
    items: tuple[ItemView, ...]
    damage: tuple[Damage, ...]
    closed: tuple[Closed, ...]
    flags: tuple[str, ...]
    coming: tuple[Coming, ...]
    """Those who come next turn if a place for them is held then."""
    fallen: tuple[tuple[str, int, str], ...]
    """Name, player and fate of those who are off the table; weapons are none."""
    question: Question | None
    combat: CombatView | None
    ending: Ending | None
    goal: Standing
    """What would come of the campaign if it ended now."""


SHOWN = 4
"""Views that are remembered: a state is shown to one seat after the other, and to all the same."""


def view_of(world: World, state: RingState) -> RingView:
    """Return the table as everybody sees it."""
    return _view(world, ByIdentity(state))


@lru_cache(maxsize=SHOWN)
def _view(world: World, of: ByIdentity[RingState]) -> RingView:
    state = of.value
    scene = Scene(world, state)
    examples = {key_of(one): one for one in state.figures}
    rows = {key: row for row, key in enumerate(examples)}
    phase, mover = _now(state)
    return filled(
        RingView,
        state,
        scenario=world.scenario.id,
        title=world.scenario.title,
        last_turn=world.last_turn,
        phase=phase,
        mover=mover,
        sides=tuple(SideView(id=side.id, name=side.name) for side in world.scenario.sides),
        players=tuple(_player(world, state, number) for number in range(len(world.players))),
        kinds=tuple(kind_view(world, one) for one in examples.values()),
        figures=tuple(_figure(scene, one, rows, mover) for one in state.figures),
        places=tuple(_place(state, place.id) for place in world.scenario.places),
        items=tuple(
            ItemView(id=item.id, name=item.name, corruption=dict(state.counters).get(corruption(item.id), 0))
            for item in world.scenario.items
        ),
        flags=tuple(flag for flag, _ in state.flags),
        coming=tuple(
            _reinforcements(world, one, one.at) for one in world.scenario.arrivals if due(state, one, state.turn + 1)
        ),
        fallen=tuple(
            (name_of(world, away.figure), away.figure.owner, away.why) for away in state.away if not away.figure.weapon
        ),
        question=_question(world, state),
        combat=combat_of(world, state),
        goal=standing_of(world, state),
    )


def _now(state: RingState) -> tuple[Phase, int]:
    """Return phase and mover as they are once what is waited for begins: the state knows them only after it has."""
    task = state.agenda[0] if state.agenda else None
    if isinstance(task, agenda.Movement):
        return "movement", task.player
    fighting = isinstance(task, (agenda.Declare, agenda.Clash, agenda.Retreat))
    return ("combat" if fighting else state.phase), state.mover


def _player(world: World, state: RingState, number: int) -> PlayerView:
    key = world.players[number]
    facts = world.scenario.players.get(key)
    return PlayerView(
        name=world.player_name(number),
        side=world.sides[number],
        colour=facts.fill if facts else "",
        seat=seat_of(world, state.seats, number),
        points=state.points[number] if number < len(state.points) else 0,
    )


def _figure(scene: Scene, one: Figure, rows: Mapping[KindKey, int], mover: int) -> FigureView:
    badges = badges_of(scene, one)
    return FigureView(
        figure=one,
        name=name_of(scene.world, one),
        force=scene.lineup.force[one.id],
        kind=rows[key_of(one)],
        badges=badges,
        still=_still(scene, one, badges) if mover >= 0 and mover in {one.owner, one.lent_to} else "",
    )


def _still(scene: Scene, one: Figure, badges: Sequence[Badge]) -> str:
    """Return why a figure may not move; by whom it is pinned is asked only of those that are, which is slow."""
    if one.at_sea:
        why = movement.kept_aboard(scene, one)
    else:
        why = moving.hindered(scene, one) or (moving.held(scene, one) if "pinned" in badges else None)
    return why.message if why else ""


def _place(state: RingState, key: str) -> PlaceView:
    inside = [one for one in state.figures if one.inside == key and not one.weapon]
    tower = sum(one.tower for one in inside)
    holder, garrison = state.holder.get(key, ""), len(inside) - tower
    return PlaceView(id=key, holder=holder, open=state.breached(key), garrison=garrison, tower=tower)


def _reinforcements(world: World, arrival: Arrival, at: tuple[str, ...], times: int = 1) -> Coming:
    groups = arrival.groups * times
    units: dict[str, int] = {}
    for group in groups:
        if not group.character:
            units[group_name(world, group)] = units.get(group_name(world, group), 0) + group.count
    return Coming(
        player=world.index[arrival.player],
        at=at,
        characters=tuple(group_name(world, group) for group in groups if group.character),
        units=tuple(units.items()),
    )


def _question(world: World, state: RingState) -> Question | None:
    wait = handlers.FLOW.awaited(world, state)
    if not isinstance(wait, Asked):
        return None
    task = state.agenda[0]
    if isinstance(task, agenda.Clash):
        return Question(player=wait.player, kind="combat", decision=task.decision)
    if isinstance(task, agenda.Retreat):
        retreat, loads = _retreats(world, state, task), tuple(carrying.loads(world, state, task))
        return Question(player=wait.player, kind="retreat", figures=task.figures, retreat=retreat, loads=loads)
    return _beside(world, state, task, wait)


def _beside(world: World, state: RingState, task: agenda.Task, wait: Asked) -> Question:
    """Return what is asked outside of combats."""
    if isinstance(task, agenda.Declare):
        possible = combats.possible_assaults(world, state, wait.player)
        assaults = tuple((one.figure, one.place, one.tower) for one in possible)
        sallies = combats.possible_sallies(world, state, wait.player)
        return Question(player=wait.player, kind="declare", assaults=assaults, sallies=sallies)
    if isinstance(task, agenda.Arrive):
        arrival = turn.arrival_of(world, task)
        places = tuple(place.id for place in turn.open_places(world, state, arrival))
        times = 1 + state.doubled.count(wait.player)
        return Question(player=wait.player, kind="land", arriving=_reinforcements(world, arrival, places, times))
    if isinstance(task, agenda.Special):
        return Question(player=wait.player, kind="consent", rule=task.rule)
    return Question(player=wait.player, kind="movement")


def _retreats(world: World, state: RingState, task: agenda.Retreat) -> tuple[tuple[int, moving.Path], ...]:
    """Return where the beaten flee by default; a state works it out once."""
    memory: dict[str, tuple[tuple[int, moving.Path], ...]] = vars(state)
    if "retreats" not in memory:
        memory["retreats"] = retreating.default_paths(world, state, task)
    return memory["retreats"]
