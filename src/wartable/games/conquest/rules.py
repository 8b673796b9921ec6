"""One set of options made ready to play by: board indices, masks and tables, compiled once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from wartable.board import Board, load_board
from wartable.board.compiled import CompiledBoard
from wartable.engine.chance import Roll
from wartable.games.conquest.data import CardTable, MissionTable, RiskData, risk_data
from wartable.games.conquest.options import RiskOptions

DIE = 6
"""Faces of a die."""


class Rules(msgspec.Struct, frozen=True, eq=False):
    """What the rules look up while a game runs. Spaces and regions are indices, sets of spaces are bit masks."""

    options: RiskOptions
    board: CompiledBoard
    names: tuple[str, ...]
    """Names of the spaces in the edition played."""
    region_names: tuple[str, ...]
    bonuses: tuple[tuple[int, int], ...]
    """Mask and armies of every region."""
    spaces_per_army: int
    minimum: int
    minimum_before_bonus: bool
    attack_dice: int
    defence_dice: int
    rolls: tuple[tuple[Roll, ...], ...]
    """The request for a roll by attack dice and defence dice."""
    cards: CardTable
    symbols: dict[str, str]
    """The symbol on the card of every space."""
    missions: MissionTable
    data: RiskData

    def name(self, space: int) -> str:
        """Return the name of a space by index."""
        return self.names[space]

    def id(self, space: int) -> str:
        """Return the id of a space by index."""
        return self.board.ids[space]

    def listed(self, mask: int) -> tuple[str, ...]:
        """Return the names of a set of spaces in board order."""
        return tuple(self.names[self.board.index[space]] for space in self.board.names(mask))


@cache
def board_of(edition: str) -> Board:
    """Return the classic board in one of its editions."""
    board = load_board("classic")
    return board if edition == "classic" else board.edition(edition)


def compile_rules(options: RiskOptions) -> Rules:
    """Compile the options of a game; `rules_of` remembers the result."""
    board, data = board_of(options.board), risk_data()
    compiled = board.compile()
    bonuses = data.bonuses[options.bonuses].regions
    return Rules(
        options=options,
        board=compiled,
        names=tuple(space.name for space in board.spaces),
        region_names=tuple(region.name for region in board.regions),
        bonuses=tuple(
            (mask, bonuses[key]) for key, mask in zip(compiled.region_ids, compiled.region_masks, strict=True)
        ),
        spaces_per_army=data.income.spaces_per_army,
        minimum=data.income.minimum,
        minimum_before_bonus=options.income == "official",
        attack_dice=options.attack_dice,
        defence_dice=options.defence_dice,
        rolls=_roll_requests(options.attack_dice, options.defence_dice),
        cards=data.cards,
        symbols={space: symbol for symbol, spaces in data.cards.symbols.items() for space in spaces},
        missions=data.missions[options.missions],
        data=data,
    )


def _roll_requests(attack: int, defence: int) -> tuple[tuple[Roll, ...], ...]:
    return tuple(
        tuple(Roll("battle", (DIE,) * (ours + theirs)) for theirs in range(defence + 1)) for ours in range(attack + 1)
    )


_compiled: dict[RiskOptions, Rules] = {}


def rules_of(options: RiskOptions) -> Rules:
    """Return the compiled rules of these options."""
    try:
        return _compiled[options]
    except KeyError:
        return _compiled.setdefault(options, compile_rules(options))


def income(rules: Rules, held: int) -> int:
    """Return the armies a seat gets for the spaces of a mask (`risk D6`).

    The minimum covers the whole sum, or the spaces alone where the official rule is chosen.
    """
    earned = held.bit_count() // rules.spaces_per_army
    bonus = 0
    for region, armies in rules.bonuses:
        if region & held == region:
            bonus += armies
    if rules.minimum_before_bonus:
        return max(rules.minimum, earned) + bonus
    return max(rules.minimum, earned + bonus)


def losses(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """Return what a roll costs attacker and defender (`risk D9`).

    Both hands are sorted from the highest; pairs are compared, a tie costs the attacker, and each pair costs
    exactly one army.
    """
    defender = 0
    pairs = min(len(attack), len(defence))
    for ours, theirs in zip(attack, defence, strict=False):
        defender += ours > theirs
    return pairs - defender, defender
