"""`wartable adjudicate --game lotr-machiavelli`: every step of a year, from letters as they are mailed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said
from wartable.cli.app import run

DRIVEN = (
    "spring 3001 retreats\nfigures: Z minas_morgul, GEG ithilien, RB buckland, BRC nurn\ndriven: nurn, mount_doom\n"
)


@pytest.fixture
def judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    def call(position: str | None, orders: str, *words: str) -> Said:
        (tmp_path / "orders").write_text(orders)
        given = ["--orders", str(tmp_path / "orders")]
        if position is not None:
            (tmp_path / "position").write_text(position)
            given += ["--position", str(tmp_path / "position")]
        status = run(["adjudicate", "--game", "lotr-machiavelli", *given, *words])
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call


def following(said: Said) -> str:
    """Return the position that a report ends with."""
    assert (said.status, said.err) == (0, "")
    return said.out.partition("Next:\n\n")[2].partition("\nDue:")[0]


def test_a_year_goes_from_report_to_report(judged: Any) -> None:
    units = judged(None, "", "--dice", "3,5,1,5,5")
    assert "Mordor earns 16 ducats." in units.out
    campaign = judged(
        following(units),
        "Dear GM,\nEriador:\n* FLEET mithlond\nRohan (Eo): nothing\nMordor\n> BUILD G umbar\nRegards,\nHans",
    )
    assert "F mithlond" in campaign.out
    spring = judged(
        following(campaign),
        "Gondor: GEG minas_tirith - ithilien; DEAD AT minas_tirith\n"
        "Eriador: RB the_shire - buckland\nMOR:\n> Z minas_morgul - ithilien\n> BRC minas_morgul - nurn\n> riders stay",
    )
    assert "Mordor: Z minas_morgul may retreat to gorgoroth, mount_doom" in spring.out
    summer = judged(following(spring), "Mordor: Z minas_morgul - mount_doom", "--dice", "1")
    assert "Plague is rolled for" in summer.out
    assert "summer 3000 campaign\nfigures: Z mount_doom, GEG ithilien, RB buckland, BRC nurn" in summer.out


def test_who_does_not_say_where_the_nazgul_goes_is_listed_and_a_wrong_way_is_refused(judged: Any) -> None:
    silent = judged(DRIVEN, "", "--dice", "1")
    assert silent.out.endswith("Sent nothing: Mordor.\n")
    assert "figures: Z minas_morgul, GEG ithilien, RB buckland, BRC nurn" in silent.out

    wrong = judged(DRIVEN, "Mordor: Z minas_morgul - khand", "--dice", "1")
    assert wrong.status == 1
    assert "The Nazgul cannot retreat there. It may go to: nurn, mount_doom." in wrong.err


def test_two_sides_and_the_ents_are_written_down_and_read_back(judged: Any) -> None:
    units = judged(None, "", "--dice", "3,3,3,3,3", "--option", "powers=two", "--option", "ents=true")
    position = following(units)

    assert "Good side\nA belfalas" in position
    assert "\nents: asleep\n" in position
    after = judged(
        position, "Good side: BUILD C west_rohan\nEvil side NMR", "--option", "powers=two", "--option", "ents=true"
    )
    woken = judged(following(after), "", "--option", "powers=two", "--option", "ents=true")
    assert "The Ents come out of Fangorn." in woken.out
    assert "\nents: awake\n" in woken.out
    assert "C west_rohan" in after.out or "The field of West Rohan is taken" in after.out
