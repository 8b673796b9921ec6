"""Tools of Machiavelli: the adjudicator for game masters, the sandbox, and files of cases."""

from wartable.tools.registry import Tools

TOOLS = Tools(
    key="machiavelli",
    pages=("/sandbox/:game",),
    routes="wartable.tools.machiavelli.routes:ROUTES",
    cases=("wartable.tools.machiavelli.cases:CASES",),
    adjudicators=(
        "wartable.tools.machiavelli.judging:ADJUDICATOR",
        "wartable.tools.machiavelli.judging:LOTR_ADJUDICATOR",
    ),
)
