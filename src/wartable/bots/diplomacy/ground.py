"""What depends on the map alone, worked out once for each set of options: centres, ways, sea crossings."""

from __future__ import annotations

from functools import lru_cache

from wartable.games.adjudication.network import mask, network_of
from wartable.games.adjudication.orders import Power
from wartable.games.adjudication.routes import bits
from wartable.games.diplomacy.phases.calendar import step_of
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.play.rules import Rules, rules_of
from wartable.games.diplomacy.position import Phase


class Ground:
    """The map of a game in the numbers of its network; sets of spaces are ints with one bit for each.

    `centres` are the spaces that are supply centres, `across` lists for each space the coasts one sea away,
    `home` is the set of home centres by power, `goal` is how many centres or units win. `alike` gives for each kind of
    unit the first one that goes the same ways, and the first of all for what stands beside units.
    `far` are by kind and location the spaces two steps away; nothing for kinds that do not go so far.
    """

    def __init__(self, rules: Rules) -> None:
        variant = rules.variant
        self.rules = rules
        self.network = network_of(variant.map)
        spaces, number = self.network.spaces, self.network.number
        self.centres = tuple(
            space for space, code in enumerate(spaces) if "/" not in code and variant.provinces[code].centre
        )
        self.across = tuple(self._one_sea_away(space) for space in range(len(spaces)))
        self.home = {power: mask(number[code] for code in facts.home) for power, facts in variant.powers.items()}
        self.alike = tuple(self._first_alike(kind) for kind in range(len(self.network.kinds)))
        self.far = tuple(map(self._far, range(len(self.network.kinds))))
        self.goal = variant.victory.centres or variant.victory.units

    def _one_sea_away(self, space: int) -> tuple[int, ...]:
        """Return the coasts that one fleet could carry an army to."""
        seas = self.network.seas
        if not self.network.coastal >> space & 1:
            return ()
        reached = seas.coast_of(seas.shores[space]) & self.network.coastal
        return tuple(bits(reached & ~(1 << space)))

    def _first_alike(self, kind: int) -> int:
        ways, kinds = self.network.ways, self.network.kinds
        if kinds[kind].beside:
            return 0
        return next(
            other
            for other in range(kind + 1)
            if ways[other] == ways[kind] and kinds[other].carried == kinds[kind].carried and not kinds[other].beside
        )

    def _far(self, kind: int) -> tuple[int, ...]:
        if self.network.kinds[kind].traits.steps < 2:
            return ()
        return tuple(self.network.two_steps(kind, place) for place in range(len(self.network.locations)))

    def name(self, space: int) -> str:
        """Return the name of a space."""
        return self.rules.place(self.network.province[space])

    def power(self, power: Power) -> str:
        """Return the name of a power."""
        return self.rules.power(power) if power in self.rules.variant.powers else power.capitalize()

    def counts_after(self, phase: Phase) -> bool:
        """Whether centres change hands before the next movement."""
        seasons = self.rules.variant.calendar.seasons
        step = step_of(self.rules.variant, phase)
        if seasons[step].counts:
            return True
        for later in seasons[step + 1 :]:
            if later.kind == "movement":
                return False
            if later.counts:
                return True
        return False


@lru_cache(maxsize=64)
def ground_of(options: DiplomacyOptions) -> Ground:
    """Return the ground that options stand for."""
    return Ground(rules_of(options))
