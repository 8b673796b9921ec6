"""One set of options of Lord of the Rings Risk made ready to play by: masks and tables, compiled once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Literal

from msgspec.structs import replace

from wartable.board import Board, load_board
from wartable.board.model import BorderKind
from wartable.games.conquest.core.battle import Toss, toss_of
from wartable.games.conquest.core.cards import CardRules, territory_cards
from wartable.games.conquest.core.pieces import PieceKind
from wartable.games.conquest.core.rules import REMEMBERED, EnterLeast, Rules, board_parts
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.lotr import income, modifiers, movement
from wartable.games.conquest.lotr.data import AdventureCard, Happening, LotrData, Mission, Power, Shield, lotr_data
from wartable.games.conquest.lotr.goals import goals_of
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.state import LotrState
from wartable.odds import DiceRules

LEADERS = PieceKind("leader", "leader", "leaders")
LEAST: dict[str, EnterLeast] = {"fought": "fought", "1": "one", "0": "none"}
FELLOWSHIP = "fellowship"
"""The path of the boards that the Ring follows."""
Window = Literal[
    "attack.declared", "battle.declared", "fellowship.leaves", "fellowship.rolled", "fellowship.leaving"
]  # fmt: skip


class LotrRules(Rules, frozen=True, eq=False, kw_only=True, dict=True):
    """What the rules look up. Sets of territories are masks, steps of the path are counted from 0."""

    options: LotrOptions
    data: LotrData
    alignment: tuple[Shield, ...]
    """The shield of each territory's card."""
    strongholds: int
    sites: int
    ports: int
    land: tuple[int, ...]
    """Neighbours of each territory by land and over bridges."""
    sea: tuple[int, ...]
    """Ports at the other end of each port's sea-lines."""
    near: tuple[int, ...]
    """Neighbours by land, and the ports that the sea rule always allows."""
    bridges: frozenset[tuple[int, int]]
    """The banks of each bridge, the lower index first."""
    beside: tuple[int, ...]
    """For each territory the others beside a range of mountains that it touches."""
    region_of: tuple[int, ...]
    """For each territory those of its region, as a mask."""
    path: tuple[int, ...]
    """The territory of each step of the Fellowship."""
    path_dice: int
    """The steps with a die as a mask."""
    ends_on_doom: bool
    """Whether the journey ends on Mount Doom, rather than beyond the last step."""
    deck: tuple[AdventureCard, ...]
    """The adventure cards by number, each copy with its own."""
    adventure: dict[str, AdventureCard]
    """Those of the deck by id."""
    copies: dict[str, int]
    """The numbers of all copies of a card of the deck, as a mask."""
    missions_mask: int
    """The missions of the deck as a mask of cards."""
    events_mask: int
    """The events of the deck as a mask of cards."""
    windows: dict[Window, tuple[Power, ...]]
    """The cards that may be played in each window, those first that nothing else bears on."""
    answering: dict[Window, int]
    """The same as masks of cards."""
    units_at_start: dict[int, int]
    """Units of each player by the number of players."""

    def dice(self, state: ConquestState, source: int, target: int) -> DiceRules:
        """Return the dice of the attack at hand, with leaders, stronghold and cards (`lotr-risk 1.2.2`, `T31`)."""
        assert isinstance(state, LotrState)  # noqa: S101 - no other state comes with these rules
        return modifiers.battle_dice(self, state, source, target)

    def toss(self, state: ConquestState, fight: Rolling) -> Toss:
        """Look the next roll of an attack up by bonuses and by the units that the sides commit."""
        assert isinstance(state, LotrState)  # noqa: S101 - no other state comes with these rules
        attack, defence = modifiers.bonuses(self, state, fight.source, fight.target)
        ours = min(fight.dice, state.armies[fight.source] - self.stay)
        key = attack, defence, ours, min(self.plain.defence_dice, state.armies[fight.target])
        try:  # every roll there can be is soon met, and each is asked for three times
            return self.tosses[key]
        except KeyError:
            return self.tosses.setdefault(key, toss_of(modifiers.with_bonuses(self.plain, attack, defence), *key[2:]))

    @cached_property
    def tosses(self) -> dict[tuple[int, int, int, int], Toss]:
        """Rolls met before, by the bonuses and the units of attacker and defender."""
        return {}

    def ways(self, state: ConquestState, seat: int) -> Sequence[int]:
        """Return for every territory those that could be attacked or entered from there (`lotr-risk T40`)."""
        assert isinstance(state, LotrState)  # noqa: S101 - no other state comes with these rules
        return movement.attack_ways(self, state, seat)

    def friends(self, state: ConquestState, seat: int) -> int:
        """Return the territories of a seat and of its partner."""
        assert isinstance(state, LotrState)  # noqa: S101 - no other state comes with these rules
        return movement.partners(self, state, seat)

    def income(self, state: ConquestState, seat: int) -> int:
        """Return the units that a seat gets at the start of a turn, those of strongholds among them."""
        return income.income_of(self, state.held[seat]).total

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The stages of a turn after the reinforcements, in their order (`lotr-risk T34`, `lotr-risk T80`)."""
        options = self.options
        if options.simultaneous:
            return self._cards_of_round
        return (
            *(("declare",) if options.declaration else ()),
            "attack",
            "fortify",
            *(("show",) if options.turn_order == "source" and options.reward_timing != "after_combat" else ()),
            *(("leader",) if options.new_leader == "before_cards" else ()),
            "territory",
            "adventure",
            *(("leader",) if options.new_leader == "after_cards" else ()),
            "goals",
            "close",
        )

    @property
    def _cards_of_round(self) -> tuple[str, ...]:
        """The stages of a seat's cards and missions in a simultaneous round (`lotr-risk L79`, `lotr-risk L80`)."""
        when = self.options.new_leader
        return (
            *(("leader",) if when == "with_leader_move" else ()),
            "show",
            *(("leader",) if when == "before_cards" else ()),
            "territory",
            "adventure",
            *(("leader",) if when == "after_cards" else ()),
            "goals",
            "close",
        )


