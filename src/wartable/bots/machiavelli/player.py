"""The frame of the levels that weigh what comes of their orders: the units of a year, retreats, campaigns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from wartable.bots.machiavelli.bans import ban
from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.reasons import WHY_SHIFTS, why_campaign
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.shifts import shifts
from wartable.bots.machiavelli.winter import year
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.orders import CITY, Retreat
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders
from wartable.games.machiavelli.play.checks import campaign_refusal
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope, SendOrders, SendRetreats, SendShifts, SendYear
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.state import Place, Position

NOWHERE: Final = ""
"""Where a unit goes that is given up."""


class MachiavelliPolicy(ABC):
    """A player that weighs what comes of its decisions; it remembers nothing between them."""

    borrows: ClassVar[bool] = False
    """Whether it borrows of the bank."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Choose what is asked for now, with the reason in one sentence."""
        assert isinstance(state, MachiavelliState)  # noqa: S101 - the registry offers this player to no other game
        scene, task = Scene(state, seat, Random(rng.random())), state.agenda[0]
        if isinstance(task, SendYear):
            orders = year(scene, Prospect(scene), task, borrows=self.borrows)
            return Decision(orders, "Pays for the units that are worth it, and raises more.")
        if isinstance(task, SendShifts):
            return Decision(shifts(scene, Prospect(scene)), WHY_SHIFTS)
        if isinstance(task, AskPope | AskHeed):
            return ban(scene, task)
        if isinstance(task, SendRetreats):
            return Decision(retreats(scene, Prospect(scene)), "Retreats to where there is most to hold and to do.")
        assert isinstance(task, SendOrders)  # noqa: S101 - there is nothing else to be asked
        action = legal(scene, task, self.campaign(scene))
        return Decision(action, why_campaign(scene.rules, action))

    @abstractmethod
    def campaign(self, scene: Scene) -> CampaignOrders:
        """Write orders and money for a campaign."""


def legal(scene: Scene, task: SendOrders, action: CampaignOrders) -> CampaignOrders:
    """Return an action without what the rules would refuse: orders for units that are only hoped for, then money."""
    own = {(unit.kind, unit.place) for unit in scene.own}
    certain = tuple(order for order in action.orders if (order.unit.kind, order.unit.place) in own)
    sound = tuple(order for order in certain if scene.legal(order))
    tried = (action, replace(action, orders=certain), replace(action, orders=sound), CampaignOrders(sound))
    good = (one for one in tried if campaign_refusal(scene.rules, scene.state, task, scene.seat, one) is None)
    return next(good, CampaignOrders())


def retreats(scene: Scene, prospect: Prospect) -> RetreatOrders:
    """Send each dislodged unit where the position is best with it, no two to one place."""
    found: list[Retreat] = []
    position, taken = scene.position, set[Place]()
    for one in scene.state.dislodged:
        if one.unit.owner != scene.power:
            continue
        open_to = [way for way in one.retreats if way == CITY or place_of(way) not in taken]
        way = max(open_to, key=lambda to: (prospect.value(_fled(position, one, to)), to), default=NOWHERE)
        if way:
            position = _fled(position, one, way)
            taken.add(place_of(way))
        found.append(Retreat(one.name, way))
    return RetreatOrders(tuple(found))


def _fled(position: Position, one: Dislodged, way: str) -> Position:
    place, _, coast = way.partition("/")
    unit = replace(one.unit, kind="G", coast="") if way == CITY else replace(one.unit, place=place, coast=coast)
    return replace(position, units=(*position.units, unit))
