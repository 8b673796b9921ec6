from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Said
from wartable.cli.app import run
from wartable.games.diplomacy.cases.files import run_file
from wartable.games.diplomacy.issues import _LETTERS, _WORDS, _unknown, rulings_with
from wartable.games.diplomacy.rulings import Rulings

OTHERWISE = {"4.B.2": "b"}
BOUNCE: dict[str, Any] = {
    "id": "own.1",
    "name": "two armies want one place",
    "phase": "movement",
    "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
    "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
    "result": {"A PAR - BUR": "bounces", "A MUN - BUR": "bounces"},
    "after": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
}
DISLODGE: dict[str, Any] = {
    "id": "own.2",
    "phase": "movement",
    "units": {"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A BUR"]},
    "orders": {"FRANCE": ["A PAR - BUR", "A GAS S A PAR - BUR"]},
    "result": ["moves", "supports"],
    "after": {"FRANCE": ["A BUR", "A GAS"]},
    "dislodged": {"BUR": {"unit": "GERMANY A BUR", "by": "PAR", "retreats": ["BEL", "MAR", "MUN", "PIC", "RUH"]}},
    "retreat": {
        "orders": {"GERMANY": ["A BUR R MUN"]},
        "result": {"A BUR R MUN": "retreats"},
        "after": {"FRANCE": ["A BUR", "A GAS"], "GERMANY": ["A MUN"]},
        "destroyed": [],
    },
}
COAST: dict[str, Any] = {
    "id": "own.3",
    "units": {"FRANCE": ["F GAS"]},
    "orders": {"FRANCE": ["F GAS - SPA"]},
    "result": {"F GAS - SPA": "moves"},
    "after": {"FRANCE": ["F SPA/NC"]},
    "alternatives": [{"options": OTHERWISE, "after": {"FRANCE": ["F GAS"]}, "dislodged": []}],
}
WINTER: dict[str, Any] = {
    "id": "own.4",
    "phase": "adjustment",
    "power": "RUSSIA",
    "units": {"RUSSIA": ["A LVN", "A SWE"]},
    "centers": {"RUSSIA": ["STP"]},
    "net": -1,
    "result": [],
    "after": {"RUSSIA": ["A LVN"]},
    "automatic": ["A SWE"],
    "distances": {"A LVN": 1, "A SWE": 2},
}
RETREAT: dict[str, Any] = {
    "id": "own.5",
    "phase": "retreat",
    "units": {"FRANCE": ["A BUR"]},
    "dislodged": {"BUR": {"unit": "GERMANY A BUR", "by": "PAR", "retreats": ["BEL"]}},
    "orders": {"GERMANY": ["A BUR - BEL"]},
    "after": {"FRANCE": ["A BUR"], "GERMANY": ["A BEL"]},
    "destroyed": [],
}
HEAD: dict[str, Any] = {
    "format": "diplomacy-cases/1",
    "map": "standard",
    "defaults": {"4.A.1": "b: all", "4.D.8": "2023"},
}


def home(**more: list[str]) -> dict[str, list[str]]:
    return {"FRANCE": ["F BRE", "A MAR", "A PAR"], **more}


REST = {
    "AUSTRIA": ["A BUD", "A VIE", "F TRI"],
    "ENGLAND": ["F EDI", "F LON", "A LVP"],
    "GERMANY": ["F KIE", "A BER", "A MUN"],
    "ITALY": ["F NAP", "A ROM", "A VEN"],
    "RUSSIA": ["A WAR", "A MOS", "F SEV", "F STP/SC"],
    "TURKEY": ["F ANK", "A CON", "A SMY"],
}
GAME: dict[str, Any] = {
    "game": "own",
    "phases": [
        {"phase": "S1901M", "units": REST | home(), "orders": {"FRANCE": ["A MAR - SPA", "A PAR - GAS"]}},
        {"phase": "F1901M", "units": REST | {"FRANCE": ["F BRE", "A SPA", "A GAS"]}, "orders": {"FRANCE": []}},
        {
            "phase": "W1901A",
            "units": REST | {"FRANCE": ["F BRE", "A SPA", "A GAS"]},
            "net": {"FRANCE": 1},
            "orders": {"FRANCE": ["A PAR B"]},
        },
        {"phase": "S1902M", "units": REST | {"FRANCE": ["F BRE", "A SPA", "A GAS", "A PAR"]}, "orders": {}},
    ],
}