@lru_cache(maxsize=REMEMBERED)
def rules_of(options: LotrOptions) -> LotrRules:
    """Return the compiled rules of these options."""
    data, board = lotr_data(), load_board(options.map_name)
    index = board.compile().index
    land, sea = _reach(board, "land", "bridge"), _reach(board, "sea_lane")
    ports = sum(1 << space for space, lines in enumerate(sea) if lines)
    far = {"adjacent": sea, "any_port": tuple(ports & ~(1 << i) if ports >> i & 1 else 0 for i in range(len(sea)))}
    deck = data.deck(options.edition, fellowship=options.ring, turns=not options.simultaneous)
    path, path_dice, doom = _path(options, data, board)
    goals, open_goals = goals_of(options), options.secret == "open_to_all"  # noqa: S105 - of goals
    compiled = board.compile()
    return LotrRules(
        **board_parts(options, board, data.bonuses[options.edition].regions, _cards(options, data, board)),
        army=("unit", "units"),
        plain=DiceRules(attack_dice=data.combat.attack_dice, defence_dice=data.combat.defence_dice),
        fortify=options.range,
        stay=int(options.leave_one),
        enter_least=LEAST[options.enter_minimum],
        enter_most=options.enter_maximum,
        empty_counts=options.empty_counts_for_card,
        pieces=(LEADERS,),
        turn_limit=0,
        neutral=True,
        goals=goals if open_goals else (),
        missions=() if open_goals else goals,
        goals_count="at_once" if options.goal_check == "at_once" else "end_of_turn",
        data=data,
        alignment=tuple(data.shields.of(space) for space in compiled.ids),
        strongholds=_mask(index, data.strongholds.places),
        sites=_mask(index, data.sites.places),
        ports=ports,
        land=land,
        sea=sea,
        near=tuple(one | other for one, other in zip(land, far.get(options.sea_rule, sea), strict=True)),
        bridges=frozenset(
            (min(index[border.a], index[border.b]), max(index[border.a], index[border.b]))
            for border in board.borders
            if border.kind == "bridge"
        ),
        beside=_beside(board),
        region_of=tuple(compiled.region_masks[region] for region in compiled.region_of),
        path=path,
        path_dice=path_dice,
        ends_on_doom=doom,
        deck=deck,
        adventure={card.id: card for card in deck},
        copies={card.id: sum(1 << n for n, other in enumerate(deck) if other.id == card.id) for card in deck},
        missions_mask=sum(1 << number for number, card in enumerate(deck) if isinstance(card, Mission)),
        events_mask=sum(1 << number for number, card in enumerate(deck) if isinstance(card, Happening)),
        windows={window: _answers(deck, moments) for window, moments in MOMENTS.items()},
        answering={
            window: sum(1 << n for n, card in enumerate(deck) if isinstance(card, Power) and card.moment in moments)
            for window, moments in MOMENTS.items()
        },
        units_at_start=data.setup.units[options.edition].each,
    )


