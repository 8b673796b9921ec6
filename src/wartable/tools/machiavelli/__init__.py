"""Tools of Machiavelli: files of cases."""

from wartable.tools.registry import Tools

TOOLS = Tools(key="machiavelli", cases=("wartable.tools.machiavelli.cases:CASES",))
