"""One set of options of Classic Risk made ready to play by."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.core.battle import Toss, toss_of
from wartable.games.conquest.core.data import BoardTables
from wartable.games.conquest.core.goals import Goal
from wartable.games.conquest.core.maps import tables_of
from wartable.games.conquest.core.rules import (
    REMEMBERED,
    Rules,
    family_parts,
    region_bonus,
)
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Rolling
from wartable.odds import DiceRules


class RiskRules(Rules, frozen=True, eq=False, kw_only=True):
    """What the rules of Classic Risk look up."""

    options: RiskOptions
    data: BoardTables
    tosses: tuple[tuple[Toss, ...], ...]
    """Every roll there can be, by the attacker's armies committed and then the defender's, up to the most of each."""

    def toss(self, state: ConquestState, fight: Rolling) -> Toss:
        """Look the next roll of an attack up; where pieces bear on dice, it is worked out."""
        if self.pieces:
            return super().toss(state, fight)
        armies, ours = state.armies, fight.dice
        able, theirs = armies[fight.source] - self.stay, armies[fight.target]
        rolls = self.tosses[min(ours, able)]
        return rolls[theirs] if theirs < len(rolls) else rolls[-1]

    def income(self, state: ConquestState, seat: int) -> int:
        """Return the armies that a seat gets for its spaces."""
        return income(self, state.held[seat])


@lru_cache(maxsize=REMEMBERED)
def rules_of(options: RiskOptions) -> RiskRules:
    """Return the compiled rules of these options."""
    data, bonuses = tables_of(options.board), "none" if options.income == "cards_only" else options.bonuses
    ours, theirs = options.attack_dice, options.defence_dice
    dice = DiceRules(attack_dice=ours, defence_dice=theirs)
    parts, table = family_parts(options, bonuses), data.cards
    parts["cards"] = replace(
        parts["cards"],
        dealt=options.cards != "off",
        seized=options.seize_cards,
        sets=getattr(table.sets, "escalating" if options.cards == "off" else options.cards),
        limited=options.cards != "italian",
        forced_at=table.forced_at,
        seized_from=table.seized_from,
        seized_to=table.seized_to,
        picture_armies=table.picture_armies if options.picture_bonus else 0,
    )
    return RiskRules(
        **parts,
        plain=dice,
        fortify=options.fortify,
        stay=int(options.moves == "turns"),
        enter_least="fought" if options.move_in == "dice" else "one",
        turn_limit=options.turn_limit,
        goals=_goals(options, data, len(parts["board"].ids)),
        missions=data.missions[options.missions].missions if options.goal == "missions" else (),
        data=data,
        tosses=tuple(tuple(toss_of(dice, one, other) for other in range(theirs + 1)) for one in range(ours + 1)),
    )


def _goals(options: RiskOptions, data: BoardTables, spaces: int) -> tuple[Goal, ...]:
    """Return what any seat may win by where the goal is open: territories, or the pairs of continents."""
    if options.goal == "continents":
        return data.missions["lotr_notes"].regions
    wanted = data.open_counts(options.territories) if options.goal == "territories" else ()
    return tuple(goal for goal in wanted if goal.count <= spaces)


def income(rules: RiskRules, held: int) -> int:
    """Return the armies a seat gets for the spaces of a mask (`risk D6`).

    The minimum covers the whole sum, or the spaces alone where the official rule is chosen. Nothing where only cards
    bring armies.
    """
    table, rule = rules.data.income, rules.options.income
    earned, bonus = held.bit_count() // table.spaces_per_army, region_bonus(rules, held)
    if rule == "cards_only":
        return 0
    return max(table.minimum, earned) + bonus if rule == "official" else max(table.minimum, earned + bonus)
