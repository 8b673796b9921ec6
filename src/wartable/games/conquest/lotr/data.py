"""The tables of `wartable/data/conquest/lotr-risk.yaml` as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

import msgspec

from wartable.board.fileformat import packaged
from wartable.games.conquest.core.data import EscalatingSets, FixedSets, Provenance

FILE = "data/conquest/lotr-risk.yaml"
RECONSTRUCTED = "reconstructed"
"""The confidence of what no source speaks of."""

Edition: TypeAlias = Literal["64", "42"]
Side: TypeAlias = Literal["good", "evil"]
Shield: TypeAlias = Literal["good", "evil", "neutral"]
Confidence: TypeAlias = Literal[
    "printed", "confirmed_by_3", "confirmed_by_2", "one_source", "stated", "reconstructed"
]  # fmt: skip
Moment: TypeAlias = Literal[
    "start", "attack", "fortify", "attacked", "sea_battle", "leaves", "rolled", "leaving", "leaves_or_leaving"
]
"""When a power may be played: in steps of the own turn, or in the windows that its effect answers."""
EventEffect: TypeAlias = Literal["leader", "close", "halve", "muster", "uprising", "visit", "corsairs"]
PowerEffect: TypeAlias = Literal[
    "lure", "defend", "bridge", "rally", "breach", "moves", "tunnel", "sink", "carry", "hunt", "withdraw", "sails",
    "hold", "roll", "change",
]  # fmt: skip


class Spaces(msgspec.Struct, frozen=True, kw_only=True):
    """Territories by shield, as the cards show them; the rest is neutral."""

    provenance: Provenance
    good: tuple[str, ...]
    evil: tuple[str, ...]

    def of(self, space: str) -> Shield:
        """Return the shield of a territory."""
        return "good" if space in self.good else "evil" if space in self.evil else "neutral"


class Symbols(msgspec.Struct, frozen=True, kw_only=True):
    """Territories by the symbol on their cards."""

    provenance: Provenance
    infantry: tuple[str, ...]
    cavalry: tuple[str, ...]
    creature: tuple[str, ...]

    def by_space(self) -> dict[str, str]:
        """Return the symbol of each territory."""
        kinds = {"infantry": self.infantry, "cavalry": self.cavalry, "creature": self.creature}
        return {space: symbol for symbol, spaces in kinds.items() for space in spaces}


class Places(msgspec.Struct, frozen=True):
    """What stands where, by territory."""

    provenance: Provenance
    places: dict[str, str]


class Bonuses(msgspec.Struct, frozen=True):
    """Units a turn for whole regions, which are points in the end."""

    provenance: Provenance
    regions: dict[str, int]


class PathTable(msgspec.Struct, frozen=True):
    """What leaves a step with a die, and where the way of the Fellowship ends."""

    provenance: Provenance
    roll: int
    ends: dict[Edition, str]
    disputed: tuple[str, ...]


class Numbers(msgspec.Struct, frozen=True):
    """A number for each number of players."""

    provenance: Provenance
    each: dict[int, int]


class Deal(msgspec.Struct, frozen=True):
    """Cards by shield for each player of a side in seat order, and for the neutral army."""

    provenance: Provenance
    good: tuple[dict[Shield, int], ...]
    evil: tuple[dict[Shield, int], ...]
    neutral: int = 0


class SetUpTable(msgspec.Struct, frozen=True):
    """Units and deals of the set-up."""

    units: dict[Edition, Numbers]
    neutral_units: int
    deals: dict[Edition, dict[int, Deal]]
    tweaked: Deal


class IncomeTable(msgspec.Struct, frozen=True):
    """Units for territories and strongholds."""

    provenance: Provenance
    territories_per_unit: int
    minimum: int
    stronghold: int


class SetTables(msgspec.Struct, frozen=True):
    """The tables that sets may be paid by."""

    combination: FixedSets
    escalating: EscalatingSets


class CardTable(msgspec.Struct, frozen=True):
    """Numbers about territory cards."""

    provenance: Provenance
    wild: int
    seized_to: int
    depicted: int
    sets: SetTables


class CombatTable(msgspec.Struct, frozen=True):
    """Dice, and what a stronghold adds to the defender's highest."""

    provenance: Provenance
    attack_dice: int
    defence_dice: int
    stronghold: int


class ScoreTable(msgspec.Struct, frozen=True):
    """Points; a whole region counts its bonus, a card its stars."""

    provenance: Provenance
    territory: int
    stronghold: int


class SearchTable(msgspec.Struct, frozen=True):
    """What two dice with their bonuses must show at least to find the Ring."""

    provenance: Provenance
    found_at: int


class TerritoryGoal(msgspec.Struct, frozen=True):
    """So many territories with so many units on each."""

    count: int
    units: int


class TerritoryGoals(msgspec.Struct, frozen=True):
    """Numbers of territories that win."""

    provenance: Provenance
    counts: tuple[TerritoryGoal, ...]


class RegionGoals(msgspec.Struct, frozen=True):
    """Sets of regions that win."""

    provenance: Provenance
    sets: tuple[tuple[str, ...], ...]


class GoalTable(msgspec.Struct, frozen=True):
    """What may be won by beside points."""

    territories: TerritoryGoals
    regions: RegionGoals


