"""One set of options made ready to play by: board indices, masks and tables, compiled once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.board import Board
from wartable.board.compiled import CompiledBoard, bits
from wartable.games.conquest.core.battle import Toss, toss_of
from wartable.games.conquest.core.cards import CardRules, territory_cards
from wartable.games.conquest.core.goals import Goal
from wartable.games.conquest.core.maps import board_of, tables_of
from wartable.games.conquest.core.options import FamilyOptions, FortifyRule
from wartable.games.conquest.core.pieces import PieceKind
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Rolling
from wartable.odds import PLAIN, DiceRules

REMEMBERED = 128
"""Sets of options whose rules, and what is made of them, are remembered at once: a server is asked for many."""
EnterLeast: TypeAlias = Literal["fought", "one", "none"]
"""How many armies at least enter a conquered space: those that rolled and are left, one, or none."""
EnterMost: TypeAlias = Literal["any", "fought"]
"""How many at most: all but those that must stay behind, or those that rolled and are left."""
Fan: TypeAlias = dict[int, tuple[tuple[int, int], ...]]
"""Moves from one space as pairs (source, target), for each set of targets that has been asked for."""


class Rules(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the rules of every game of the family look up while it runs.

    Spaces and regions are indices, sets of spaces are bit masks. Games override what differs: dice, income.
    """

    options: FamilyOptions
    board: CompiledBoard
    names: tuple[str, ...]
    """Names of the spaces in the edition played."""
    regions: dict[str, str]
    """Names of the regions by id, in board order."""
    bonuses: tuple[tuple[int, int], ...]
    """Mask and armies of every region."""
    army: tuple[str, str] = ("army", "armies")
    """What one army and several are called."""
    plain: DiceRules = PLAIN
    """The dice of a battle that nothing bears on."""
    fans: tuple[Fan, ...]
    """For each space its pairs with some of its neighbours."""
    fortify: FortifyRule
    stay: int = 1
    """Armies that must stay in a space that others leave. Where none must, a space that all have left is nobody's."""
    enter_least: EnterLeast = "one"
    enter_most: EnterMost = "any"
    empty_counts: bool = True
    """Whether taking a space where nobody stood is a conquest, which earns a card."""
    pieces: tuple[PieceKind, ...] = ()
    """What may stand beside armies."""
    turn_limit: int
    neutral: bool = False
    """Whether spaces that nobody holds may have armies."""
    cards: CardRules
    goals: tuple[Goal, ...] = ()
    """What wins the game for whoever reaches it."""
    missions: tuple[Goal, ...] = ()
    """Goals that are dealt in secret, one to a seat; by index in states."""
    goals_count: Literal["at_once", "end_of_turn"] = "at_once"
    """When somebody wins by reaching a goal: whoever does at once, or the seat at turn when its turn ends."""

    def dice(self, state: ConquestState, source: int, target: int) -> DiceRules:
        """Return the dice of an attack; pieces in either space, as a leader, add what their `PieceKind` says."""
        if not self.pieces:
            return self.plain
        kinds = list(zip(self.pieces, state.pieces, strict=True))
        attack = sum(kind.attack for kind, places in kinds if places[source])
        defence = sum(kind.defence for kind, places in kinds if places[target])
        return replace(self.plain, attack_bonus=attack, defence_bonus=defence) if attack or defence else self.plain

    def toss(self, state: ConquestState, fight: Rolling) -> Toss:
        """Return the next roll of an attack."""
        source, target, armies = fight.source, fight.target, state.armies
        dice = self.dice(state, source, target)
        return toss_of(dice, min(fight.dice, armies[source] - self.stay), min(dice.defence_dice, armies[target]))

    def ways(self, state: ConquestState, seat: int) -> Sequence[int]:
        """Return for every space those that a seat's armies could go to from there in one step, as masks."""
        return self.board.neighbour_masks

    def friends(self, state: ConquestState, seat: int) -> int:
        """Return the spaces of a seat and of those on its side, which its armies pass through and never attack.

        All others may be attacked: those of other seats, of a neutral side, of nobody.
        """
        return state.held[seat]

    def places(self, state: ConquestState, seat: int) -> int:
        """Return the spaces on which a seat may put new armies."""
        return state.held[seat]

    def entering(self, state: ConquestState, source: int, survivors: int) -> tuple[int, int]:
        """Return how many armies at least and at most go into a conquered space; `survivors` rolled for it."""
        able = state.armies[source] - self.stay
        fought = min(able, survivors or 1)
        least = fought if self.enter_least == "fought" else 1 if self.enter_least == "one" and able else 0
        return least, fought if self.enter_most == "fought" else able

    def income(self, state: ConquestState, seat: int) -> int:
        """Return the armies that a seat gets at the start of a turn as things stand."""
        raise NotImplementedError

    def name(self, space: int) -> str:
        """Return the name of a space by index."""
        return self.names[space]

    def id(self, space: int) -> str:
        """Return the id of a space by index."""
        return self.board.ids[space]

    def listed(self, mask: int) -> tuple[str, ...]:
        """Return the names of a set of spaces in board order."""
        return tuple(self.names[space] for space in bits(mask))


def family_parts(options: FamilyOptions, bonuses: str, *, wild: bool = True) -> dict[str, Any]:
    """Return what games of the family look up of their map; with or without wild cards."""
    board, data = board_of(options.map_name), tables_of(options.map_name)
    cards = territory_cards(
        {space.id: space.name for space in board.spaces},
        {space: symbol for symbol, spaces in data.cards.symbols.items() for space in spaces},
        data.cards.wild * wild,
    )
    return board_parts(options, board, data.bonuses[bonuses].regions, cards)


def board_parts(options: FamilyOptions, board: Board, armies: Mapping[str, int], cards: CardRules) -> dict[str, Any]:
    """Return what is looked up of a board, with the armies that each region brings and the territory cards."""
    compiled = board.compile()
    return {
        "options": options,
        "board": compiled,
        "names": tuple(space.name for space in board.spaces),
        "regions": {region.id: region.name for region in board.regions},
        "bonuses": tuple(
            (mask, armies[region]) for region, mask in zip(compiled.region_ids, compiled.region_masks, strict=True)
        ),
        "fans": tuple(dict[Any, Any]() for _ in compiled.ids),
        "cards": cards,
    }


def region_bonus(rules: Rules, held: int) -> int:
    """Return the armies for the regions that a mask holds whole."""
    bonus = 0
    for region, armies in rules.bonuses:
        if region & held == region:
            bonus += armies
    return bonus
