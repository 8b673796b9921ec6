"""Tools of the conquest family: the odds of battles by dice, maps of one's own, and files of cases."""

from wartable.tools.registry import Command, Tools

TOOLS = Tools(
    key="conquest",
    routes="wartable.tools.conquest.routes:ROUTES",
    commands=(Command("odds", "wartable.tools.conquest.odds:odds", "Print the exact odds of a battle."),),
    files=("wartable.tools.conquest.maps:MAPS",),
    cases=("wartable.tools.conquest.cases:CASES",),
)