def write(path: Path, content: object) -> Path:
    lines = content if isinstance(content, list) else [content]
    path.write_bytes(b"\n".join(msgspec.json.encode(line) for line in lines))
    return path


def differences(tmp_path: Path, *entries: dict[str, Any], head: dict[str, Any] = HEAD) -> list[tuple[str, ...]]:
    file = write(tmp_path / "cases.json", {**head, "cases": list(entries)})
    return [outcome.differences for outcome in run_file(file)]


@pytest.fixture
def wartable(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: object) -> Said:
        try:
            status = run([str(word) for word in words])
        except SystemExit as left:
            status = int(str(left.code))
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call


def test_true_cases_pass(tmp_path: Path) -> None:
    assert differences(tmp_path, BOUNCE, DISLODGE, COAST, WINTER, RETREAT) == [()] * 5


def change(case: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return case | fields


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (change(BOUNCE, result={"A PAR - BUR": "moves"}), "A PAR - BUR: expected moves, found bounces"),
        (change(BOUNCE, result={"A PAR - PIC": "moves"}), "A PAR - PIC: expected moves, found no result"),
        (change(BOUNCE, result=["moves"]), "expected results for 1 orders, but 2 were given"),
        (change(BOUNCE, after={"FRANCE": ["A BUR"]}), "units of france: expected A BUR, found A PAR"),
        (change(BOUNCE, dislodged={"MUN": {}}), "dislodged from MUN: expected, but nothing was"),
        (change(DISLODGE, dislodged=None), "dislodged from BUR: not expected"),
        (change(DISLODGE, dislodged={"BUR": {"by": "GAS"}}), "expected by GAS, found by PAR"),
        (change(DISLODGE, dislodged={"BUR": {"unit": "GERMANY F BUR"}}), "found germany A BUR"),
        (change(DISLODGE, dislodged={"BUR": {"retreats": []}}), "retreats of BUR: expected none"),
        (change(DISLODGE, retreat={"orders": {}, "destroyed": []}), "retreat: destroyed: expected none, found BUR"),
        (change(COAST, alternatives=[{"options": OTHERWISE, "dislodged": ["GAS"]}]), "under 4.B.2 b: dislodged"),
        (
            change(COAST, alternatives=[{"options": OTHERWISE, "result": {"F GAS - SPA": "moves"}}]),
            "found illegal",
        ),
        (change(COAST, alternatives=[{"options": {}, "retreats": {"GAS": []}}]), "GAS is not dislodged"),
        (change(DISLODGE, alternatives=[{"options": {}, "not_dislodged": ["BUR"]}]), "BUR is dislodged"),
        (change(WINTER, automatic=["A LVN"]), "automatic removals: expected A LVN, found A SWE"),
        (change(WINTER, net=1), "net: expected 1, found -1"),
        (change(WINTER, distances={"A SWE": 5}), "distance of A SWE: expected 5, found 2"),
        (change(BOUNCE, options={"4.X": "a"}), "4.X"),
        (change(BOUNCE, orders={"FRANCE": ["A PRA - BUR"]}), 'I know no "Pra"'),
        (change(BOUNCE, units={"GAUL": ["A PAR"]}), "no power 'GAUL'"),
        (change(BOUNCE, units={"FRANCE": ["A PAR", "F PAR"]}), "Two units stand in PAR"),
        (change(BOUNCE, units={"FRANCE": ["PAR"]}), "is no unit"),
    ],
)
def test_what_is_not_so_is_told(tmp_path: Path, case: dict[str, Any], said: str) -> None:
    ((*lines,),) = differences(tmp_path, case)

    assert any(said in line for line in lines), lines


