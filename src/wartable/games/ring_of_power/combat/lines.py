"""Who strikes and who can be hit in a wave of a combat, as ranks of figures that fight alike, and with what numbers."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.stage import Pairing, Stage
from wartable.games.ring_of_power.combat.values import Battle, Fighter


class Stance(msgspec.Struct, frozen=True, gc=False):
    """All that decides how a figure strikes and is struck; figures of equal stance are interchangeable.

    `guard` and `bare` are defence targets before the tags of a hit, behind walls and without them, not yet held to the
    range 2 to 6. `single` is the id of a figure that is followed by name: a character, or crew by what it serves.
    """

    unit: str
    character: bool
    riding: bool
    dice: int
    attack: int
    attack_reroll: Literal["", "misses", "ones"]
    tags: tuple[str, ...]
    first: bool
    guard: int
    bare: int
    defence_reroll: Literal["", "failures", "ones"]
    wounds: int
    hero: bool
    ethereal: bool
    assassin: bool
    protected: bool
    """No hit can be given to it: a berserker who attacks, or a weapon (G2, G8, L1)."""
    doomed: bool
    """It dies after a combat in which it attacked (M4)."""
    weapon: bool
    single: int | None
    serves: int | None
    apart: tuple[int, ...]
    """What else tells figures apart in this combat: holding back, silenced, or in several bouts who meets whom."""

    def target(self, tags: tuple[str, ...]) -> int:
        """Return the defence target against a hit with tags; 7: none (I3)."""
        effects = [charts().tags[tag] for tag in tags]
        value = self.bare if any(effect.ignores_fortification for effect in effects) else self.guard
        value -= sum(effect.defence for effect in effects)
        return targets.NO_TARGET if value > 6 else max(charts().constants.best_target, value)

    @property
    def worth(self) -> int:
        """A rough value of the figure in a fight, to lose the cheapest first (5.5)."""
        return self.dice * (7 - self.attack) + 7 - self.target(())


class Rank(msgspec.Struct, frozen=True, gc=False):
    """Figures of equal stance, by ascending id."""

    stance: Stance
    ids: tuple[int, ...]


class Line(msgspec.Struct, frozen=True):
    """One side in a wave: the ranks that strike, and those that hits can be given to, in the order of allocation."""

    strikers: tuple[Rank, ...]
    exposed: tuple[Rank, ...]


def lines(stage: Stage) -> tuple[Line, Line]:
    """Return the lines of both sides of the bout in the wave under way; a stage works them out once."""
    memory: dict[str, tuple[Line, Line]] = vars(stage)
    if "lines" not in memory:
        pairing = stage.pairing
        one, other = (present(stage.battle, pairing, side) for side in pairing.sides)
        memory["lines"] = _line(stage, pairing, 0, one, other), _line(stage, pairing, 1, other, one)
    return memory["lines"]


def remembering(stage: Stage, later: Stage) -> Stage:
    """Return a later stage with the lines worked out for an earlier one, if nothing came between that changes them."""
    known = vars(stage).get("lines")
    if known is not None and all(getattr(stage, name) is getattr(later, name) for name in _DECIDING):
        vars(later)["lines"] = known
    return later


_DECIDING = (
    "battle", "conditions", "wave", "bout", "pairings", "place",
    "held", "silenced", "aims", "modes", "recruits", "boons", "spent",
)  # fmt: skip
"""The fields of a stage that lines follow from."""


def present(battle: Battle, pairing: Pairing, side: int) -> tuple[Fighter, ...]:
    """Return all figures of a side in a bout, engaged or not."""
    return tuple(f for force in pairing.forces if battle.side_of(force) == side for f in battle.forces[force])


def engaged(fighter: Fighter, enemies: frozenset[int]) -> bool:
    """Whether a figure is within 6 inches of a force that it meets in this bout (E3)."""
    return fighter.near is None or not enemies.isdisjoint(fighter.near)


def enemy_forces(battle: Battle, pairing: Pairing, index: int) -> frozenset[int]:
    """Return the forces that fight the side with this index in a bout."""
    enemy = pairing.sides[1 - index]
    return frozenset(force for force in pairing.forces if battle.side_of(force) == enemy)


def _line(stage: Stage, pairing: Pairing, index: int, own: tuple[Fighter, ...], foes: tuple[Fighter, ...]) -> Line:
    enemies = enemy_forces(stage.battle, pairing, index)
    reckoner = Reckoner(stage, own, foes)
    groups: dict[Stance, list[int]] = {}
    for fighter in own:
        if stage.able(fighter) and engaged(fighter, enemies):
            groups.setdefault(reckoner.stance(fighter), []).append(fighter.id)
    ranks = [Rank(stance, tuple(sorted(ids))) for stance, ids in groups.items()]
    now = [rank for rank in ranks if rank.stance.dice and rank.stance.first is (stage.wave == 0)]
    strikers = [Rank(rank.stance, _striking(stage, rank, pairing.sides[1 - index], foes)) for rank in now]
    sturdiest = stage.battle.sides[pairing.sides[index]].policy == "sturdiest"

    def preference(rank: Rank) -> tuple[Any, ...]:
        """Return what the default allocation sorts by: cheapest first, mounted later, characters last (5.5)."""
        one = rank.stance
        sturdy = (-one.wounds, one.target(())) if sturdiest else ()
        return one.character, *sturdy, (not one.riding if sturdiest else one.riding), one.worth, rank.ids

    exposed = sorted((rank for rank in ranks if not rank.stance.protected), key=preference)
    return Line(tuple(rank for rank in strikers if rank.ids), tuple(exposed))


def _striking(stage: Stage, rank: Rank, enemy: int, foes: tuple[Fighter, ...]) -> tuple[int, ...]:
    """Return the figures of a rank that attack a side; where nobody decided anything, all or none do."""
    if not (stage.held or stage.silenced or stage.aims or rank.stance.weapon or rank.stance.serves is not None):
        return rank.ids
    return tuple(figure for figure in rank.ids if strikes(stage, stage.battle.by_id[figure], enemy, foes))


def strikes(stage: Stage, fighter: Fighter, enemy: int, foes: tuple[Fighter, ...]) -> bool:
    """Whether a figure attacks a side in this bout: not holding back, silenced, aiming elsewhere or serving (G2-G5)."""
    aims = dict(stage.aims).get(fighter.id, enemy) == enemy
    fires = not fighter.weapon or (dict(stage.modes).get(fighter.id) == "fire" and may_fire(fighter, foes))
    return aims and fires and _attacks(stage, fighter)


def _attacks(stage: Stage, fighter: Fighter) -> bool:
    """Whether a figure attacks anybody: it does not hold back, lost no duel, and serves no weapon (G2, G3, L3)."""
    if fighter.id in stage.held or fighter.id in stage.silenced:
        return False
    served = serving(stage, fighter)
    return served is None or dict(stage.modes).get(served) == "fight"


def serving(stage: Stage, fighter: Fighter) -> int | None:
    """Return the weapon or beast that a figure is crew of, recruits counted (L2)."""
    return dict(stage.recruits).get(fighter.id, fighter.serves) if stage.recruits else fighter.serves


def crew_of(stage: Stage, weapon: Fighter) -> tuple[Fighter, ...]:
    """Return the figures that still serve a weapon or beast."""
    return tuple(f for f in stage.battle.fighters if serving(stage, f) == weapon.id and stage.able(f))


def may_fire(weapon: Fighter, foes: tuple[Fighter, ...]) -> bool:
    """Whether a weapon may be used so: from within a fortress, at enemies inside one, or else in the field (L).

    What counts is where they are: a breach takes the benefit of the walls (K8), not the fortress from around them.
    """
    within = weapon.inside in targets.WALLS
    against = any(foe.inside in targets.WALLS for foe in foes)
    use = {"fortress_defence": within, "fortress_attack": against, "field": not (within or against)}
    return any(use.get(name, False) for name in charts().artillery[weapon.weapon].uses)


def walls_open(stage: Stage) -> bool:
    """Whether the place is breached for this combat (K8)."""
    return stage.place is not None and stage.place.open


class Reckoner:
    """Works out stances of one side, once for figures that do not differ."""

    def __init__(self, stage: Stage, own: tuple[Fighter, ...], foes: tuple[Fighter, ...]) -> None:
        self.stage = stage
        self.open = walls_open(stage)
        able = [f for f in foes if not f.wounded]
        self.enemy_mounted = any(f.mounted and targets.shelter(f, self.open) not in targets.WALLS for f in able)
        works = any if stage.battle.rules.furious_against == "any_open" else all
        self.enemy_open = works(targets.in_the_open(f, self.open) for f in able if f.engaged and not f.weapon)
        self.crews = {f.id: len(crew_of(stage, f)) + f.crew for f in own if f.weapon or f.profile.dice == "crew"}
        self.boons = {boon.figure: boon for boon in stage.boons}
        self.kinds = _kinds(stage.battle)
        self.known: dict[tuple[object, ...], Stance] = {}

    def stance(self, fighter: Fighter) -> Stance:
        """Return the stance of a figure."""
        if fighter.character or fighter.id in self.crews or fighter.id in self.boons:
            return self._work_out(fighter)
        condition = self.stage.by_id.get(fighter.id)
        worn = condition and (condition.fate, condition.wounds)
        key = (self.kinds[fighter.id], worn, serving(self.stage, fighter), self._apart(fighter))
        if key not in self.known:
            self.known[key] = self._work_out(fighter)
        return self.known[key]

    def circumstances(self, fighter: Fighter) -> targets.Circumstances:
        """Return what is true for a figure beyond itself."""
        return targets.Circumstances(
            rules=self.stage.battle.rules,
            open_place=self.open,
            enemy_mounted=self.enemy_mounted,
            enemy_open=self.enemy_open,
            fate=self.stage.fate(fighter),
            boon=self.boons.get(fighter.id),
            crew=self.crews.get(fighter.id, 0),
        )

    def _work_out(self, fighter: Fighter) -> Stance:
        now = self.circumstances(fighter)
        gifts = targets.traits(fighter.abilities)
        condition = self.stage.by_id.get(fighter.id)
        guard, bare = targets.guards(fighter, now)
        return Stance(
            unit=fighter.unit,
            character=fighter.character,
            riding=targets.rides(fighter, now),
            dice=targets.dice(fighter, now).value,
            attack=targets.attack(fighter, now).value,
            attack_reroll=targets.attack_reroll(fighter, now),
            tags=targets.tags_of(fighter.abilities),
            first="strikes_first" in gifts,
            guard=guard,
            bare=bare,
            defence_reroll=targets.defence_reroll(fighter, now),
            wounds=condition.wounds if condition else fighter.wounds,
            hero="hero" in gifts,
            ethereal="ethereal" in gifts,
            assassin="picks_victim" in gifts,
            protected=("not_hit" in gifts and _attacks(self.stage, fighter)) or bool(fighter.weapon),
            doomed="dies_after" in gifts,
            weapon=bool(fighter.weapon),
            single=fighter.id if fighter.character else None,
            serves=serving(self.stage, fighter),
            apart=self._apart(fighter),
        )

    def _apart(self, fighter: Fighter) -> tuple[int, ...]:
        stage = self.stage
        here = (fighter.id in stage.held, fighter.id in stage.silenced)
        if len(stage.pairings) == 1:
            return here
        return (*here, dict(stage.aims).get(fighter.id, -1), fighter.force, *(fighter.near or ()))


def _kinds(battle: Battle) -> dict[int, int]:
    """Return a number for each figure, the same for figures alike; a battle works them out once."""
    memory: dict[str, dict[int, int]] = vars(battle)
    if "kinds" not in memory:
        numbers: dict[tuple[object, ...], int] = {}
        memory["kinds"] = {f.id: numbers.setdefault(kind_of(f), len(numbers)) for f in battle.fighters}
    return memory["kinds"]


def kind_of(fighter: Fighter) -> tuple[object, ...]:
    """Return all that a figure brings to a combat but itself: the same for figures alike."""
    f = fighter
    return f.unit, f.profile, f.foot, f.abilities, f.terrain, f.near_water, f.inside, f.wounds, f.modifiers


class Numbers(msgspec.Struct, frozen=True):
    """Dice, attack and defence of a figure, and what its hits carry and its dice do besides.

    `defence` is against a plain hit; `against` holds it for every combination of tags that an enemy's hits carry.
    """

    dice: targets.Number
    attack: targets.Number
    defence: targets.Number
    against: tuple[tuple[tuple[str, ...], targets.Number], ...]
    tags: tuple[str, ...]
    attack_reroll: str
    defence_reroll: str

    def words(self) -> tuple[str, ...]:
        """Say them, a line each: `dice: 1 base, fortress x2 = 2`."""
        lines = [f"dice: {self.dice.words()}", f"attack: {self.attack.words()}", f"defence: {self.defence.words()}"]
        lines += [f"defence against {' and '.join(tags)}: {number.words()}" for tags, number in self.against]
        if self.tags:
            lines.append(f"its hits: {', '.join(self.tags)}")
        if self.attack_reroll:
            lines.append(f"rolls {self.attack_reroll} again when it attacks")
        if self.defence_reroll:
            lines.append(f"rolls {self.defence_reroll} again when it defends")
        return tuple(lines)


def explain(stage: Stage, figure: int) -> Numbers:
    """Return the numbers of a figure in its combat, with what was decided so far. Raises `KeyError` for a stranger."""
    fighter = stage.battle.by_id[figure]
    # The bout that it fights in now, or first, or would if nobody hid.
    ahead = (*stage.pairings[stage.bout :], *stage.pairings)
    mine = (pairing for pairing in ahead if fighter.side in pairing.sides and fighter.force in pairing.forces)
    enemy = next(side for side in range(len(stage.battle.sides)) if side != fighter.side)
    pairing = next(mine, Pairing((fighter.side, enemy), tuple(stage.battle.forces)))
    index = pairing.sides.index(fighter.side)
    foes = present(stage.battle, pairing, pairing.sides[1 - index])
    now = Reckoner(stage, present(stage.battle, pairing, fighter.side), foes).circumstances(fighter)
    carried = sorted({targets.tags_of(foe.abilities) for foe in foes} - {()})
    return Numbers(
        dice=targets.dice(fighter, now),
        attack=targets.attack(fighter, now),
        defence=targets.defence(fighter, now),
        against=tuple((tags, targets.defence(fighter, now, tags)) for tags in carried),
        tags=targets.tags_of(fighter.abilities),
        attack_reroll=targets.attack_reroll(fighter, now),
        defence_reroll=targets.defence_reroll(fighter, now),
    )
