"""Tools of Ring of Power: the calculator of combats, and scenarios of one's own."""

from wartable.tools.registry import Tools

TOOLS = Tools(
    key="ring-of-power",
    routes="wartable.tools.ring_of_power.routes:ROUTES",
    files=("wartable.tools.ring_of_power.scenarios:SCENARIOS",),
)
