"""Options of the Balance of Power variant made ready to play by."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from wartable.games.conquest.balance.data import BalanceData, Objective, balance_data
from wartable.games.conquest.balance.dice import battle_rules
from wartable.games.conquest.balance.draft import sabotaged
from wartable.games.conquest.balance.income import draft_of
from wartable.games.conquest.balance.modifiers import MOST_ATTACKERS
from wartable.games.conquest.balance.objectives import Objectives
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.pieces import PieceKind
from wartable.games.conquest.core.rules import REMEMBERED, Rules, family_parts
from wartable.games.conquest.core.state import ConquestState
from wartable.odds import DiceRules

TANK = PieceKind("tank", "tank", "tanks")


class BalanceRules(Rules, frozen=True, eq=False, kw_only=True):
    """What the rules of the variant look up while a game runs."""

    options: BalanceOptions
    tables: BalanceData
    stars: tuple[int, ...]
    """Stars by card."""
    objectives: dict[str, Objective]
    """Every objective by id."""
    dice_asked: list[tuple[ConquestState, int, int, DiceRules]] = msgspec.field(
        default_factory=list[tuple[ConquestState, int, int, DiceRules]]
    )
    """The last answer of `dice`: who offers an attack, checks it, rolls for it and settles it all ask for the same."""

    def dice(self, state: ConquestState, source: int, target: int) -> DiceRules:
        """Return the dice of the next roll with all modifiers (`balance-of-power 57`).

        What a tank adds hangs on its neighbours (63, 64), so it is among them, and `TANK` itself adds nothing.
        """
        for known in self.dice_asked:
            if known[0] is state and known[1] == source and known[2] == target:
                return known[3]
        assert isinstance(state, BalanceState)  # noqa: S101 - no other state comes with these rules
        found = battle_rules(self.board, state, source, target, MOST_ATTACKERS)
        self.dice_asked[:] = [(state, source, target, found)]
        return found

    def income(self, state: ConquestState, seat: int) -> int:
        """Return the armies of a seat's next draft as things stand, stars not counted (`balance-of-power 55`)."""
        assert isinstance(state, BalanceState)  # noqa: S101 - no other state comes with these rules
        whole = draft_of(self, state, seat)
        cut = state.effects.sabotaged >> seat & 1
        return sabotaged(self.tables.draft.sabotage, whole) if cut else whole


@lru_cache(maxsize=REMEMBERED)
def rules_of(options: BalanceOptions) -> BalanceRules:
    """Return the compiled rules of these options."""
    tables, printed = balance_data(), options.stars == "printed"
    rules = BalanceRules(
        **family_parts(options, "standard", wild=not printed),
        fortify="chain",
        enter_least="fought",
        pieces=(TANK,) if options.tanks else (),
        turn_limit=options.turn_limit,
        neutral=options.neutral_army != "none",
        tables=tables,
        stars=(),
        goals=(Objectives(options.objectives_needed),),
        goals_count="end_of_turn",
        objectives={one.id: one for one in (*tables.objectives.basic, *tables.objectives.special)},
    )
    return replace(rules, stars=tuple(_stars(rules, card, printed=printed) for card in range(rules.cards.size)))


def _stars(rules: BalanceRules, card: int, *, printed: bool) -> int:
    """Return the stars of a card: by its symbol, or as printed in the deck of 2008 (`balance-of-power 2`)."""
    table = rules.tables.stars
    if printed:
        return 2 if rules.id(card) in table.deck_2008.two_stars else 1
    return table.symbols[rules.cards.symbols[card]]
