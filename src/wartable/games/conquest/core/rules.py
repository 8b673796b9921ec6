"""One set of options made ready to play by: board indices, masks and tables, compiled once."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any, TypeAlias

import msgspec

from wartable.board.compiled import CompiledBoard, bits
from wartable.games.conquest.core.battle import Toss, toss_of
from wartable.games.conquest.core.data import CardTable
from wartable.games.conquest.core.maps import board_of, tables_of
from wartable.games.conquest.core.options import ConquestOptions, FortifyRule
from wartable.games.conquest.core.state import ConquestState, Fight
from wartable.odds import PLAIN, DiceRules

REMEMBERED = 128
"""Sets of options whose rules, and what is made of them, are remembered at once: a server is asked for many."""
_NARROW = 8
"""Neighbours of a space whose every choice is listed beforehand."""

Fan: TypeAlias = dict[int, tuple[tuple[int, int], ...]]
"""The pairs of one source and its targets, by the mask of the targets."""


class _WideFan(Fan):
    """The fan of a space with so many neighbours that only the choices asked for are made."""

    def __init__(self, source: int) -> None:
        super().__init__()
        self._source = source

    def __missing__(self, targets: int) -> tuple[tuple[int, int], ...]:
        return self.setdefault(targets, tuple((self._source, target) for target in bits(targets)))


def _fan(source: int, neighbours: tuple[int, ...]) -> Fan:
    """List every choice of neighbours once, for a plain dictionary is asked soonest: 64 on the classic map at most."""
    if len(neighbours) > _NARROW:
        return _WideFan(source)
    choices = chain.from_iterable(combinations(neighbours, size) for size in range(len(neighbours) + 1))
    return {sum(1 << target for target in some): tuple((source, target) for target in some) for some in choices}


class Rules(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the rules of every game of the family look up while it runs.

    Spaces and regions are indices, sets of spaces are bit masks. Games override what differs: dice, income.
    """

    options: ConquestOptions
    board: CompiledBoard
    names: tuple[str, ...]
    """Names of the spaces in the edition played."""
    regions: dict[str, str]
    """Names of the regions by id, in board order."""
    bonuses: tuple[tuple[int, int], ...]
    """Mask and armies of every region."""
    plain: DiceRules = PLAIN
    """The dice of a battle that nothing bears on."""
    fans: tuple[Fan, ...]
    """For each space its pairs with some of its neighbours."""
    fortify: FortifyRule
    dice_move_in: bool
    """Whether as many armies as dice must enter a conquered space, those lost apart; else one."""
    seize_cards: bool = True
    """Whether the conqueror of a seat's last space takes its cards."""
    turn_limit: int
    neutral: bool = False
    """Whether spaces that nobody holds may have armies."""
    has_cards: bool = True
    cards: CardTable
    symbols: dict[str, str]
    """The symbol on the card of every space."""

    def dice(self, state: ConquestState, source: int, target: int) -> DiceRules:  # noqa: ARG002 - for those who differ
        """Return the dice of an attack from a space on another, with everything that bears on it."""
        return self.plain

    def toss(self, state: ConquestState, fight: Fight) -> Toss:
        """Return the next roll of an attack."""
        source, target, armies = fight.source, fight.target, state.armies
        dice = self.dice(state, source, target)
        return toss_of(dice, min(fight.dice, armies[source] - 1), min(dice.defence_dice, armies[target]))

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


def family_parts(options: ConquestOptions, bonuses: str) -> dict[str, Any]:
    """Return what every game of the family looks up of its map; `bonuses` names the table of regions."""
    board, data = board_of(options.board), tables_of(options.board)
    compiled, armies = board.compile(), data.bonuses[bonuses].regions
    return {
        "options": options,
        "board": compiled,
        "names": tuple(space.name for space in board.spaces),
        "regions": {region.id: region.name for region in board.regions},
        "bonuses": tuple(
            (mask, armies[region]) for region, mask in zip(compiled.region_ids, compiled.region_masks, strict=True)
        ),
        "fans": tuple(_fan(space, near) for space, near in enumerate(compiled.neighbours)),
        "cards": data.cards,
        "symbols": {space: symbol for symbol, spaces in data.cards.symbols.items() for space in spaces},
    }


def region_bonus(rules: Rules, held: int) -> int:
    """Return the armies for the regions that a mask holds whole."""
    bonus = 0
    for region, armies in rules.bonuses:
        if region & held == region:
            bonus += armies
    return bonus
