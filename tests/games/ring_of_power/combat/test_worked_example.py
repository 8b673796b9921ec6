"""The rules' own example: Éomer and three riders against Lurtz and his uruk-hai, step by step with its dice."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import battle, fed, fighter, troop
from wartable.engine.errors import IllegalAction
from wartable.games.ring_of_power.combat.machine import answer, begin, report, with_defaults
from wartable.games.ring_of_power.combat.requests import Answer, Decision, Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Battle, Fate

EOMER, LURTZ = 1, 20
POOLS = {
    "attack.good": [1, 2, 3, 3, 4, 4, 5, 6],
    "attack.evil": [1, 2, 3, 3, 4, 4, 5, 6, 6, 1],  # the text prints nine dice for ten attackers; the tenth is a miss
    "defence.21": [1],
    "defence.22": [2],
    "defence.23": [3],
    "defence.24": [4],
    "defence.25": [4],
    "defence.26": [6],
    "defence.1": [4],
    "defence.2": [2, 3],
    "defence.3": [1],
    "defence.4": [5],
}


def raid() -> Battle:
    eomer = fighter(
        EOMER, 0, (2, 3, 4), foot=(1, 4, 5), unit="eomer", character=True, leadership=2, abilities=("heroes",)
    )
    riders = troop(2, 3, 0, (2, 3, 4), foot=(1, 4, 5), unit="rohan_rider")
    lurtz = fighter(LURTZ, 1, (1, 4, 5), unit="lurtz", character=True, leadership=1)
    near = troop(21, 9, 1, (1, 4, 5), unit="uruk_hai")
    far = troop(30, 7, 1, (1, 4, 5), unit="uruk_hai", near=())
    return battle([eomer], riders, [lurtz], near, far)


def thrown(stage: Stage) -> Throw:
    assert isinstance(stage.awaits, Throw)
    return stage.awaits


def test_the_dice_that_are_asked_for() -> None:
    """Statement G7, settlement Q80, case 7.1."""
    stage = with_defaults(begin(raid()))
    assert [(pool.name, pool.dice) for pool in thrown(stage).pools] == [("attack.good", 8), ("attack.evil", 10)]

    stage = answer(stage, Faces((*POOLS["attack.good"], *POOLS["attack.evil"])))
    assert isinstance(stage.awaits, Decision)
    assert (stage.awaits.kind, stage.awaits.need) == ("allocate", 5)

    stage = with_defaults(stage)
    dice = {pool.name: pool.dice for pool in thrown(stage).pools}
    assert dice == {name: len(faces) for name, faces in POOLS.items() if name.startswith("defence")}
    assert thrown(stage).purpose == "defence"


def test_the_result_of_the_text() -> None:
    """Statement G10, settlements Q40, Q41, case 7.1."""
    told = report(fed(raid(), POOLS))
    fates = {result.id: result.fate for result in told.figures}

    assert (fates[EOMER], fates[2], fates[3], fates[4]) == (Fate.UNHURT, Fate.DEAD, Fate.DISMOUNTED, Fate.UNHURT)
    assert [figure for figure in range(21, 30) if fates.get(figure) is Fate.DEAD] == [21, 22, 23, 24, 25, 26]
    assert {result.cause for result in told.figures if result.id == 26} == {"extra"}


def test_good_wins_by_seven_to_two() -> None:
    """The text gives evil three, counting the dismounted rider as a kill against its own rule.

    Statement G11, settlements Q12, Q43, case 7.1.
    """
    bout = report(fed(raid(), POOLS)).bouts[0]

    assert [score.score for score in bout.scores] == [7, 2]
    assert [score.leader for score in bout.scores] == [EOMER, LURTZ]
    assert (bout.winner, bout.remaining, len(bout.extra)) == (0, 5, 1)


def test_ten_uruk_hai_and_lurtz_retreat() -> None:
    """Statement G13, settlement Q14."""
    told = report(fed(raid(), POOLS))

    assert told.retreats == (LURTZ, 27, 28, 29, *range(30, 37))


def test_counting_from_the_whole_force_would_cost_two() -> None:
    """Settlement Q13."""
    rules = replace(raid().rules, extra_loss_base="force_survivors")
    bout = report(fed(replace(raid(), rules=rules), POOLS)).bouts[0]

    assert (bout.remaining, len(bout.extra)) == (12, 2)


def test_only_the_engaged_retreat_where_settled_so() -> None:
    """Settlement Q14."""
    rules = replace(raid().rules, retreat_who="engaged_only")

    assert report(fed(replace(raid(), rules=rules), POOLS)).retreats == (LURTZ, 27, 28, 29)


def test_nine_dice_for_ten_attackers_are_refused() -> None:
    """Statement A4, settlement Q42."""
    stage = with_defaults(begin(raid()))

    with pytest.raises(IllegalAction, match="18 dice were asked for, and 17 came"):
        answer(stage, Faces((*POOLS["attack.good"], *POOLS["attack.evil"][:9])))
    with pytest.raises(IllegalAction, match="7 is no face of a die"):
        answer(stage, Faces((7,) * 18))


def test_a_stage_can_be_stored_at_every_step() -> None:
    stage = begin(raid())
    left = dict(POOLS)
    while stage.awaits is not None:
        stored = msgspec.json.encode(stage)
        again = msgspec.json.decode(stored, type=Stage)
        assert again == stage
        throw = again.awaits
        if isinstance(throw, Throw):
            reply: Answer = Faces(tuple(face for pool in throw.pools for face in left.pop(pool.name)))
        else:
            assert isinstance(throw, Decision)
            reply = throw.default
        stage = answer(again, reply)
    assert stage == fed(raid(), POOLS)
