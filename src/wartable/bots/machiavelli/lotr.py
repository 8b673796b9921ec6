"""The levels in Middle-earth: those of Machiavelli with elite units, figures, the Dead and the hidden Ring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, ClassVar, Final

from wartable.bots.machiavelli.easy import EasyPolicy
from wartable.bots.machiavelli.hard import HardPolicy
from wartable.bots.machiavelli.hidden import FAR, Worth, wary
from wartable.bots.machiavelli.medium import MediumPolicy
from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.pursuit import Hunt, Stakes
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.winter import outlook
from wartable.bots.registry import three_levels
from wartable.engine.driver import Decision, Policy
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.adjudication.orders import Call, Hold, Move
from wartable.games.machiavelli.lotr.actions import FigureOrder, LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.checks import year_refusal
from wartable.games.machiavelli.lotr.choices import calls, elite_builds, figure_orders, led
from wartable.games.machiavelli.lotr.ends import standing_of
from wartable.games.machiavelli.lotr.rules import MORDOR, LotrRules, lotr_rules
from wartable.games.machiavelli.lotr.state import LotrState, as_lotr_state
from wartable.games.machiavelli.lotr.tasks import LotrSendYear
from wartable.games.machiavelli.maps import place_of, strength_of
from wartable.games.machiavelli.orders import Adjustment, Advance, Build
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders, YearOrders
from wartable.games.machiavelli.rules import rules_of
from wartable.games.machiavelli.state import Place, Power
from wartable.games.machiavelli.tables import tables
from wartable.games.ring_figures.actions import Pursue
from wartable.games.ring_figures.kinds import BEARER, EAGLES, MOUNT_DOOM, NAZGUL, RIDERS
from wartable.games.ring_figures.realm import steps_to, turns_to_doom
from wartable.games.ring_figures.tasks import AskRiders

HOST: Final = 2
"""Evil units near a good one that make it worth to call the Dead."""
AIMED: Final = 3.0
"""What it is worth to strike a unit that own units attack."""
SHOWN: Final = 1.5
"""What it costs the ring-bearer to go where a unit stands, and is seen."""
HIDING: Final = 6
"""How many campaigns from Mount Doom the ring-bearer waits while its leader has not most cities."""
WAITING: Final = 2
"""How many those are for a level that weighs what the riders may do."""


class LotrPolicy:
    """A level of Machiavelli with what else is to be decided, from the board and the own hidden figures."""

    def __init__(self, usual: Policy) -> None:
        self.usual = usual

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Choose what is asked for now, with the reason in one sentence."""
        here, scene = as_lotr_state(state), Scene(state, seat, rng)
        rules = lotr_rules(rules_of(here.options))
        if isinstance(here.agenda[0], AskRiders):
            go = Pursue(go=True) in game.legal(state, seat) and _ahead(rules, here, seat, "evil")
            why = "Goes to the ring-bearer, as it holds the most cities." if go else "Lets the ring-bearer go."
            return Decision(Pursue(go=go), why)
        usual = self.usual.decide(game, state, seat, rng)
        action, why = usual.action, usual.why
        if isinstance(action, CampaignOrders):
            figures = tuple(_figures(rules, here, scene, action, self._hidden(rules, here, scene)))
            return Decision(LotrOrders(action.orders, action.banking, action.expenses, action.allow, figures), why)
        if isinstance(action, RetreatOrders):
            ways = here.position.driven if scene.power == MORDOR else ()
            return Decision(LotrRetreats(action.orders, min(ways, default="")), why)
        assert isinstance(action, YearOrders)  # noqa: S101 - nothing else is asked
        return Decision(LotrYear(self._units(rules, here, scene, action.orders), action.taxes), why)

    def _hidden(self, rules: LotrRules, state: LotrState, scene: Scene) -> dict[str, Worth]:
        """Return what places are worth to the hidden figures."""
        return {BEARER: _walk(rules, state, scene), RIDERS: _hunt(rules, state, scene)}

    def _units(
        self, rules: LotrRules, state: LotrState, scene: Scene, orders: tuple[Adjustment, ...]
    ) -> tuple[Adjustment, ...]:
        """Return the units of the year with an elite one among them."""
        return _with_elite(rules, state, scene, orders)


