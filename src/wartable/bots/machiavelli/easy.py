"""The easy level: the nearest cities, sieges, guards where an enemy is near, and no money beyond that."""

from __future__ import annotations

from random import Random
from typing import Any

from wartable.bots.machiavelli.bans import ban
from wartable.bots.machiavelli.marching import campaign
from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.reasons import WHY_SHIFTS
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.shifts import shifts
from wartable.bots.machiavelli.spending import expenses, year
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.orders import CITY, Advance, Besiege, CampaignOrder, Retreat
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope, SendRetreats, SendShifts, SendYear
from wartable.games.machiavelli.results import Dislodged


class EasyPolicy:
    """Sensible orders from what is on the board; it remembers nothing, bribes no power and borrows nothing."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Choose what is asked for now, with the reason in one sentence."""
        assert isinstance(state, MachiavelliState)  # noqa: S101 - the registry offers this player to no other game
        scene, task = Scene(state, seat, rng), state.agenda[0]
        if isinstance(task, SendYear):
            return Decision(year(scene, task), "Pays for the units that have most to do and raises what it can.")
        if isinstance(task, SendShifts):
            return Decision(shifts(scene, Prospect(scene)), WHY_SHIFTS)
        if isinstance(task, AskPope | AskHeed):
            return ban(scene, task)
        if isinstance(task, SendRetreats):
            return Decision(_retreats(scene), "Retreats to where there is most to do.")
        orders = campaign(scene)
        return Decision(CampaignOrders(orders, expenses=expenses(scene)), _why(scene, orders))


def _why(scene: Scene, orders: tuple[CampaignOrder, ...]) -> str:
    going = [scene.rules.place(place_of(order.to)) for order in orders if isinstance(order, Advance)]
    sieges = [scene.rules.place(order.unit.place) for order in orders if isinstance(order, Besiege)]
    parts = [f"besieges {', '.join(sieges)}"] if sieges else []
    parts += [f"goes to {', '.join(going)}"] if going else []
    sentence = " and ".join(parts) or "holds what it has"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _retreats(scene: Scene) -> RetreatOrders:
    found: list[Retreat] = []
    taken: set[str] = set()
    for one in scene.state.dislodged:
        if one.unit.owner == scene.power:
            to = _way_out(scene, one, taken)
            taken.add(place_of(to))
            found.append(Retreat(one.name, to))
    return RetreatOrders(tuple(found))


def _way_out(scene: Scene, one: Dislodged, taken: set[str]) -> str:
    """Return where a unit goes: into its own city where it has one, or to where most can be done."""
    if CITY in one.retreats and scene.position.cities.get(one.unit.place) == scene.power:
        return CITY
    ways = [way for way in one.retreats if way == CITY or place_of(way) not in taken]
    return max(ways, key=lambda way: (0.0 if way == CITY else scene.worth(one.unit.kind, way), way), default="")
