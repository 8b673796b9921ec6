"""Words for the reasons: one plain sentence for all orders of a phase."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.bots.diplomacy.scene import Scene
from wartable.bots.diplomacy.table import Plan, Table
from wartable.engine.words import listed
from wartable.games.adjudication.orders import Convert, Convoy, Hold, Move, Power, SupportHold, SupportMove, province_of

__all__ = ["aims", "listed", "sentence"]


def sentence(scene: Scene, parts: Sequence[str]) -> str:
    """Return a sentence of what a power does, such as `Austria goes for Serbia and guards Trieste`, with its stop."""
    *others, last = parts or ("waits",)
    clauses = f"{', '.join(others)}, and {last}" if others else last
    return f"{scene.ground.power(scene.power)} {clauses}."


def aims(table: Table, power: Power, plan: Plan) -> list[str]:
    """Say what a plan is after: centres to take with the help they get, what is guarded, who crosses the sea."""
    network, ground = table.ground.network, table.ground
    helped = [order.of.province for order in plan.values() if isinstance(order, SupportMove)]
    taking: list[str] = []
    moving = 0
    for order in plan.values():
        if isinstance(order, Move):
            space = network.space_named[province_of(order.to)]
            if space in ground.centres and table.owner[space] != power:
                taking.append(ground.name(space) + _help(helped.count(order.unit.province)))
            else:
                moving += 1
    parts = [f"goes for {listed(taking)}"] if taking else []
    return [*parts, *_rest(table, plan, moving=moving)]


def _help(count: int) -> str:
    if not count:
        return ""
    return " with a support" if count == 1 else f" with {count} supports"


def _rest(table: Table, plan: Plan, *, moving: int) -> list[str]:
    """Say what else a plan does."""
    rules = table.ground.rules
    guarded = sorted({order.of.province for order in plan.values() if isinstance(order, SupportHold)})
    carried = sorted({order.of.province for order in plan.values() if isinstance(order, Convoy)})
    turned = sorted(order.unit.province for order in plan.values() if isinstance(order, Convert))
    parts: list[str] = []
    if carried:
        parts.append(f"carries the army of {listed([rules.place(code) for code in carried])} over the sea")
    if guarded:
        parts.append(f"guards {listed([rules.place(code) for code in guarded])}")
    if turned:
        parts.append(f"changes the kind of the unit in {listed([rules.place(code) for code in turned])}")
    if moving:
        parts.append("moves a unit up" if moving == 1 else f"moves {moving} units up")
    if not parts and any(isinstance(order, Hold) for order in plan.values()):
        return ["holds what it has"]
    return parts
