"""Battles to come by the exact odds of the rules; rams and charges at walls, assaults and sallies weighed by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.strength import Strength, outlook, strength_of, worth
from wartable.bots.ring_of_power.strongholds import urgency
from wartable.bots.ring_of_power.table import Band, Table, apart
from wartable.engine.driver import Decision
from wartable.engine.errors import refusal
from wartable.engine.words import listed
from wartable.games.ring_of_power.campaign.actions import Assault, Choose, Declaration, Move
from wartable.games.ring_of_power.campaign.agenda import Clash, Declare
from wartable.games.ring_of_power.campaign.figures import able, near
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.result import Odds
from wartable.games.ring_of_power.combat.odds.tree import mixture
from wartable.games.ring_of_power.combat.requests import Decision as Question
from wartable.games.ring_of_power.combat.requests import Mode, Serve
from wartable.games.ring_of_power.play import combats, moving
from wartable.games.ring_of_power.play.combats import clashes
from wartable.games.ring_of_power.play.inquiries.battles import Ahead, brought
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.odds.sums import mean

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
    losses = [_lost(world, ahead, found, number, (found.win, found.loss)[number != 0]) for number in range(2)]
    everybody = frozenset(clash.everybody)
    return Prospect(win, lose, losses[own], sum(losses) - losses[own], everybody, clash.place)


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
    losses = found.own_loss * each[0], found.other_loss * each[1]
    return Prospect(found.win, 1 - found.win, *losses, frozenset(clash.everybody), clash.place)


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
    count = mean(law.lost or law.casualties)
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


OPENING: Final = 24.0
"""What an open wall of a place of worth 1 is worth, in worth of figures."""
RAM: Final = (0.08, 0.28, 0.58, 0.83, 0.97)
"""The chance of a ram to break a gate, by tries before (L4)."""
PLACE: Final = 10.0
"""What a place of worth 1 is worth to an assault, in worth of figures."""
CLOSE: Final = 600
"""Rams and charges stop so far before a wall, in 1/1000 inch."""
ROOM: Final = 500
"""A ram or charge finds no room where another figure stands so near, in 1/1000 inch."""
SALLY: Final = 0.75
"""The chance to win from which a garrison sallies."""
STORM: Final = 0.25
"""A tower is stormed by no smaller part of a side."""
WATCH: Final = 6
"""One of so many stays behind in a sally, so that nobody walks in meanwhile."""


def barriers(table: Table, place: Place, weapon: str) -> Iterator[Point]:
    """Yield the points from which a ram or charge breaks into a place: before gates and middles of weak walls."""
    uses = table.world.charts.artillery[weapon].uses
    if "weak_wall" in uses:
        for (ax, ay), (bx, by) in place.weak_walls:
            for share in (0.5, 0.15, 0.85):
                yield _before(place, (round(ax + share * (bx - ax)), round(ay + share * (by - ay))))
    if "gate" in uses:
        yield from (_before(place, gate) for gate in place.gates)


def _before(place: Place, spot: Point) -> Point:
    """Return the point outside a wall from which a ram reaches it."""
    (cx, cy), (x, y) = place.centre, spot
    share = CLOSE / max(1.0, apart(spot, place.centre))
    return round(x + share * (x - cx)), round(y + share * (y - cy))


def of_use(table: Table, band: Band, key: str) -> bool:
    """Whether the weapon of a band can be fired at a place, or from within it; in the field for no place.

    Towers have no room for weapons.
    """
    place = table.world.place(key) if key else None
    wanted = "field"
    if place is not None and place.kind == "tower":
        return False
    if place is not None and place.walled:
        wanted = "fortress_defence" if table.hold_of(place) else "fortress_attack"
    weapons = (one.weapon for one in band.figures if one.weapon)
    return any(wanted in table.world.charts.artillery[weapon].uses for weapon in weapons)


def bring_up(table: Table, band: Band) -> Iterator[Order]:
    """Yield the order of a ram or charge with its crew: to the wall that it can break."""
    weapon = next((one.weapon for one in band.figures if one.weapon), "")
    if not weapon:
        return
    wanted = [place for place in table.world.scenario.places if table.hostile_hold(place) and table.fortified(place)]
    ease = {one.id: (0.1 + table.aims.hold.get(one.id, 0.0)) / (1 + apart(one.centre, band.point)) for one in wanted}
    wanted.sort(key=lambda place: (-ease[place.id], place.id))
    for place in wanted[:1]:
        others = [one.point for one in table.own if one.in_field and one.id not in set(band.ids)]
        free = [spot for spot in barriers(table, place, weapon) if all(apart(spot, one) > ROOM for one in others)]
        spots = sorted(free, key=lambda spot: (apart(spot, band.point), spot))
        if spots and not near(next(one for one in band.figures if one.weapon).point, spots[0], 0.3):
            yield Order(band.ids, "fight", f"is brought up to the walls of {place.name}", point=spots[0])


def declare(table: Table, least: float, *, sally: bool = True) -> Decision:
    """Declare the assaults, and if wanted the sallies, that are worth it."""
    assaults, places = assaults_of(table, least)
    sallies = _sallies(table, assaults) if sally else ()
    names = [table.world.place(key).name for key in places]
    parts = [f"storms {listed(names)}"] if names else []
    parts += [f"sallies from {listed([table.world.place(key).name for key, _ in sallies])}"] if sallies else []
    why = f"{table.names()} {' and '.join(parts) or 'stays behind and before the walls, as the odds are'}."
    return Decision(Declaration(assaults=assaults, sallies=sallies), why)


def assaults_of(table: Table, least: float) -> tuple[tuple[Assault, ...], list[str]]:
    """Return the assaults on places where all that stand there together have good odds, or a wall to break."""
    chosen: list[Assault] = []
    names: list[str] = []
    possible = combats.possible_assaults(table.world, table.state, table.player)
    possible = tuple(one for one in possible if not _drags_bearer(table, one))
    for place in dict.fromkeys(one.place for one in possible):
        options = [one for one in possible if one.place == place]
        taken = [[one for one in options if _breaks(table, one)], options]
        for some in taken:
            if some and _worth_it(table, place, some, least):
                chosen = [one for one in chosen if one.place != place] + some
                names = [*dict.fromkeys([*names, place])]
    return tuple(chosen), names


def _drags_bearer(table: Table, assault: Assault) -> bool:
    """Whether who bears what an errand is about would be in a storm: all of the force are that declares it."""
    wanted = {errand.who.holds for errand in table.aims.errands} - {""}
    return any(one.holds in wanted for one in table.scene.force_of(table.state.by_id[assault.figure]))


def _breaks(table: Table, assault: Assault) -> bool:
    """Whether the force of an assault has a ram or charge."""
    force = table.scene.force_of(table.state.by_id[assault.figure])
    return any(one.id in table.breakers for one in force) and not table.state.breached(assault.place)


def _worth_it(table: Table, place: str, assaults: list[Assault], least: float) -> bool:
    if not any(one.inside == place and able(table.world, one) for one in table.state.figures):
        return True  # nobody inside can fight: the place is walked into
    figures = frozenset(one.figure for one in assaults)
    found = next(battles(table.world, table.state, table.side, (*table.state.assaults, *assaults), figures), None)
    if found is None:
        return False
    haste = urgency(table)
    if assaults[0].tower and haste and not _few(table, found, STORM):
        return True  # it is worn down by many storms, or never
    value = PLACE * (1 + 4 * haste) * table.aims.hold.get(place, 0.0)
    if found.win >= (least - 0.2) * (1 - haste) and found.gain + value * found.win > 0:
        return True
    opening = OPENING * table.aims.hold.get(place, 0.0) * _opens(table, place, found.figures)
    return opening > 0 and opening + found.gain > 0 and _few(table, found)


def _opens(table: Table, place: str, figures: frozenset[int]) -> float:
    """Return the chance that rams and charges among figures open a place."""
    shut, constants = 1.0, table.world.constants
    tries = max((part.tries for part in table.state.damage if part.key.startswith(place)), default=0)
    for number in table.breakers & figures:
        uses = table.world.charts.artillery[table.state.by_id[number].weapon].uses
        bomb = "weak_wall" in uses
        shut *= 1 - ((7 - constants.bomb_target) / 6 if bomb else RAM[min(tries, len(RAM) - 1)])
    return 1 - shut


def _few(table: Table, found: Prospect, share: float = 0.35) -> bool:
    """Whether only a small part of the player's figures is in a battle."""
    mine = [one for one in table.own if one.id in found.figures]
    return sum(worth(table.world, one) for one in mine) < share * sum(worth(table.world, one) for one in table.own)


