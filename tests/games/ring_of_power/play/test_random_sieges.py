"""Small sieges of every kind, played at random: whatever happens in them, every promise is kept after every step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import table
from wartable.engine.values import Action
from wartable.games.ring_of_power.campaign.actions import Declaration
from wartable.games.ring_of_power.campaign.agenda import Declare
from wartable.games.ring_of_power.campaign.state import Damage, Figure, RingState
from wartable.games.ring_of_power.play.combats import possible_assaults, possible_sallies
from wartable.games.ring_of_power.play.game import RING_OF_POWER

NORTH, SOUTH = 0, 1
ARMIES = {NORTH: ("rohan_foot", "rohan_rider"), SOUTH: ("orc", "uruk_hai")}
CHARACTERS = {
    NORTH: ["aragorn", "frodo", "gimli", "gandalf", "legolas"],
    SOUTH: ["gothmog", "saruman", "nazgul", "lurtz"],
}
HOBBITS_AND_LORDS = ["frodo", "aragorn", "gothmog", "saruman"]
LAST_TURN, MOST_DECISIONS = 4, 300


def small_table() -> Campaign:
    return table(
        lambda whole: whole.update(
            rosters={
                "north": [{"unit": "rohan_foot", "count": 1, "inside": "keep"}],
                "south": [{"unit": "orc", "count": 1, "at": [30, 8]}],
            },
            items=[],
            victory=[{"when": "time_out"}],
            captives=[{"unit": HOBBITS_AND_LORDS}],
        )
    )


class Siege:
    """Sets up the keep, its tower, and whoever stands around it."""

    def __init__(self, campaign: Campaign, rng: Random) -> None:
        self.rng, self.world = rng, campaign.world
        self.pattern = campaign.state.figures[0]
        self.ids, self.left = count(1), {side: list(names) for side, names in CHARACTERS.items()}
        grid = [(x, y) for x in range(1_500, 10_500, 700) for y in range(1_500, 9_500, 700)]
        self.free = [spot for spot in grid if self.world.distance("keep", spot) > 200]
        rng.shuffle(self.free)

    def figure(self, owner: int, *, tower: bool | None = None) -> Figure:
        """Return an army figure or a character, inside the keep or its tower, or outside where none is said."""
        heroes = self.left[owner]
        unit = heroes.pop() if heroes and (tower or self.rng.random() < 0.4) else self.rng.choice(ARMIES[owner])
        kind, inside = self.world.units[unit], tower is not None
        x, y = (5_000, 5_000) if inside else self.free.pop()
        return replace(
            self.pattern, id=next(self.ids), owner=owner, unit=unit, x=x, y=y, inside="keep" if inside else "",
            tower=bool(tower), mounted=kind.mounted is not None and not inside,
            wounded=kind.character and self.rng.random() < 0.3,
        )  # fmt: skip

    def crewed(self, owner: int, *, inside: bool) -> Iterator[Figure]:
        """Yield a weapon and two who serve it."""
        weapon = self.rng.choice(["siege_catapult", "bolt_shooter", "battering_ram"])
        machine = replace(self.figure(owner, tower=False if inside else None), unit="", weapon=weapon, mounted=False)
        yield replace(machine, wounded=False)
        for _ in range(2):
            one = self.figure(owner, tower=False if inside else None)
            unit = ARMIES[owner][0]
            yield replace(one, unit=unit, mounted=False, wounded=False, serves=machine.id)

    def figures(self, holder: int) -> Iterator[Figure]:
        """Yield a garrison, a tower held by either side, both sides around the keep, and perhaps a weapon."""
        for _ in range(self.rng.randint(0, 4)):
            yield self.figure(holder, tower=False)
        above = self.rng.choice((NORTH, SOUTH))
        for _ in range(min(self.rng.randint(0, 2), len(self.left[above]))):
            yield self.figure(above, tower=True)
        for owner in (NORTH, SOUTH):
            for _ in range(self.rng.randint(0, 7)):
                yield self.figure(owner)
        if self.rng.random() < 0.4:
            owner = self.rng.choice((NORTH, SOUTH))
            yield from self.crewed(owner, inside=owner == holder and self.rng.random() < 0.6)

    def state(self, state: RingState) -> RingState:
        holder = self.rng.choice((NORTH, SOUTH))
        figures = tuple(self.figures(holder))
        control = dict(state.control) | {"keep": self.world.sides[holder]}
        gate = (Damage("keep:gate:0", 1, broken=True),) if self.rng.random() < 0.25 else ()
        return replace(
            state, figures=self._carried(figures), control=tuple(control.items()), damage=gate, next_id=next(self.ids)
        )

    def _carried(self, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
        """Let some who can carry have one of the wounded on their shoulders, a friend or a captive."""
        heroes = [one for one in figures if one.unit and self.world.units[one.unit].character]
        bearers = [one for one in heroes if not one.wounded and self.world.kind(one).race not in ("hobbit", "goblin")]
        loads: dict[int, Figure] = {}
        for one in heroes:
            if one.wounded and bearers and self.rng.random() < 0.6:
                by = bearers.pop()
                loads[one.id] = replace(
                    one, carried_by=(by.id,), captured=by.owner != one.owner, x=by.x, y=by.y, inside=by.inside,
                    tower=by.tower, mounted=False,
                )  # fmt: skip
        return tuple(loads.get(one.id, one) for one in figures)


def decision(campaign: Campaign, seat: int, rng: Random) -> Action:
    """Return a bold declaration, something that is offered, or what the rules do by default."""
    state, world = campaign.state, campaign.world
    task, default = state.agenda[0], RING_OF_POWER.default(state, seat)  # type: ignore[arg-type]
    if isinstance(task, Declare):
        assaults = tuple(one for one in possible_assaults(world, state, task.player) if rng.random() < 0.6)
        parties = ((place, out) for place, out in possible_sallies(world, state, task.player) if rng.random() < 0.5)
        sallies = ((place, tuple(one for one in out if rng.random() < 0.6)) for place, out in parties)
        wish: Action = Declaration(assaults=assaults, sallies=tuple(pair for pair in sallies if pair[1]))
    else:
        legal = RING_OF_POWER.legal(state, seat)  # type: ignore[arg-type]
        wish = legal.sample(rng) if rng.random() < 0.5 else default
    return default if RING_OF_POWER.explain(state, seat, wish) else wish  # type: ignore[arg-type]


@pytest.mark.parametrize("part", [0, 1, 2, *(pytest.param(part, marks=pytest.mark.strength) for part in range(3, 8))])
def test_sieges_played_at_random_keep_every_promise(part: int) -> None:
    """Statements D1, E2, J3, J4, K1, L6: `Campaign` looks at the promises after every step."""
    campaign = small_table()
    for seed in range(part * 60, part * 60 + 60):
        rng = Random(seed)
        again = Campaign(campaign.options.scenario)
        again.put(Siege(again, rng).state(again.state))
        for _ in range(MOST_DECISIONS):
            seat = again.asked
            if seat is None or again.state.turn > LAST_TURN:
                break
            again.do(decision(again, seat, rng))