class LotrThinkingPolicy(LotrPolicy):
    """A level that weighs what comes of its decisions, and what the hidden figures may do over some campaigns."""

    campaigns: ClassVar[int] = 2
    """How many campaigns those are."""

    def _hidden(self, rules: LotrRules, state: LotrState, scene: Scene) -> dict[str, Worth]:
        """Return what places are worth to the hidden figures: the one that is drawn by chances, and nothing else."""
        found, leader = super()._hidden(rules, state, scene), state.controller
        if not leader or MORDOR not in state.position.powers or scene.power not in {leader, MORDOR}:
            return found
        hunt = Hunt(rules, state, self.campaigns, _stakes(rules, state, leader), _stakes(rules, state, MORDOR))
        if scene.power == leader:
            found |= {BEARER: _only(hunt.bearer_to(scene.rng))}
        if scene.power == MORDOR:
            found |= {RIDERS: _only(hunt.riders_to(scene.rng))}
        return found

    def _units(
        self, rules: LotrRules, state: LotrState, scene: Scene, orders: tuple[Adjustment, ...]
    ) -> tuple[Adjustment, ...]:
        """Return the units of the year, with an elite one in place of others where that is worth more."""
        task, prospect = state.agenda[0], Prospect(scene)
        assert isinstance(task, LotrSendYear)  # noqa: S101 - it was asked for units of the year
        able = (orders, super()._units(rules, state, scene, orders))
        return max(able, key=lambda one: outlook(scene, prospect, list(one), opening=task.opening))


class LotrHardPolicy(LotrThinkingPolicy):
    """A level that weighs what the hidden figures may do over more campaigns."""

    campaigns = 6


def _only(goal: Place) -> Worth:
    return lambda place: float(place == goal)


def _stakes(rules: LotrRules, state: LotrState, power: Power) -> Stakes:
    """Return what it is worth to a power that the ring-bearer comes to Mount Doom, and that it is caught."""
    seat, ends = state.powers.index(power), rules.options.sudden_death
    doom, caught = (1.0 if _ahead(rules, state, seat, side) else -1.0 for side in ("good", "evil"))
    return Stakes(doom, caught if "caught" in ends else 0.0, 0 if doom > 0 and "doom" in ends else WAITING)


def _ahead(rules: LotrRules, state: LotrState, seat: int, side: str) -> bool:
    """Whether a power would win if the Ring ended the game now; where the Ring decides, in favour of a side."""
    mine = standing_of(rules, state, state.powers[seat])
    others = [power for number, power in enumerate(state.powers) if number != seat]
    if rules.options.ring_decides:
        if rules.side(state.powers[seat]) != side:
            return False
        others = [power for power in others if rules.side(power) == side]
    return all(mine > standing_of(rules, state, power) for power in others)


# --- the year


def _with_elite(
    rules: LotrRules, state: LotrState, scene: Scene, orders: tuple[Adjustment, ...]
) -> tuple[Adjustment, ...]:
    """Raise an elite unit in place of the units wanted where money is enough, the strongest first."""
    kept = tuple(order for order in orders if not isinstance(order, Build))
    task = state.agenda[0]
    if len(kept) == len(orders) or not isinstance(task, LotrSendYear):
        return orders
    able = [order for order in elite_builds(rules, state.position, scene.power) if order.unit.kind == "A"]
    for order in sorted(able, key=lambda one: _rank(scene, one)):
        tried = (*kept, order)
        if year_refusal(rules, state, task, scene.seat, LotrYear(tried)) is None:
            return tried
    return orders


def _rank(scene: Scene, order: Build) -> tuple[float, float, str]:
    strength = tables().units[order.unit_class].strength
    return -strength, -scene.best_worth("A", order.unit.place), str(order)


# --- figures


