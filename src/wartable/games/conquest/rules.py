"""One set of options made ready to play by: board indices, masks and tables, compiled once."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import asdict

from wartable.board.compiled import CompiledBoard, bits
from wartable.games.conquest.data import CardTable, MissionTable, RiskData
from wartable.games.conquest.dice import Toss, toss_of
from wartable.games.conquest.maps import board_of, tables_of
from wartable.games.conquest.options import ConquestOptions, FortifyRule, RiskOptions
from wartable.games.conquest.state import ConquestState, Fight
from wartable.odds import PLAIN, DiceRules

REMEMBERED = 128
"""Sets of options whose rules, and what is made of them, are remembered at once: a server is asked for many."""
_NARROW = 8
"""Neighbours of a space whose every choice is listed beforehand."""


Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Space indices, source and target."""


Fan: TypeAlias = dict[int, Pairs]
"""The (source, target) pairs of one source, by the mask of those neighbours that are targets."""


class Rules(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the rules of every game of the family look up while it runs.

    Spaces and regions are indices, sets of spaces are bit masks. Games override what differs: dice, income.
    """

    options: ConquestOptions
    board: CompiledBoard
    names: tuple[str, ...]
    """Names of the spaces in the edition played."""
    region_names: tuple[str, ...]
    bonuses: tuple[tuple[int, int], ...]
    """Mask and armies of every region."""
    spaces_per_army: int
    minimum: int
    plain: DiceRules = PLAIN
    """The dice of a battle that nothing bears on."""
    fans: tuple[Fan, ...]
    """For each space its pairs with every choice of its neighbours."""
    fortify: FortifyRule
    dice_move_in: bool
    """Whether as many armies as dice must enter a conquered space, those lost apart; else one."""
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
        return tuple(self.names[self.board.index[space]] for space in self.board.names(mask))


def compile_family(
    options: ConquestOptions, bonuses: str, *, fortify: FortifyRule, dice_move_in: bool, turn_limit: int
) -> Rules:
    """Compile what every game of the family looks up; `bonuses` names the table of regions."""
    board, data = board_of(options.board), tables_of(options.board)
    compiled = board.compile()
    regions = data.bonuses[bonuses].regions
    return Rules(
        options=options,
        board=compiled,
        names=tuple(space.name for space in board.spaces),
        region_names=tuple(region.name for region in board.regions),
        bonuses=tuple(
            (mask, regions[key]) for key, mask in zip(compiled.region_ids, compiled.region_masks, strict=True)
        ),
        spaces_per_army=data.income.spaces_per_army,
        minimum=data.income.minimum,
        fans=tuple(_fan(space, near) for space, near in enumerate(compiled.neighbours)),
        fortify=fortify,
        dice_move_in=dice_move_in,
        turn_limit=turn_limit,
        cards=data.cards,
        symbols={space: symbol for symbol, spaces in data.cards.symbols.items() for space in spaces},
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


class RiskRules(Rules, frozen=True, eq=False, kw_only=True):
    """What the rules of Classic Risk look up."""

    options: RiskOptions
    minimum_before_bonus: bool
    cards_only: bool
    """Whether neither spaces nor regions bring armies."""
    missions: MissionTable
    data: RiskData
    tosses: tuple[tuple[Toss, ...], ...]
    """Every roll there can be, by armies committed: its dice are always the same."""

    def toss(self, state: ConquestState, fight: Fight) -> Toss:
        """Look the next roll of an attack up."""
        ours, theirs = state.armies[fight.source] - 1, state.armies[fight.target]
        return self.tosses[min(fight.dice, ours)][min(self.plain.defence_dice, theirs)]

    def income(self, state: ConquestState, seat: int) -> int:
        """Return the armies that a seat gets for its spaces."""
        return income(self, state.held[seat])


def compile_rules(options: RiskOptions) -> RiskRules:
    """Compile the options of a game; `rules_of` remembers the result."""
    cards_only, data = options.income == "cards_only", tables_of(options.board)
    family = compile_family(
        options,
        "none" if cards_only else options.bonuses,
        fortify=options.fortify,
        dice_move_in=options.move_in == "dice",
        turn_limit=options.turn_limit,
    )
    ours, theirs = options.attack_dice, options.defence_dice
    dice = DiceRules(attack_dice=ours, defence_dice=theirs)
    parts: dict[str, Any] = asdict(family) | {"options": options, "plain": dice, "has_cards": options.cards != "off"}
    return RiskRules(
        **parts,
        minimum_before_bonus=options.income == "official",
        cards_only=cards_only,
        missions=data.missions[options.missions],
        data=data,
        tosses=tuple(tuple(toss_of(dice, one, other) for other in range(theirs + 1)) for one in range(ours + 1)),
    )


@lru_cache(maxsize=REMEMBERED)
def rules_of(options: RiskOptions) -> RiskRules:
    """Return the compiled rules of these options."""
    return compile_rules(options)


def income(rules: RiskRules, held: int) -> int:
    """Return the armies a seat gets for the spaces of a mask (`risk D6`).

    The minimum covers the whole sum, or the spaces alone where the official rule is chosen. Nothing where only cards
    bring armies.
    """
    if rules.cards_only:
        return 0
    earned = held.bit_count() // rules.spaces_per_army
    bonus = region_bonus(rules, held)
    if rules.minimum_before_bonus:
        return max(rules.minimum, earned) + bonus
    return max(rules.minimum, earned + bonus)


def region_bonus(rules: Rules, held: int) -> int:
    """Return the armies for the regions that a mask holds whole."""
    bonus = 0
    for region, armies in rules.bonuses:
        if region & held == region:
            bonus += armies
    return bonus