def test_options_at_the_head_are_honoured(tmp_path: Path) -> None:
    ((*lines,),) = differences(tmp_path, COAST, head=HEAD | {"options": {"4.B.2": "b"}})

    assert lines[0].startswith("F GAS - SPA: expected moves, found illegal")


def test_text_that_is_no_order_is_an_illegal_one(tmp_path: Path) -> None:
    """What a file states of it, holds; a letter left out is no order under strict rulings only."""
    bad = change(BOUNCE, orders={"FRANCE": ["A PRA - BUR"], "GERMANY": ["MUN - BUR"]}, after=None)
    told = {"A PRA - BUR": "illegal", "MUN - BUR": "moves"}

    assert differences(tmp_path, bad | {"result": told}) == [()]
    strict = bad | {"options": {"4.C.1": "a"}, "result": told | {"MUN - BUR": "illegal"}}
    assert differences(tmp_path, strict) == [()]
    assert differences(tmp_path, change(WINTER, orders={"RUSSIA": ["D X"]}, result=["rejected"])) == [()]


def test_another_map(tmp_path: Path) -> None:
    case = {
        "units": {"GONDOR": ["A BEL"]},
        "orders": {"GONDOR": ["A BEL = F"]},
        "result": {"A BEL = F": "converts"},
        "after": {"GONDOR": ["F BEL"]},
    }

    assert differences(tmp_path, case, head=HEAD | {"map": "middle-earth-viii"}) == [()]


def test_a_recorded_game_passes_from_state_and_from_scratch(tmp_path: Path) -> None:
    file = write(tmp_path / "games.jsonl", [{"format": "diplomacy-games/1", "map": "standard"}, GAME])

    assert [outcome.differences for outcome in run_file(file)] == [()]


def test_a_false_record_is_told_twice(tmp_path: Path) -> None:
    phases = [dict(phase) for phase in GAME["phases"]]
    phases[1]["units"] = REST | {"FRANCE": ["F BRE", "A SPA", "A PAR"]}
    (outcome,) = run_file(write(tmp_path / "games.jsonl", [HEAD, GAME | {"phases": phases}]))

    assert outcome.differences[0] == "S1901M: units of france: expected A PAR, A SPA, F BRE, found A GAS, A SPA, F BRE"
    assert outcome.differences[-1].startswith("from scratch, F1901M: ")


def test_all_lists_of_one_object_are_run(tmp_path: Path) -> None:
    fuzz = {key: BOUNCE[key] for key in ("units", "orders", "after")}
    file = write(
        tmp_path / "all.json", {**HEAD, "cases": [BOUNCE], "extra": [COAST], "fuzz": [fuzz], "real_games": [GAME]}
    )
    found = list(run_file(file))

    assert [outcome.id for outcome in found] == ["own.1", "own.3", "fuzz 1", "game own"]
    assert not any(outcome.differences for outcome in found)