def _sallies(table: Table, assaults: tuple[Assault, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the sallies that are likely to win more than they cost; a garrison stays behind."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for place, figures in combats.possible_sallies(table.world, table.state, table.player):
        free = [number for number in figures if not table.state.by_id[number].serves]
        free.sort(key=lambda number: (worth(table.world, table.state.by_id[number]), number))
        able = tuple(sorted(free[-(-len(free) // WATCH) :]))
        if able and _may_sally(table, place, able) and _sally_pays(table, place, able, assaults):
            found.append((place, able))
    return tuple(found)


def _may_sally(table: Table, place: str, figures: tuple[int, ...]) -> bool:
    """Whether no rule of the scenario keeps figures in a place."""
    wish = Declaration(sallies=((place, figures),))
    return refusal(combats.check_declaration, table.world, table.state, Declare(table.player), wish) is None


def _sally_pays(table: Table, place: str, figures: tuple[int, ...], assaults: tuple[Assault, ...]) -> bool:
    run = Run(table.world, table.state, None)
    combats.declare(run, Declare(table.player), Declaration(sallies=((place, figures),)))
    some = (*run.state.assaults, *assaults)
    before = next(battles(table.world, table.state, table.side, some, frozenset(figures)), None)
    after = next(battles(table.world, run.state, table.side, some, frozenset(figures)), None)
    if after is None or after.win < SALLY:
        return False
    return after.gain > (before.gain if before else 0.0) + 1.0


def break_gates(table: Table, task: Clash) -> Decision | None:
    """Let every ram that can break a gate do it; None where no ram is asked about."""
    asked = task.stage.awaits if task.stage else None
    if not isinstance(asked, Question) or asked.kind != "serve" or not isinstance(asked.default, Serve):
        return None
    options = dict(asked.options)
    if not any("break" in modes for modes in options.values()):
        return None
    modes: list[tuple[int, Mode]] = [(n, "break" if "break" in options[n] else mode) for n, mode in asked.default.modes]
    choice = Serve(modes=tuple(modes), recruits=asked.default.recruits)
    return Decision(Choose(choice=choice), f"{table.names()} lets its ram break the gate.")
