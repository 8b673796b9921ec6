"""The command that a page of simulations names makes the same report again."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.lab.page import command_of
from wartable.lab.report import make_report
from wartable.lab.simulate import Plan, simulate


def command(options: LotrOptions) -> str:
    """The command of one game between players at random."""
    plan = Plan(game="lotr-risk", options=options.values(), seats=("random", "random"), games=1, seed="1")
    return command_of(make_report(plan, simulate(plan)))


def test_a_preset_is_named() -> None:
    start = "wartable simulate lotr-risk --seats random,random"
    assert command(PRESETS["trilogy"]) == f"{start} --games 1 --seed 1"
    assert command(PRESETS["original"]) == f"{start} --preset original --games 1 --seed 1"


def test_a_set_is_written_as_it_is_read() -> None:
    without = replace(PRESETS["trilogy"], income=("territories", "cards"))
    assert command(without).endswith("--option income=territories,cards")
