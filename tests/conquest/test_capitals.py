"""The conquest game of the examples keeps the contract, is won by its capitals, and is played by the family's bots."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.examples import FOLDER, capitals
from wartable import bots
from wartable.engine.chance import Rolled, SealedDice, Shuffled
from wartable.engine.conformance import conform
from wartable.engine.driver import Match, play
from wartable.engine.undo import undo_of
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.core.actions import Attack, EndAttacks, Place

GAME = capitals.CAPITALS


def begun(militia: int = 2) -> Match:
    """Return a game of two in which Ada holds North America's west and the capitals are Alberta and Alaska."""
    match = Match(GAME, capitals.CapitalsOptions(militia=militia), 2, SealedDice.of("capitals"))
    index = GAME.rules(match.state).board.index
    first = [index[space] for space in ("alberta", "alaska")]
    match.act(CHANCE, Shuffled((*first, *(space for space in range(42) if space not in first))))
    match.act(Seat(1), capitals.Choose("alaska"))
    assert match.state.capitals == ()
    assert "alaska" not in str(GAME.view(match.state, Seat(0)).capitals)
    match.act(Seat(0), capitals.Choose("alberta"))
    return match


def test_it_keeps_the_contract() -> None:
    (report,) = conform(GAME, games=3)
    assert report.games >= 3


def test_its_package_announces_it() -> None:
    described = tomllib.loads(Path(FOLDER / "capitals" / "pyproject.toml").read_text("utf-8"))
    assert described["project"]["entry-points"] == {"wartable.games": {"capitals": "capitals:CAPITALS"}}


def test_it_is_found_where_it_is_installed(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "capitals" / "capitals.py", tmp_path)
    project = tomllib.loads(Path(FOLDER / "capitals" / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [f"[{group}]" for group in project["entry-points"]]
    lines += [f"{key} = {place}" for found in project["entry-points"].values() for key, place in found.items()]
    about = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "entry_points.txt").write_text("\n".join(lines))
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")

    listed = subprocess.run(
        [sys.executable, "-m", "wartable", "games"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip

    assert "capitals" in listed
    assert "risk" in listed


def test_a_capital_is_chosen_among_own_territories() -> None:
    match = Match(GAME, capitals.CapitalsOptions(), 2, SealedDice.of("capitals"))
    match.answer_chance()
    other = next(space for space, owner in enumerate(match.state.owners) if owner == 1)
    reason = GAME.explain(match.state, Seat(0), capitals.Choose(GAME.rules(match.state).id(other)))
    assert reason is not None
    assert reason.code == "space.not_yours"


def test_a_capital_stands_once_all_are_revealed() -> None:
    undo = undo_of(begun(), Seat(0))
    assert not undo.allowed
    assert undo.reason is not None
    assert undo.reason.code == "undo.revealed"


def test_militia_is_called_up_once_and_a_capital_is_harder_to_take() -> None:
    match = begun()
    match.act(Seat(0), Place("alberta", match.state.to_place))
    match.act(Seat(0), Attack("alberta", "alaska", 3))
    asked = GAME.asked(match.state)
    assert asked is not None
    assert (asked.seats, asked.kind, asked.about) == ((1,), "reaction", "attack.declared")
    match.act(Seat(1), capitals.CallUp())
    match.act(CHANCE, Rolled((6, 6, 6, 6, 1)))
    alaska = GAME.rules(match.state).board.index["alaska"]
    assert match.state.armies[alaska] == 4, "three and two of the militia, less one: the capital's 6 counts 7"
    match.act(Seat(0), Attack("alberta", "alaska", 3))
    assert GAME.to_act(match.state) == (CHANCE,), "militia is called up once"


def test_who_holds_all_capitals_but_one_has_won() -> None:
    match = begun(militia=0)
    held = tuple(mask | 1 << GAME.rules(match.state).board.index["alaska"] if seat == 0 else mask & ~(
        1 << GAME.rules(match.state).board.index["alaska"]
    ) for seat, mask in enumerate(match.state.held))  # fmt: skip
    state = replace(match.state, held=held)
    after = GAME.apply(state, Seat(0), Place("alberta", 1)).state
    assert after.victory is not None
    assert after.victory.seats == (0,)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_of_the_family_play_it_to_its_end(level: str) -> None:
    match = Match(GAME, capitals.CapitalsOptions(), 3, SealedDice.of(f"capitals {level}"))
    outcome = play(match, [bots.get(GAME, level) for _ in range(3)], [Random(seat) for seat in range(3)])
    assert outcome is not None
    assert outcome.reason.startswith("Reached the goal: hold 3 capitals")
    assert any(isinstance(each.entry.action, Attack) for each in match.moves)


def test_bots_answer_what_only_this_game_asks_by_what_leaves_them_most() -> None:
    match = begun()
    match.act(Seat(0), Place("alberta", match.state.to_place))
    match.act(Seat(0), Attack("alberta", "alaska", 3))
    decision = bots.get(GAME, "hard").decide(GAME, match.state, Seat(1), Random(1))
    assert decision.action == capitals.CallUp()
    assert decision.why == "It leaves most armies, territories and income."
    assert GAME.explain(match.state, Seat(0), EndAttacks()) is not None
