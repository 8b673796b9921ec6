"""The optional rules that no edition plays by default, each an option of its own.

What the sources leave open of them is reconstructed, and the docstrings of the modules that carry them out say it.
Source: rules/machiavelli.md 14.
"""

from __future__ import annotations

from typing import Annotated, Literal

from wartable.engine.needs import Need, need
from wartable.engine.options import About, Options

GROUP = "Optional rules"
RULE = "machiavelli 14"
_MONEY = (need("there is no money", money=True),)
_PLAGUE = (need("there is no plague", plague=True),)


def _rule(label: str, sentence: str, needs: tuple[Need, ...] = ()) -> About:
    return About(label, sentence, rule=RULE, group=GROUP, needs=needs)


class OptionalRules(Options, frozen=True, kw_only=True):
    """The options of section 14; all of them are off in every profile."""

    strategic_movement: Annotated[
        bool,
        _rule(
            "Strategic movement",
            "Whether each power may shift two armies or fleets through its own empty provinces after a campaign.",
        ),
    ] = False
    variable_home: Annotated[
        bool, _rule("New home provinces", "Whether a province held through two falls becomes a home province.")
    ] = False
    teams: Annotated[
        Literal["none", "two", "three"],
        About(
            "Teams",
            "Whether seats play in teams, whose cities and home countries count together.",
            rule=RULE,
            choices={
                "none": "Everybody alone",
                "two": "Two teams, of every other seat",
                "three": "Three teams, of every third seat",
            },
            group=GROUP,
        ),
    ] = "none"
    excommunication: Annotated[
        Literal["none", "campaign", "forgiven"],
        About(
            "Excommunication",
            "Whether the Papacy, if it is played, may forbid a power to write letters before a campaign.",
            rule=RULE,
            choices={
                "none": "No",
                "campaign": "Until the orders are in; if all others ignore it, the Papacy itself (1995)",
                "forgiven": "Until it is forgiven, and with it whoever writes to it (Condottieri)",
            },
            group=GROUP,
        ),
    ] = "none"
    autonomous_units: Annotated[
        bool,
        _rule("Hired units", "Whether money orders independent units, and buys their armies and fleets.", _MONEY),
    ] = False
    scorched_earth: Annotated[
        bool, _rule("Scorched earth", "Whether 3 ducats bring famine to a province in any campaign.", _MONEY)
    ] = False
    bodyguards: Annotated[
        bool, _rule("Bodyguards", "Whether ducats for guards count against what assassins are paid.", _MONEY)
    ] = False
    province_gifts: Annotated[
        bool, _rule("Gifts of provinces", "Whether a power may hand a province without units over to another.", _MONEY)
    ] = False
    spreading_plague: Annotated[
        bool, _rule("Spreading plague", "Whether plague goes on to neighbours until the year ends.", _PLAGUE)
    ] = False
    trade_routes: Annotated[
        bool, _rule("Trade routes", "Whether safe sea routes pay a ducat to each end every year.", _MONEY)
    ] = False
    religious_war: Annotated[
        bool, _rule("Religious war", "Whether heretic provinces rebel more easily, and for less money.", _MONEY)
    ] = False
    fog: Annotated[
        bool,
        _rule("Fog of war", "Whether powers see only where they are, what borders on it, and what diplomats watch."),
    ] = False
    random_events: Annotated[
        bool, _rule("Random events", "Whether a die for each power brings or costs it money every year.", _MONEY)
    ] = False


NAMES: tuple[str, ...] = tuple(
    name for name in OptionalRules.__struct_fields__ if name not in Options.__struct_fields__
)
"""The options by name, for games that are played without them."""
