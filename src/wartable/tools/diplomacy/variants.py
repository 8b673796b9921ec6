"""`wartable variant`: a Diplomacy map checked, or brought over from another program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from wartable.cli.usage import BadUsage
from wartable.engine.errors import BadData
from wartable.games.diplomacy.faults import unplayable
from wartable.games.diplomacy.formats.anymap import read_any_map
from wartable.games.diplomacy.formats.write import write_variant
from wartable.games.diplomacy.variant import Variant


def bring_variant(
    file: Annotated[Path, Parameter(help="FILE.yaml, FILE.map (diplomacy package, DPjudge) or FILE.zip (jDip).")],
    *,
    name: Annotated[str, Parameter(help="Which variant of a package; the first if left out.")] = "",
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], help="Write it here, as FILE.yaml.")] = None,
) -> None:
    """Check a Diplomacy map; say what it holds and what could not be brought over."""
    if output is not None and output.suffix not in {".yaml", ".yml"}:
        raise BadUsage(f"{output}: a variant is written as FILE.yaml.")
    file.stat()  # what is not there is said to be missing, not to be of no kind
    imported = read_any_map(file, name)
    for note in imported.notes:
        print(f"note: {file.name}: {note}")
    print(summary(imported.variant))
    if faults := unplayable(imported.variant):
        raise BadData("\n".join(f"{file.name}: {fault}" for fault in faults))
    if output is not None:
        output.write_text(write_variant(imported.variant), encoding="utf-8")
        print(f"judge on it   wartable adjudicate --game {output} --orders orders.txt")


def summary(variant: Variant) -> str:
    """Return what a map holds, in numbers."""
    centres = sum(facts.centre for facts in variant.provinces.values())
    army, fleet = (sum(map(len, table.values())) for table in (variant.army_borders, variant.fleet_borders))
    return (
        f"{variant.title}: {len(variant.powers)} powers, {len(variant.provinces)} provinces, {centres} centres, "
        f"{army} army borders, {fleet} fleet borders."
    )
