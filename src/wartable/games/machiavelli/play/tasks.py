"""What a game of Machiavelli has still to do, as tasks on its agenda (machiavelli 2)."""

from __future__ import annotations

from typing import TypeAlias

from wartable.engine.values import Seat
from wartable.games.flow.tasks import OfSeat, Task, Together
from wartable.games.machiavelli.assassination import Attempt
from wartable.games.machiavelli.money_events import Disaster
from wartable.games.machiavelli.play.actions import CampaignOrders, Heed, Ignore, RetreatOrders, ShiftOrders, YearOrders
from wartable.games.machiavelli.state import Power


class OpenYear(Task, frozen=True, tag="open_year"):
    """A year begins: famine, income, and what powers raise and disband."""

    opening: bool = False


class RollDisaster(Task, frozen=True, tag="roll_disaster"):
    """The dice say how bad the year is, and what famine, plague or storms strike; `faces` are those that fell."""

    disaster: Disaster
    faces: tuple[int, ...] = ()


class Income(Task, frozen=True, tag="income"):
    """Every power gets its income; the dice say how much of it is variable."""

    opening: bool = False


class SendYear(Together, frozen=True, tag="send_year"):
    """Powers say in secret which units they pay for, disband and raise."""

    given: tuple[tuple[Seat, YearOrders], ...] = ()
    opening: bool = False


class OpenCampaign(Task, frozen=True, tag="open_campaign"):
    """A campaign opens, and everybody is asked for orders."""


class OpenBans(Task, frozen=True, tag="open_bans"):
    """The Papacy is asked for a sentence before a campaign, where it can give one."""


class AskPope(OfSeat, frozen=True, tag="ask_pope"):
    """The Papacy excommunicates a power, forgives one, or lets all as it is."""


class AskHeed(Together, frozen=True, tag="ask_heed"):
    """The others say in secret whether they ignore who is excommunicated."""

    given: tuple[tuple[Seat, Heed | Ignore], ...] = ()


class SendOrders(Together, frozen=True, tag="send_orders"):
    """Powers write payments, expenses and orders in secret."""

    given: tuple[tuple[Seat, CampaignOrders], ...] = ()


class Finance(Task, frozen=True, tag="finance"):
    """The bank, payments and expenses; a die may be wanted for equal bribes."""


class Assassinate(Task, frozen=True, tag="assassinate"):
    """The dice say which attempts on powers succeed."""

    attempts: tuple[Attempt, ...]
    by_bank: tuple[Power, ...] = ()


class Unrest(Task, frozen=True, tag="unrest"):
    """The dice say which provinces of powers that were struck by assassins rebel."""

    struck: tuple[Power, ...]
    by_bank: tuple[Power, ...] = ()


class Move(Task, frozen=True, tag="move"):
    """The orders are carried out at the same moment."""


class SendRetreats(Together, frozen=True, tag="send_retreats"):
    """Powers say in secret where their dislodged units go."""

    given: tuple[tuple[Seat, RetreatOrders], ...] = ()


class OpenShifts(Task, frozen=True, tag="open_shifts"):
    """Powers are asked what they shift, once the retreats are known."""


class SendShifts(Together, frozen=True, tag="send_shifts"):
    """Powers say in secret which units they shift (machiavelli 14)."""

    given: tuple[tuple[Seat, ShiftOrders], ...] = ()


class TellFortune(Task, frozen=True, tag="tell_fortune"):
    """A die for each power says what chance brings it this year."""


class SpreadPlague(Task, frozen=True, tag="spread_plague"):
    """A die for each neighbour of a struck province says whether the plague goes on to it."""


class FindDiplomats(Task, frozen=True, tag="find_diplomats"):
    """A die for each power says which of its diplomats are found out, after fall."""


class EndCampaign(Task, frozen=True, tag="end_campaign"):
    """After spring the famine takes units, and plague is rolled for; after fall storms are."""


class Settle(Task, frozen=True, tag="settle"):
    """Powers without a home city are out, countries change hands, and somebody may have won."""


AnyTask: TypeAlias = (
    OpenYear
    | RollDisaster
    | Income
    | SendYear
    | OpenCampaign
    | OpenBans
    | AskPope
    | AskHeed
    | SendOrders
    | Finance
    | Assassinate
    | Unrest
    | Move
    | SendRetreats
    | OpenShifts
    | SendShifts
    | TellFortune
    | SpreadPlague
    | FindDiplomats
    | EndCampaign
    | Settle
)
"""Everything that can be on the agenda."""
