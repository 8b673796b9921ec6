"""One set of options made ready to play by: board indices, masks and tables, compiled once."""

from __future__ import annotations

from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

import msgspec

from wartable.board.compiled import CompiledBoard, bits
from wartable.engine.chance import Roll
from wartable.games.conquest.data import CardTable, MissionTable, RiskData
from wartable.games.conquest.maps import board_of, tables_of
from wartable.games.conquest.options import RiskOptions

DIE = 6
"""Faces of a die."""
_NARROW = 8
"""Neighbours of a space whose every choice is listed beforehand."""


Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Space indices, source and target."""


Fan: TypeAlias = dict[int, Pairs]
"""The (source, target) pairs of one source, by the mask of those neighbours that are targets."""


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
    cards_only: bool
    """Whether neither spaces nor regions bring armies."""
    attack_dice: int
    defence_dice: int
    fans: tuple[Fan, ...]
    """For each space its pairs with every choice of its neighbours."""
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


def compile_rules(options: RiskOptions) -> Rules:
    """Compile the options of a game; `rules_of` remembers the result."""
    board, data = board_of(options.board), tables_of(options.board)
    compiled = board.compile()
    cards_only = options.income == "cards_only"
    bonuses = data.bonuses["none" if cards_only else options.bonuses].regions
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
        cards_only=cards_only,
        attack_dice=options.attack_dice,
        defence_dice=options.defence_dice,
        fans=tuple(_fan(space, near) for space, near in enumerate(compiled.neighbours)),
        rolls=_roll_requests(options.attack_dice, options.defence_dice),
        cards=data.cards,
        symbols={space: symbol for symbol, spaces in data.cards.symbols.items() for space in spaces},
        missions=data.missions[options.missions],
        data=data,
    )


class _WideFan(dict[int, Pairs]):
    """The fan of a space with so many neighbours that only the choices asked for are made."""

    def __init__(self, space: int) -> None:
        super().__init__()
        self._space = space

    def __missing__(self, some: int) -> Pairs:
        return self.setdefault(some, tuple((self._space, target) for target in bits(some)))


def _fan(space: int, neighbours: tuple[int, ...]) -> Fan:
    """List every choice of neighbours once: at most 64 of them on the classic map, and asked for thousands of times."""
    if len(neighbours) > _NARROW:
        return _WideFan(space)
    choices = chain.from_iterable(combinations(neighbours, size) for size in range(len(neighbours) + 1))
    return {sum(1 << target for target in some): tuple((space, target) for target in some) for some in choices}


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

    The minimum covers the whole sum, or the spaces alone where the official rule is chosen. Nothing where only cards
    bring armies.
    """
    if rules.cards_only:
        return 0
    earned = held.bit_count() // rules.spaces_per_army
    bonus = 0
    for region, armies in rules.bonuses:
        if region & held == region:
            bonus += armies
    if rules.minimum_before_bonus:
        return max(rules.minimum, earned) + bonus
    return max(rules.minimum, earned + bonus)


class Exchange(NamedTuple):
    """A roll settled: both hands from the highest die, and the armies that attacker and defender lose."""

    attack: list[int]
    defence: list[int]
    attacker_loss: int
    defender_loss: int


def exchange(faces: tuple[int, ...], dice: int) -> Exchange:
    """Settle a roll whose first `dice` faces are the attacker's (`risk D9`).

    Hands are sorted from the highest and compared in pairs; a tie costs the attacker, and each pair costs exactly
    one army.
    """
    attack, defence = sorted(faces[:dice], reverse=True), sorted(faces[dice:], reverse=True)
    lost = killed = 0
    for ours, theirs in zip(attack, defence, strict=False):
        if ours > theirs:
            killed += 1
        else:
            lost += 1
    return Exchange(attack, defence, lost, killed)