def _figures(
    rules: LotrRules, state: LotrState, scene: Scene, action: CampaignOrders, hidden: dict[str, Worth]
) -> Iterator[FigureOrder]:
    """Yield orders for the figures that the power leads, and a call of the Dead."""
    aims = {place_of(order.to) for order in action.orders if isinstance(order, Advance)}
    worth: dict[str, Worth] = {
        NAZGUL: lambda place: _strike(scene, place, aims),
        EAGLES: lambda place: _shelter(rules, state, scene, place),
        **hidden,
    }
    for kind in led(rules, state, scene.power):
        yield _best(scene, figure_orders(rules, state, kind), worth[kind])
    if call := _dead(rules, state, scene):
        yield call


def _best(scene: Scene, orders: Iterable[Hold | Move], worth: Worth) -> Hold | Move:
    scored = [
        (worth(order.to if isinstance(order, Move) else order.unit.at) + 0.1 * scene.rng.random(), order)
        for order in orders
    ]
    return max(scored, key=lambda one: one[0])[1]


def _strike(scene: Scene, place: Place, aims: set[Place]) -> float:
    """Return what it is worth that the Nazgul go to a place: to units that own ones attack, or that are on own land."""
    foe = scene.foreign(place)
    if foe is None:
        return 0.0
    return strength_of(foe) + AIMED * (place in aims) + (scene.position.provinces.get(place) == scene.power)


def _shelter(rules: LotrRules, state: LotrState, scene: Scene, place: Place) -> float:
    """Return what it is worth that the Great Eagles go to a place: to an own unit that the Nazgul can reach."""
    there, near = scene.position.at(place), rules.wild.get(state.position.figures.get(NAZGUL, ""), frozenset())
    danger = place in near or any(place in rules.wild[way] for way in near)
    if there is None or not danger:
        return 0.0
    return 1.0 + strength_of(there) if there.owner == scene.power else 0.5 * (rules.side(there.owner) == "good")


def _walk(rules: LotrRules, state: LotrState, scene: Scene) -> Worth:
    """Return what places are worth to the ring-bearer: near to Mount Doom for who has most cities, else far from it.

    Units show it, and the black riders may be near; who would win by being caught does not mind.
    """
    doom, taken = turns_to_doom(rules), {unit.place for unit in state.position.units}
    wanted = 0 if _ahead(rules, state, scene.seat, "good") else HIDING

    def walk(place: Place) -> float:
        return -abs(doom.get(place, FAR) - wanted)

    if _ahead(rules, state, scene.seat, "evil"):
        return walk
    return wary(rules, state, lambda place: walk(place) - SHOWN * (place in taken))


def _hunt(rules: LotrRules, state: LotrState, scene: Scene) -> Worth:
    """Return what places are worth to the black riders: where the ring-bearer was seen, or next to it for the time."""
    near = steps_to(rules.wild, [state.seen.place if state.seen else MOUNT_DOOM])
    wanted = 0 if _ahead(rules, state, scene.seat, "evil") else 1
    return lambda place: -abs(near.get(place, FAR) - wanted)


def _dead(rules: LotrRules, state: LotrState, scene: Scene) -> Call | None:
    """Call the Dead where most evil units are near an own one, if they are many."""
    own = {unit.place for unit in scene.own if unit.kind != "G"}
    hosts = {
        call: sum(rules.side(unit.owner) == "evil" for unit in scene.threats(call.unit.at))
        for call in calls(rules, state.position, scene.power)
        if call.unit.at in own
    }
    most = max(hosts, key=lambda call: (hosts[call], call.unit.at), default=None)
    return most if most is not None and hosts[most] >= HOST else None


def _level(usual: Callable[[], Policy], policy: type[LotrPolicy]) -> Callable[[], Policy]:
    return lambda: policy(usual())


BOTS = three_levels(
    "lotr-machiavelli",
    LotrState,
    (
        "Walks to the nearest cities and besieges them, raises elite units, strikes with the Nazgul.",
        _level(EasyPolicy, LotrPolicy),
    ),
    (
        "Weighs several plans against what others may do, and strikes where its armies go.",
        _level(MediumPolicy, LotrThinkingPolicy),
    ),
    (
        "Plans orders and money against what all others are likely to do, and strikes where its armies go.",
        _level(HardPolicy, LotrHardPolicy),
    ),
)
