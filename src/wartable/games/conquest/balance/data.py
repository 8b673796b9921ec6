"""The tables of `wartable/data/conquest/balance-of-power.yaml` as typed values."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

import msgspec

from wartable.board.fileformat import packaged
from wartable.games.conquest.core.data import Provenance
from wartable.games.conquest.core.maprules import SiteEffect

FILE = "data/conquest/balance-of-power.yaml"

ActionKey: TypeAlias = Literal[
    "recon", "maneuver", "forced_alliance", "improved_attack", "improved_defense", "kill_general", "neutral_attack",
    "draft", "atomic_bomb", "bombardment", "draw_card", "sabotage", "special_forces", "espionage", "airfield",
]  # fmt: skip
"""A special combat action."""
RewardKey: TypeAlias = Literal[
    "airfield", "additional_maneuver", "starting_maneuver", "guaranteed_card", "attack_die", "two_troops", "defense_die"
]
"""What a collected objective may bring, where the game has rewards."""


class MarkTable(msgspec.Struct, frozen=True):
    """Spaces drawn for each mark."""

    provenance: Provenance
    cities: int
    rough: int
    sites: int


class SiteEffects(msgspec.Struct, frozen=True):
    """What special effects of sites bring, and which space of the printed boards has which if it becomes a site."""

    provenance: Provenance
    barracks: int
    """Armies more in each draft."""
    arsenal: int
    """Casualties less for each action."""
    spaces: dict[SiteEffect, tuple[str, ...]]

    def by_space(self) -> dict[str, SiteEffect]:
        """Return the effect of each space."""
        return {space: effect for effect, spaces in self.spaces.items() for space in spaces}


class FixedCities(msgspec.Struct, frozen=True):
    """Cities that lie where they are printed."""

    provenance: Provenance
    spaces: tuple[str, ...]


class StartTable(msgspec.Struct, frozen=True):
    """Armies and cards in playing order."""

    provenance: Provenance
    armies: tuple[int, ...]
    cards: tuple[int, ...]


class StartTables(msgspec.Struct, frozen=True):
    """What players begin with: two of them, or three to five by either reading of the text, and a sixth."""

    two: StartTable
    literal: StartTable
    progressive: StartTable
    sixth: StartTable

    def table(self, seats: int, *, progressive: bool = False) -> StartTable:
        """Return what so many seats begin with, in playing order (`balance-of-power 7`, 12 to 14)."""
        if seats == len(self.two.armies):
            return self.two
        chosen = self.progressive if progressive else self.literal
        armies, cards = chosen.armies + self.sixth.armies, chosen.cards + self.sixth.cards
        return StartTable(chosen.provenance, armies[:seats], cards[:seats])


class RevivalRow(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """For `start` to `end` casualties: one of `of` revives when two dice show at least `roll`."""

    start: int
    end: int
    roll: int
    of: int


class NeutralTable(msgspec.Struct, frozen=True):
    """Armies of the neutral army on the sites, from the supply, and from its pile."""

    provenance: Provenance
    sites: tuple[int, ...]
    reinforcements: int
    revival: tuple[RevivalRow, ...]


class Limit(msgspec.Struct, frozen=True):
    """The most there may be."""

    provenance: Provenance
    most: int


class SabotageTable(msgspec.Struct, frozen=True):
    """What a sabotaged draft leaves: `left` of every `of` armies, and at least `minimum`."""

    of: int
    left: int
    minimum: int


class DraftTable(msgspec.Struct, frozen=True):
    """Armies for territories and cities together."""

    provenance: Provenance
    spaces_per_army: int
    minimum: int
    sabotage: SabotageTable
    sabotage_minimum: Provenance


class Deck2008(msgspec.Struct, frozen=True):
    """Cards printed with two stars; all others show one."""

    provenance: Provenance
    two_stars: tuple[str, ...]


class StarTable(msgspec.Struct, frozen=True):
    """Stars of the cards, and armies for stars handed in."""

    provenance: Provenance
    values: dict[int, int]
    symbols: dict[str, int]
    symbols_provenance: Provenance
    deck_2008: Deck2008


class ActionRow(msgspec.Struct, frozen=True):
    """One special combat action: its price in casualties as printed and as balanced, and the number of its rule."""

    key: ActionKey
    title: str
    cost: int
    balanced: int
    rule: int


class BombTable(msgspec.Struct, frozen=True):
    """Armies an atomic bomb removes, and those of each neighbour whose die shows at least `roll`."""

    removed: int
    near: int
    roll: int


class ShopTable(msgspec.Struct, frozen=True):
    """The special combat actions and the numbers of those that move or remove armies."""

    provenance: Provenance
    rise: int
    """What an action costs its buyer more with each purchase of it, where prices are balanced."""
    balanced_provenance: Provenance
    actions: tuple[ActionRow, ...]
    maneuver: int
    draft: int
    bombardment: int
    atomic_bomb: BombTable


class TankTable(msgspec.Struct, frozen=True):
    """Armies that a tank is formed from and counts as, and those it is turned back into."""

    provenance: Provenance
    armies: int
    disbanded: int


class Objective(msgspec.Struct, frozen=True, rename={"origin": "from"}):
    """One objective: control or conquer in one turn so many of what it names; `region` where it names one."""

    id: str
    how: Literal["control", "conquer"]
    what: Literal["region", "regions", "cities", "capitals", "sites", "territories"]
    origin: Literal["game_2008", "variant", "fitted"]
    count: int = 1
    region: str = ""
    players: tuple[int, ...] | None = None
    """For how many players it is, where the numbers are fitted to them; none says for any."""


class ObjectiveProvenance(msgspec.Struct, frozen=True):
    """Where the objectives come from, and how many lie face up."""

    game_2008: Provenance
    variant: Provenance
    fitted: Provenance
    face_up: Provenance


class RewardTable(msgspec.Struct, frozen=True):
    """Rewards by class of objective."""

    provenance: Provenance
    basic: tuple[RewardKey, ...]
    special: tuple[RewardKey, ...]
    two_troops: int


class ObjectiveTable(msgspec.Struct, frozen=True):
    """All objectives by class, `face_up` of each class in a game, and how many win."""

    provenance: ObjectiveProvenance
    needed: int
    face_up: int
    fitted_from: int
    """The first turn in which one may be collected where the numbers are fitted to the players, counted from 1."""
    basic: tuple[Objective, ...]
    special: tuple[Objective, ...]
    rewards: RewardTable


class BalanceData(msgspec.Struct, frozen=True):
    """Every number of the variant."""

    schema: str
    marks: MarkTable
    fixed_cities: FixedCities
    site_effects: SiteEffects
    starting: StartTables
    neutral: NeutralTable
    piles: Limit
    hand_limit: Limit
    draft: DraftTable
    stars: StarTable
    shop: ShopTable
    tanks: TankTable
    objectives: ObjectiveTable


@cache
def balance_data() -> BalanceData:
    """Return the tables of the variant; raises `BadData` naming the field that is wrong."""
    return packaged(FILE, BalanceData)
