"""The phases of the Balance of Power variant: who is asked, what may be done, what comes next."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wartable.games.conquest.balance import actions
from wartable.games.conquest.core.actions import Attack, EndTurn, Fortify, Place, Trade
from wartable.games.conquest.core.machine import PhaseRow
from wartable.games.conquest.core.phases import PHASES as FAMILY

_SHOP = ("buy", "maneuver", "reinforce")
_RAID = ("neutral_attack", *_SHOP)
_COMMAND = ("ties", "revival", "neutral_reinforce", *_SHOP)
_PASSED = ("ties", "give", *_COMMAND[1:], "over")
_CLOSED = ("draw", *_PASSED)
_LAST = ("collect", "fortify", *_CLOSED)

PHASES: Mapping[str, PhaseRow] = {
    "first": PhaseRow(
        shown="setup", title="Roll for the first turn", then=("first", "cities", "rough", "sites", "objectives"),
        rule="6",
    ),
    "cities": PhaseRow(shown="setup", title="Draw the cities", then=("rough", "sites", "objectives"), rule="4"),
    "rough": PhaseRow(shown="setup", title="Draw the rough terrain", then=("sites", "objectives"), rule="4"),
    "sites": PhaseRow(shown="setup", title="Draw the sites", then=("objectives",), rule="4"),
    "objectives": PhaseRow(
        shown="setup", title="Lay out the objectives", then=("rewards", "neutral", "start_cards", "claim"), rule="58"
    ),
    "rewards": PhaseRow(
        shown="setup", title="Lay out the rewards", then=("neutral", "start_cards", "claim"), rule="59"
    ),
    "neutral": PhaseRow(shown="setup", title="Lay out the neutral army", then=("start_cards", "claim"), rule="8"),
    "start_cards": PhaseRow(
        shown="setup", title="Deal the cards of later seats", then=("start_cards", "claim"), rule="12"
    ),
    "claim": replace(FAMILY["claim"], rule="9"),
    "setup": replace(FAMILY["setup"], then=("setup", "capitals"), rule="9"),
    "capitals": PhaseRow(
        shown="capital",
        title="Found capitals",
        actions=(actions.Capital,),
        then=("capitals", *_COMMAND),
        rule="10",
        hint="Capitals are being founded: choose a territory of yours.",
        prompt="Choose the territory of your capital",
    ),
    "ties": PhaseRow(
        shown="neutral_reinforce", title="Roll who is losing", then=(*_COMMAND, "give"), rule="20"
    ),
    "revival": PhaseRow(
        shown="neutral_reinforce", title="Roll for neutral casualties", then=("neutral_reinforce",), rule="24"
    ),
    "neutral_reinforce": PhaseRow(
        shown="neutral_reinforce",
        title="Reinforce the neutral army",
        actions=(Place, actions.Done),
        then=("neutral_reinforce", *_RAID),
        rule="25",
        hint="You are placing neutral armies: {left} left. Place them on neutral territories, or be done.",
        prompt="Place {left} of the neutral army, or be done",
    ),
    "neutral_attack": PhaseRow(
        shown="neutral_attack",
        title="Attack with the neutral army",
        actions=(Attack, actions.Done),
        then=("battle", *_SHOP),
        rule="26",
        hint="You command the neutral army: make its one attack, or be done.",
        prompt="Attack once with the neutral army, or be done",
    ),
    "buy": PhaseRow(
        shown="buy",
        title="Buy special combat actions",
        actions=(actions.Buy, actions.Done),
        then=(*_RAID, "bomb", "spy", "draw"),
        rule="36",
        hint="You are buying special combat actions. Be done with that first.",
        prompt="Buy special combat actions, or be done",
    ),
    "bomb": PhaseRow(shown="buy", title="Roll beside the bomb", then=_SHOP, rule="46"),
    "spy": PhaseRow(shown="buy", title="Draw of another hand", then=("ties", "give", *_SHOP), rule="51"),
    "maneuver": PhaseRow(
        shown="maneuver",
        title="Maneuver before the draft",
        actions=(Fortify, actions.MoveTanks, actions.Done),
        then=("reinforce",),
        rule="59",
        hint="Your reward is a maneuver before the draft. Make it, or be done.",
        prompt="Make a maneuver before your draft, or be done",
    ),
    "reinforce": PhaseRow(
        shown="reinforce",
        title="Draft",
        actions=(Place, Trade, actions.FormTank, actions.Done),
        then=("reinforce", "attack"),
        rule="55",
        hint="You are still placing: {left} left. Attacking comes next.",
        prompt="Place {left}",
    ),
    "attack": replace(FAMILY["attack"], then=("battle", *_LAST), rule="56"),
    "battle": replace(FAMILY["battle"], then=("battle", "attack", "occupy", "ties", "give", "over", *_RAID), rule="57"),
    "occupy": replace(FAMILY["occupy"], then=("attack", "ties", "give", "over", *_SHOP), rule="56"),
    "collect": PhaseRow(
        shown="collect",
        title="Collect an objective",
        actions=(actions.Collect, actions.Done),
        then=("fortify", *_CLOSED),
        rule="58",
        hint="Your attacks are over. Collect an objective, or be done.",
        prompt="Collect an objective, or be done",
    ),
    "fortify": PhaseRow(
        shown="fortify",
        title="Maneuver",
        actions=(Fortify, actions.MoveTanks, actions.FormTank, actions.DisbandTank, EndTurn),
        then=("fortify", *_CLOSED),
        rule="61",
        hint="Your attacks are over. Make one move, or end your turn.",
        prompt="Move armies once, or end your turn",
    ),
    "draw": PhaseRow(shown="fortify", title="Draw a card", then=_PASSED, rule="33"),
    "give": PhaseRow(
        shown="give",
        title="Give a card away",
        actions=(actions.Give,),
        then=("attack", *_PASSED),
        rule="34",
        hint="You hold more cards than you may. Give one away first.",
        prompt="Give away a card beyond the limit",
    ),
    "over": PhaseRow(shown="over", title="Game over", rule="58"),
}  # fmt: skip
"""Every phase with what it allows and what may follow."""