MOMENTS: dict[Window, tuple[str, ...]] = {
    "attack.declared": ("attacked", "sea_battle"),
    "battle.declared": ("sea_battle",),
    "fellowship.leaves": ("leaves", "leaves_or_leaving"),
    "fellowship.rolled": ("rolled",),
    "fellowship.leaving": ("leaving", "leaves_or_leaving"),
}
"""The moments of the cards that may be played in each window (`lotr-risk L46`, `L50`)."""


def _answers(deck: tuple[AdventureCard, ...], moments: tuple[str, ...]) -> tuple[Power, ...]:
    cards = dict.fromkeys(card for card in deck if isinstance(card, Power) and card.moment in moments)
    return tuple(sorted(cards, key=lambda card: bool(card.territory) or card.effect in {"sink", "withdraw"}))


def _mask(index: dict[str, int], spaces: dict[str, str]) -> int:
    """Return those of some territories that are on the board."""
    return sum(1 << index[space] for space in spaces if space in index)


def _reach(board: Board, *kinds: BorderKind) -> tuple[int, ...]:
    """Return for each territory those it meets by borders of some kinds."""
    index = board.compile().index
    near = [0] * len(index)
    for border in board.borders:
        if border.kind in kinds:
            near[index[border.a]] |= 1 << index[border.b]
            near[index[border.b]] |= 1 << index[border.a]
    return tuple(near)


def _beside(board: Board) -> tuple[int, ...]:
    index = board.compile().index
    near = [0] * len(index)
    for mountains in board.ranges:
        foot = [index[space] for space in mountains.touches]
        for space in foot:
            near[space] |= sum(1 << other for other in foot if other != space)
    return tuple(near)


def _path(options: LotrOptions, data: LotrData, board: Board) -> tuple[tuple[int, ...], int, bool]:
    """Return the territories of the path, the steps with a die, and whether it ends on Mount Doom (`T85`, `V5`)."""
    index = board.compile().index
    last = data.path.ends["42"] if options.journey_end == "dead_marshes" else data.path.ends[options.edition]
    steps = next(trail for trail in board.paths if trail.id == FELLOWSHIP).steps
    if not options.path_includes_south_downs:
        steps = tuple(step for step in steps if step.space not in data.path.disputed)
    steps = steps[: next(number for number, step in enumerate(steps) if step.space == last) + 1]
    dice = sum(1 << number for number, step in enumerate(steps) if step.roll)
    return tuple(index[step.space] for step in steps), dice, last == data.path.ends["64"]


def _cards(options: LotrOptions, data: LotrData, board: Board) -> CardRules:
    """Return the rules of the territory cards."""
    table, symbols = data.cards, data.symbols.by_space()
    names = {space.id: space.name for space in board.spaces}
    plain = territory_cards(names, {space: symbols[space] for space in names}, table.wild)
    brought = "cards" in options.income
    return replace(
        plain,
        ids=(*names, *(f"wild_{number + 1}" for number in range(table.wild))),
        seized=options.take_territory_cards,
        sets=table.sets.escalating if options.set_values == "escalating" else table.sets.combination,
        limited=brought,
        forced_at=options.forced_trade_at,
        seized_from=table.seized_to + 1,
        seized_to=table.seized_to,
        picture_armies=table.depicted if options.depicted_bonus else 0,
    )
