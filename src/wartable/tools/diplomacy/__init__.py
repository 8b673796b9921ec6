"""Tools of Diplomacy: the adjudicator for game masters, the sandbox, files of cases, and maps of other programs."""

from wartable.tools.registry import Command, Tools

TOOLS = Tools(
    key="diplomacy",
    pages=("/sandbox",),
    routes="wartable.tools.diplomacy.routes:ROUTES",
    commands=(
        Command(
            "adjudicate",
            "wartable.tools.diplomacy.judging:adjudicate",
            "Judge a phase of Diplomacy from files, with reasons.",
        ),
        Command(
            "variant",
            "wartable.tools.diplomacy.variants:bring_variant",
            "Check a Diplomacy map, or bring one over from another program.",
        ),
    ),
    files=("wartable.tools.diplomacy.ownmaps:MAPS",),
    cases=("wartable.tools.diplomacy.cases:CASES", "wartable.tools.diplomacy.cases:RING_CASES"),
)