@pytest.mark.parametrize(
    "content", ["", "7", "{}", '{"cases": [{"units": 7}]}', '{"cases": [7]}', '{"units": {}}\nno', "[]"]
)
def test_a_file_that_is_no_case_file_fails_as_a_whole(tmp_path: Path, content: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(content)
    (outcome,) = run_file(path)

    assert outcome.id == "broken.json"
    assert "broken.json" in outcome.differences[0]


def test_the_command_counts_and_leaves_with_status_1_on_failure(tmp_path: Path, wartable: Any) -> None:
    good = write(tmp_path / "good.json", {**HEAD, "cases": [BOUNCE, COAST]})
    bad = write(tmp_path / "bad.json", {**HEAD, "cases": [change(BOUNCE, after={})]})

    assert wartable("cases", good) == Said(0, "2 passed, 0 failed\n", "")
    said = wartable("cases", good, bad)
    assert said.status == 1
    assert said.out.splitlines()[0] == "bad.json: own.1 (two armies want one place)"
    assert said.out.splitlines()[-1] == "2 passed, 1 failed"
    assert wartable("cases", tmp_path / "none.json").status == 2
    assert wartable("cases").status == 2
    assert msgspec.json.decode(wartable("cases", "--json", bad).out)["failed"] == 1


def test_heads_of_a_file_with_everything_speak_of_their_own(tmp_path: Path) -> None:
    """The options are those of the games; the cases go by the defaults; a list may stand under a head of its own."""
    head = HEAD | {"defaults": {"4.B.2": "a"}, "options": {"4.A.3": "explicit", "4.B.2": "b"}}
    games = {"format": "diplomacy-games/1", "games": [GAME]}
    file = write(tmp_path / "all.json", {**head, "cases": [COAST | {"alternatives": []}], "real_games": games})

    assert [outcome.differences for outcome in run_file(file)] == [(), ()]


def test_a_file_may_hold_one_entry_alone(tmp_path: Path) -> None:
    for entry in (BOUNCE, GAME):
        assert [outcome.differences for outcome in run_file(write(tmp_path / "one.json", entry))] == [()]


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"orders": {"FRANCE": ["A PAR H"]}}, "line 1: units is missing. A case says by power which units"),
        ({**BOUNCE, "ordres": {}}, "line 1: There is no field 'ordres'. Did you mean orders?"),
        ({**BOUNCE, "retreat": {"result": {}}}, "line 1: orders is missing in retreat."),
        (
            {**DISLODGE, "retreat": {"orders": {}, "aftr": {}}},
            "There is no field 'aftr' in retreat. Did you mean after?",
        ),
        ({"unitz": {"FRANCE": ["A PAR"]}}, "There is no field 'unitz'. Did you mean units?"),
        ({**BOUNCE, "options": {"4.A.2": "none"}}, "'4.A.2' must be one of szykman, all hold, 1971, 1982, 2000"),
        ({**BOUNCE, "options": {"4.A.1": "z"}}, "'4.A.1' must be one of a, b, not 'z'."),
        (
            {**BOUNCE, "options": {"paradox": "none"}},
            "'paradox' must be one of szykman, all_hold, 1971, 1982, 2000, not",
        ),
        ({**BOUNCE, "options": {"waive": "no"}}, "'waive' must be one of true, false, not 'no'."),
        ({**BOUNCE, "options": {"paradoxx": "1971"}}, "There is no rule option 'paradoxx'. Did you mean paradox?"),
        ({**BOUNCE, "phase": "build"}, "There is no phase 'build'; there are movement, retreat and adjustment."),
        ({**BOUNCE, "result": {"A PAR - BUR": "mvoes"}}, "There is no result 'mvoes'. Did you mean moves?"),
    ],
)
def test_what_is_wrong_with_a_case_is_named(tmp_path: Path, entry: dict[str, Any], sentence: str) -> None:
    file = write(tmp_path / "cases.jsonl", [entry, BOUNCE])

    told = "\n".join(line for outcome in run_file(file) for line in outcome.differences)

    assert sentence in told


@pytest.mark.parametrize("entry", [BOUNCE, GAME], ids=["case", "game"])
def test_a_rulebook_that_does_not_exist_is_refused(tmp_path: Path, entry: dict[str, Any]) -> None:
    """Cases were judged by the usual rules without a word, and a recorded game ended in a traceback."""
    file = write(tmp_path / "cases.jsonl", [{"rules": "1999"}, entry])

    assert [outcome.differences for outcome in run_file(file)] == [
        ("There is no rulebook '1999'. There are: 2023, 2000, 1982, 1971, webdip.",)
    ]


def test_the_example_of_the_docs_passes() -> None:
    outcomes = list(run_file(Path(__file__).parents[4] / "examples" / "diplomacy" / "cases.json"))

    assert len(outcomes) >= 4
    assert not any(outcome.differences for outcome in outcomes)


def test_every_choice_that_a_refusal_lists_is_understood() -> None:
    for issue in sorted({*_LETTERS, *_WORDS}):
        listed = re.search(r"must be one of (.*), not", _unknown(issue, "sometimes"))
        assert listed is not None
        for word in listed[1].split(", "):
            assert rulings_with(Rulings(), {issue: word}), (issue, word)
