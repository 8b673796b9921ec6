"""How a game of Diplomacy is played: the rulebook with every point it settles, votes, absence and the end, as options.

Points that only concern how free text is read (a missing coast, a wrong letter) are no options of a game: here orders
are structured, and one that could never work is refused with the reason before it costs anybody a turn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import asdict

from wartable.engine.errors import Conflict, Reason
from wartable.engine.needs import Need, Other, need
from wartable.engine.options import About, Options
from wartable.games.diplomacy.rulings import PRESETS as RULEBOOKS
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant
from wartable.games.scoring import Scoring
from wartable.games.voting import Ballot, Concessions, Draws

AsInRulebook = Literal["rulebook", "yes", "no"]
_YES_NO: Mapping[str, str] = {"rulebook": "As in the rulebook", "yes": "Yes", "no": "No"}


def _point(
    label: str, sentence: str, issue: str, choices: Mapping[str, str] = _YES_NO, needs: tuple[Need, ...] = ()
) -> About:
    """Describe a point on which rulebooks differ."""
    words = {"rulebook": "As in the rulebook", **choices}
    return About(label, sentence, rule=issue, choices=words, group="Doubtful points", needs=needs)


Rulebook = Annotated[
    Literal["2023", "2000", "1982", "1971", "webdip"],
    About(
        "Rulebook",
        "Which edition decides doubtful points, above all convoys, retreats after them, and removals.",
        rule="DATC 4",
        choices={
            "2023": "2023, with convoy paradoxes after Szykman",
            "2000": "2000 (the text of 2008 too)",
            "1982": "1982 (the text of 1992 too)",
            "1971": "1971 (the text of 1976 too)",
            "webdip": "As played on webDiplomacy: convoys to a neighbour only by order",
        },
        group="Rules",
    ),
]
Routes = Annotated[
    Literal["rulebook", "any_breaks", "any_own_breaks", "all_break"],
    _point(
        "Several convoy routes",
        "Whether a convoy fails when one of its routes is broken, or only when all are.",
        "DATC 4.A.1",
        {
            "any_breaks": "One broken route breaks it",
            "any_own_breaks": "The same, except for foreign fleets where its own power's make a route",
            "all_break": "It lasts while one route is whole",
        },
    ),
]
Paradox = Annotated[
    Literal["rulebook", "szykman", "all_hold", "1971", "1982", "2000"],
    _point(
        "Convoy paradoxes",
        "What happens when a convoy succeeds only if it fails.",
        "DATC 4.A.2",
        {
            "szykman": "Szykman: the convoys in it fail",
            "all_hold": "All moves in it fail",
            "1971": "As the text of 1971, then Szykman",
            "1982": "As the text of 1982, then Szykman",
            "2000": "As the text of 2000, then Szykman",
        },
    ),
]
AdjacentConvoy = Annotated[
    Literal["rulebook", "swap_1971", "intent_1982", "fleet_or_via", "via_only"],
    _point(
        "Convoy to a neighbour",
        "When an army goes to a neighbouring province by sea.",
        "DATC 4.A.3",
        {
            "swap_1971": "Only to swap places with a unit that comes the other way",
            "intent_1982": "When a fleet of its own power is ordered to carry it",
            "fleet_or_via": "When an own fleet carries it, or the order says VIA",
            "via_only": "Only when the order says VIA",
        },
    ),
]
LandFallback = Annotated[
    AsInRulebook,
    _point(
        "Land route instead",
        "Whether such an army goes by land where its convoy fails.",
        "DATC 4.A.3",
        needs=(
            need("an army that changes places says nothing of land or sea", adjacent_convoy=Other("swap_1971")),
            need(
                "by the rulebook of 1971 nobody says whether an army goes by land or by sea",
                adjacent_convoy=Other("rulebook"),
                rulebook=Other("1971"),
            ),
        ),
    ),
]
CutsAgainstOrigin = Annotated[
    AsInRulebook,
    _point(
        "Convoyed army cuts against its origin",
        "Whether a convoyed army cuts the support for an attack on the province it comes from.",
        "DATC 4.A.4",
    ),
]
RetreatToOrigin = Annotated[
    AsInRulebook,
    _point(
        "Retreat to a convoyed attacker's origin",
        "Whether a unit dislodged by a convoyed army may retreat to where that army came from.",
        "DATC 4.A.5",
    ),
]
DislodgedBlocks = Annotated[
    AsInRulebook,
    _point(
        "Dislodged unit blocks its attacker's origin",
        "Whether a unit dislodged by a convoyed army still stands off a third unit where that army came from.",
        "DATC 4.A.7",
    ),
]
Removal = Annotated[
    Literal["rulebook", "home", "home_by_kind", "country", "owned"],
    _point(
        "Automatic removals",
        "Which units are removed when a power does not say: those farthest from where.",
        "DATC 4.D.8",
        {
            "home": "From the nearest home centre, over the borders",
            "home_by_kind": "From the nearest home centre, fleets over the borders of fleets only",
            "country": "From the power's own country",
            "owned": "From the nearest owned centre, over land and sea alike",
        },
    ),
]
DisorderSupported = Annotated[
    AsInRulebook,
    _point(
        "Units in civil disorder",
        "Whether units of a power that gave no order at all may be supported to hold.",
        "DATC 4.D.9",
    ),
]
Waives = Annotated[
    AsInRulebook,
    _point("Builds left unused", "Whether a power may leave out a build that is due to it.", "DATC 4.D.7"),
]
ImplicitOrders = Annotated[
    AsInRulebook,
    _point(
        "Orders implied by support",
        "Whether a unit without an order makes the move that units of its own power support or convoy.",
        "DATC 4.E.3",
    ),
]
ProxyOrders = Annotated[
    AsInRulebook,
    _point(
        "Orders for units of others",
        "Whether a power may order units of others; such an order counts if their own power gives none.",
        "DATC 4.E.5",
    ),
]
PerpetualOrders = Annotated[
    AsInRulebook,
    _point(
        "Orders that last",
        "Whether a power that sends no orders at all repeats those of its last movement, as far as they are possible.",
        "DATC 4.E.4",
    ),
]
LastYear = Annotated[
    int,
    About("Last year", "After this year the survivors share a draw. 0: no last year.", least=0, most=9999, group="End"),
]
Stalemate = Annotated[
    int,
    About(
        "Years without change",
        "After this many years in which no centre changed hands the survivors share a draw. 0: never.",
        least=0,
        most=50,
        group="End",
    ),
]
Disorder = Annotated[
    int,
    About(
        "Civil disorder after",
        "After this many movement phases in a row without any order or vote a power falls into civil disorder: its "
        "units hold, do not retreat, none are built, and the game does not wait for it. 0: never.",
        rule="DATC 4.D",
        least=0,
        most=9,
        group="Absence",
    ),
]


class DiplomacyOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """What every game on every map can choose; maps say which rulebook is usual on them."""

    groups: ClassVar[tuple[str, ...]] = ("Rules", "End", "Absence", "Doubtful points")

    votes_count_since: ClassVar[str] = "1"
    """The version of the rules since which a vote without an order shows that a power is played."""
    choices_only_since: ClassVar[str] = "1"
    """The version of the rules since which a power is asked only where it has a choice."""

    rulebook: Rulebook = "2023"
    routes: Routes = "rulebook"
    paradox: Paradox = "rulebook"
    adjacent_convoy: AdjacentConvoy = "rulebook"
    land_fallback: LandFallback = "rulebook"
    convoyed_cuts_against_origin: CutsAgainstOrigin = "rulebook"
    retreat_to_convoyed_origin: RetreatToOrigin = "rulebook"
    dislodged_blocks_origin: DislodgedBlocks = "rulebook"
    removal: Removal = "rulebook"
    disorder_supported: DisorderSupported = "rulebook"
    waive: Waives = "rulebook"
    implicit_orders: ImplicitOrders = "rulebook"
    proxy_orders: ProxyOrders = "rulebook"
    perpetual_orders: PerpetualOrders = "rulebook"
    draws: Draws = "survivors"
    ballot: Ballot = "secret"
    concessions: Concessions = True
    scoring: Scoring = "draw_size"
    last_year: LastYear = 0
    stalemate_years: Stalemate = 0
    disorder_after: Disorder = 0

    def contradictions(self) -> Iterator[Conflict]:
        """Yield an end before the beginning."""
        first = self.variant().calendar.first_year
        if 0 < self.last_year < first:
            message = f"The last year is {self.last_year}, and the first year is {first}. 0 sets no last year."
            yield Conflict(options=("last_year",), reason=Reason(code="option.contradiction", message=message))

    def rulings(self) -> Rulings:
        """Return how doubtful points are settled: by the rulebook, but for those chosen otherwise."""
        base = asdict(RULEBOOKS[self.rulebook])
        chosen = {name: value for name, value in asdict(self).items() if name in base and value != "rulebook"}
        return Rulings(**{**base, **{name: _plain(value) for name, value in chosen.items()}})

    @abstractmethod
    def variant(self) -> Variant:
        """Return the map with its powers and calendar, changed as these options say."""


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever an option may be
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
