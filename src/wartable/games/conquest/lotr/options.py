"""The options of The Lord of the Rings Risk; what each is like is said in `choices`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from wartable.engine.errors import Conflict, Reason
from wartable.engine.options import BY_SEATS
from wartable.games.conquest.core.options import FamilyOptions
from wartable.games.conquest.lotr import option_fields as c
from wartable.games.conquest.lotr import turn_option_fields as t
from wartable.games.conquest.simultaneous.option_fields import GROUP

BOARDS = {"64": "lotr-64", "42": "lotr-42"}
"""The board of each edition."""
FOUR = 4
"""Players of a game with sides."""


class LotrOptions(FamilyOptions, frozen=True, kw_only=True, cache_hash=True):
    """How the game is played; the defaults are the Trilogy Edition's."""

    groups: ClassVar = (
        c.SETUP,
        c.GOAL,
        c.MISSIONS,
        c.BATTLE,
        c.LEADERS,
        c.UNITS,
        c.CARDS,
        c.TURN,
        c.RING,
        c.SIDES,
        GROUP,
    )

    edition: c.EditionOption = "64"
    neutral_army_2p: c.NeutralArmy = True
    neutral_off_fill: c.NeutralOffFill = "claim"
    deal_mode: c.DealMode = BY_SEATS
    require_unit_everywhere: c.RequireUnit = True
    leftover_territories: c.Leftover = "players_choose"
    starting_territory_cards: c.StartingTerritoryCards = BY_SEATS
    starting_adventure_cards: c.StartingAdventureCards = 4
    victory: c.Victory = ("points", "all")
    secret: c.Secret = "dealt"  # noqa: S105 - of goals
    goal_check: c.GoalCheck = "end_of_own_turn"
    end_on_goal: c.EndOnGoal = False
    equal_turns: c.EqualTurns = False
    capitals: c.Capitals = False
    hidden_armies: c.HiddenArmies = False
    mission_needs_leader: c.MissionNeedsLeader = True
    reward_timing: c.RewardTiming = "after_combat_and_fortify"
    leader_already_there: c.LeaderAlreadyThere = "counts"
    mission_or_card: c.MissionOrCard = "both"
    site_visit: c.SiteVisit = "conquer"
    adventure_limit: c.AdventureLimit = 4
    leave_one: c.LeaveOne = True
    enter_minimum: c.EnterMinimum = "fought"
    enter_maximum: c.EnterMaximum = "any"
    empty_counts_for_card: c.EmptyCounts = True
    chain_attacks: c.ChainAttacks = True
    sea_rule: c.SeaRule = "adjacent"
    leaders_at_start: t.LeadersAtStart = 2
    leaders_max: t.LeadersMax = 2
    leaders_per_territory: t.LeadersPerTerritory = 1
    leader_bonus: t.LeaderBonus = 1
    declaration: t.Declaration = False
    claim_after_fighting: t.ClaimAfterFighting = True
    fought_leader_moves: t.FoughtLeaderMoves = True
    new_leader: t.NewLeader = "after_cards"
    income: t.Income = ("territories", "regions", "strongholds", "cards")
    place_in: t.PlaceIn = "own"
    set_values: t.SetValues = "combination"
    set_counter: t.SetCounter = "game"
    sets_per_turn: t.SetsPerTurn = "several"
    forced_trade_at: t.ForcedTradeAt = 5
    depicted_bonus: t.DepictedBonus = False
    territory_card_limit: t.TerritoryCardLimit = 5
    take_territory_cards: t.TakeTerritoryCards = True
    trade_down: t.TradeDown = True
    take_adventure_cards: t.TakeAdventureCards = False
    turn_order: t.TurnOrder = "p64"
    range: t.Range = "chain"
    amount: t.Amount = "one_group"
    leaders_separate: t.LeadersSeparate = True
    path_includes_south_downs: t.SouthDowns = True
    doom_roll: t.DoomRoll = True
    journey_end: t.JourneyEnd = "mount_doom"
    find_ring: t.FindRing = False
    sides: t.SidesOption = "none"
    team_points_at_doom: t.TeamPoints = False
    moves: t.Moves = "turns"
    reveal: t.Reveal = "together"
    swap: t.Swap = "pass"
    cap_by_units: t.CapByUnits = False
    withdraw: t.Withdrawal = True
    battles: t.Battles = "full"
    fellowship: t.FellowshipSteps = "per_player"

    @property
    def map_name(self) -> str:
        """The board of the edition."""
        return BOARDS[self.edition]

    @property
    def simultaneous(self) -> bool:
        """Whether all move at the same time (`lotr-risk M01`)."""
        return self.moves == "simultaneous"

    @property
    def ring(self) -> bool:
        """Whether the Ring travels: without points there is no end of its journey to wait for (`lotr-risk L27`)."""
        return "points" in self.victory

    @property
    def goals(self) -> tuple[str, ...]:
        """What wins beside points and the whole map, those of `end_on_goal` among it (`lotr-risk L26`)."""
        chosen = (*self.victory, *(("territorial", "regions") if self.end_on_goal else ()))
        return tuple(kind for kind in ("territorial", "eliminate", "regions") if kind in chosen)

    def seat_counts(self) -> tuple[int, ...]:
        """Return the numbers of players: four where there are sides, else two to four (`lotr-risk 1.1.1`, 3)."""
        return (FOUR,) if self.sides != "none" else (2, 3, FOUR)

    def contradictions(self) -> Iterator[Conflict]:
        """Yield what goes against the most leaders there may be, and a game that might never end.

        Where no Ring ends the game, units must come for territories: what regions, strongholds or cards bring may run
        dry, with nobody able to attack any more.
        """
        if not self.ring and "territories" not in self.income:
            message = "Without points nothing ends the game but conquest, so territories must bring units."
            reason = Reason(code="option.contradiction", message=message, rule="lotr-risk T50")
            yield Conflict(options=("income", "victory"), reason=reason)
        if self.leaders_at_start > self.leaders_max:
            message = f"{self.leaders_at_start} leaders cannot be placed where {self.leaders_max} are the most."
            reason = Reason(code="option.contradiction", message=message, rule="lotr-risk T32")
            yield Conflict(options=("leaders_at_start", "leaders_max"), reason=reason)
