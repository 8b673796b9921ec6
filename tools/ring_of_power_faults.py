"""What a scenario file is refused for, shown by breaking the documentation's example in one place after another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wartable.engine.errors import BadData
from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.reading import read_scenario

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "ring-of-power" / "saltmere.yaml"
FAULTS = (
    ("last_turn: 8", "last_turns: 8"),
    ("table: {width: 36", "table: {width: broad"),
    ("armies: 2", "armies: -2"),
    ("radius: 1.2", "radius: .nan"),
    ("{is: turn, at_least: 4, at_most: 4}", "{is: turn, from: 4}"),
    ("{do: close, area: wade, turns: 0}", "{do: shut, area: wade}"),
    ("[[24, 6], [29, 6], [29, 9], [24, 9]]", "[[24, 6], [29, 9], [29, 6], [24, 9]]"),
    ("[[26, 15], [33, 16]", "[[26, 15], [43, 16]"),
    ("id: quicksand, type: marsh", "id: quicksand, type: swamp"),
    ("unit: lamp_pike, count: 5", "unit: lamp_pyke, count: 5"),
    ("factions: [hollow_tide]", "factions: [hollow_tyde]"),
    ("abilities: [pikes]", "abilities: [pike]"),
    ("row: man", "row: men"),
    ("owner: league\n", "owner: leage\n"),
    ("at: chapel", "at: alder_wood"),
    ("crew: [reedman], at: [20.5, 3]", "at: [20.5, 3]"),
    ("anchor: [17.5, 15]", "anchor: [33.5, 15]"),
    ("flag: bell_rung, delay: 1", "flag: bell_rang, delay: 1"),
    ("when: battle\n", "when: movement_end\n"),
    ("minutes: 30", "settlements: {measure: middle}"),
    ("{winner: league, grade: minor, when: time_out,", "{winner: league, grade: minor, when: turn_start,"),
)
"""What stands in the example, and what is written in its place."""


def fault_table() -> Iterator[str]:
    """Yield a row for every fault: what is written, and what is said of it."""
    yield "| instead of | is written | what is said |\n|---|---|---|"
    for right, wrong in FAULTS:
        said = "<br>".join(said_of(right, wrong)).replace("|", "\\|")
        yield f"| `{right.strip()}` | `{wrong.strip()}` | {said} |"


def said_of(right: str, wrong: str) -> tuple[str, ...]:
    """Return what is said of the example with one thing changed. Raises `ValueError` for what does not stand in it."""
    text = EXAMPLE.read_text(encoding="utf-8")
    if right not in text:
        message = f"{right!r} does not stand in {EXAMPLE.name}."
        raise ValueError(message)
    try:
        return findings(read_scenario(text.replace(right, wrong, 1), EXAMPLE.name, EXAMPLE.parent))
    except BadData as error:
        return (str(error),)