class Card(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """An adventure card; `small` says whether it is in the deck of 42 territories too."""

    id: str
    name: str
    copies: int = 1
    confidence: Confidence = "one_source"
    stars_confidence: Confidence = "reconstructed"
    small: bool

    @property
    def words(self) -> str:
        """What the card says, in our words."""
        raise NotImplementedError

    def stars_for(self, side: Side) -> int:
        """Return the points of the card when it has been played."""
        del side
        return 0


class Mission(Card, frozen=True, kw_only=True, tag="mission"):
    """A place where a leader is awaited: units for it, or one more territory card."""

    territory: str
    reward: Literal["units", "card"]
    good: int = 0
    evil: int = 0
    place: Literal["territory", "region"] = "territory"
    stars: dict[Side, int]

    @property
    def words(self) -> str:
        """What it asks for and brings."""
        if self.reward == "card":
            return "Bring a leader here: one more territory card at the end of the turn, up to five in hand."
        where = "here" if self.place == "territory" else "in your territories of the region"
        units = str(self.good) if self.good == self.evil else f"{self.good} (good) or {self.evil} (evil)"
        return f"Bring a leader here: {units} units {where}."

    def units(self, side: Side) -> int:
        """Return the units it brings to a player of a side."""
        return self.good if side == "good" else self.evil

    def stars_for(self, side: Side) -> int:
        """Return the points for a player of a side."""
        return self.stars[side]


class Happening(Card, frozen=True, kw_only=True, tag="event"):
    """An event: carried out when it is drawn, so that nobody ever holds it."""

    effect: EventEffect
    text: str
    amount: int = 0
    loss: int = 0
    side: Side = "good"
    """Whose holder of the territory gains; one of the other side loses."""
    territory: str = ""

    @property
    def words(self) -> str:
        """What happens."""
        return self.text


class Power(Card, frozen=True, kw_only=True, tag="power"):
    """A card that is played at its moment, also in the turns of others."""

    moment: Moment
    effect: PowerEffect
    text: str
    amount: int = 0
    either: bool = False
    """Whether the amount may be taken away as well as added."""
    territory: str = ""
    """Where the Fellowship must be."""
    fellowship: bool = False
    """Whether it speaks of the Fellowship: such cards are left out where no Ring is on the board."""
    star: int = 1

    @property
    def words(self) -> str:
        """When it is played and what it does."""
        return self.text

    def stars_for(self, side: Side) -> int:
        """Return the points of the card, the same for both sides."""
        del side
        return self.star


class MissionTable(msgspec.Struct, frozen=True):
    """All missions."""

    provenance: Provenance
    cards: tuple[Mission, ...]


class EventTable(msgspec.Struct, frozen=True):
    """All events; some turn up so many territory cards."""

    provenance: Provenance
    turned_up: int
    cards: tuple[Happening, ...]


class StarTable(msgspec.Struct, frozen=True):
    """Stars of each power."""

    count: int
    provenance: Provenance


class PowerTable(msgspec.Struct, frozen=True):
    """All powers."""

    provenance: Provenance
    stars: StarTable
    cards: tuple[Power, ...]


class SmallDeck(msgspec.Struct, frozen=True):
    """How many adventure cards the edition of 42 territories has."""

    provenance: Provenance
    cards: int


AdventureCard: TypeAlias = Mission | Happening | Power


class LotrData(msgspec.Struct, frozen=True):
    """Every number, place and card of the game."""

    schema: str
    shields: Spaces
    symbols: Symbols
    strongholds: Places
    sites: Places
    bonuses: dict[Edition, Bonuses]
    path: PathTable
    setup: SetUpTable
    income: IncomeTable
    cards: CardTable
    combat: CombatTable
    scoring: ScoreTable
    find_ring: SearchTable
    goals: dict[Edition, GoalTable]
    missions: MissionTable
    events: EventTable
    powers: PowerTable
    small_deck: SmallDeck

    @property
    def adventure(self) -> tuple[AdventureCard, ...]:
        """Every adventure card once."""
        return (*self.missions.cards, *self.events.cards, *self.powers.cards)

    def deck(self, edition: Edition, *, fellowship: bool = True, turns: bool = True) -> tuple[AdventureCard, ...]:
        """Return the deck of an edition, each card as often as it is there.

        With or without those of the Fellowship, and those that speak of one attack or of the moves of a turn.
        """
        return tuple(
            card
            for card in self.adventure
            if (edition == "64" or card.small) and (fellowship or not getattr(card, "fellowship", False))
            if turns or not of_turns(card)
            for _ in range(card.copies)
        )


def of_turns(card: AdventureCard) -> bool:
    """Whether a card speaks of one attack, or of the moves of one turn: such are not in simultaneous rounds."""
    moments = ("attack", "fortify", "attacked", "sea_battle")
    return getattr(card, "moment", "") in moments or getattr(card, "effect", "") == "corsairs"


@cache
def lotr_data() -> LotrData:
    """Return the tables of the game; raises `BadData` naming the field that is wrong."""
    return packaged(FILE, LotrData)


@cache
def adventure_card(key: str) -> AdventureCard:
    """Return an adventure card by its id; raises `KeyError` where there is none such."""
    cards: Mapping[str, AdventureCard] = {card.id: card for card in lotr_data().adventure}
    return cards[key]
