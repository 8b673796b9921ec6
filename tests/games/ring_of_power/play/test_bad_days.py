"""What players and their programs get wrong: a clear word that names the figure or the field, and nothing changed."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import ARAGORN, FRODO, GANDALF, ORC, Group, facing, table
from tests.games.ring_of_power.play.test_special import small
from wartable.engine.chance import Drawn, Rolled
from wartable.engine.errors import IllegalAction
from wartable.engine.record import decode_action
from wartable.engine.values import CHANCE, Action
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.actions import FallBack, Move
from wartable.games.ring_of_power.campaign.agenda import Clash, Retreat
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.combat.requests import Allocate, Decision, Faces, Hold, Lose, Throw
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.retreating import default_paths

HERE = (20_000, 20_000)


def rocky() -> Campaign:
    """Return the small table with a mountain east of Aragorn, from (22, 18) to (26, 22)."""
    rock = {"id": "rock", "type": "mountain", "polygon": [[22, 18], [26, 18], [26, 22], [22, 22]]}
    return table(lambda plain: plain["terrain"].append(rock))  # type: ignore[attr-defined]


def way(*points: Any, figure: int = ARAGORN) -> Move:
    return Move(paths=((figure, points),))


BAD: dict[str, tuple[Move, str, str]] = {
    "through rock by a hair": (
        way(HERE, (21_998, 17_990), (22_010, 18_030)),
        "ring.closed",
        "Aragorn: Mountain is closed to this figure. (at (22",
    ),
    "through the corner of rock": (way(HERE, (21_990, 17_000), (22_100, 18_200)), "ring.closed", "Aragorn: Mountain"),
    "NaN": (way(HERE, (math.nan, 20_000)), "ring.not_a_point", "Aragorn: Each corner of a path is two whole numbers"),
    "infinity": (way(HERE, (20_000, math.inf)), "ring.not_a_point", "Aragorn: Each corner"),
    "half a thousandth": (way(HERE, (20_000.5, 20_000)), "ring.not_a_point", "Aragorn: Each corner"),
    "a number out of this world": (way(HERE, (10**30, 20_000)), "ring.not_a_point", "Aragorn: Each corner"),
    "three coordinates": (way(HERE, (20_000, 21_000, 0)), "ring.not_a_point", "Aragorn: Each corner"),
    "no point": (way(HERE, ()), "ring.not_a_point", "Aragorn: Each corner"),
    "NaN at the start": (way((math.nan, math.nan), (20_000, 21_000)), "ring.start", "The path of Aragorn begins at"),
    "a hundred thousand corners": (
        way(*(HERE, (20_001, 20_000)) * 50_000),
        "ring.too_many_points",
        "Aragorn: A path has at most 2000 corners; this one has 100000.",
    ),
    "an endless zigzag": (
        way(*(HERE, (20_000, 20_400)) * 1_000),
        "ring.too_long",
        "Aragorn: The path is longer than one move",
    ),
    "off the table": (way(HERE, (20_000, 30_001)), "ring.off_table", "Aragorn: The path leaves the table. (at (20, 30"),
    "another's figure": (way((35_000, 5_000), (34_000, 5_000), figure=ORC), "ring.not_yours", "Orc belongs to South"),
    "a figure that there is not": (way(HERE, figure=-1), "ring.no_figure", "There is no figure -1"),
    "on a friend's point": (
        way((2_000, 25_000), (2_500, 25_500), figure=FRODO),
        "ring.taken",
        "Frodo: Another figure stands on the very point",
    ),
    "two figures on one point": (
        Move(paths=((FRODO, ((2_000, 25_000), (4_000, 25_000))), (GANDALF, ((2_500, 25_500), (4_000, 25_000))))),
        "ring.taken",
        "Two figures would end on one point",
    ),
    "a place that there is not": (
        replace(way(HERE, (20_000, 21_000)), into="minas_tirith"),
        "ring.no_place",
        "minas_tirith has no garrison",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_move_is_told_and_changes_nothing(name: str) -> None:
    move, code, words = BAD[name]
    campaign = rocky()
    before = campaign.state

    assert refused(campaign, move) == code
    assert words in told(campaign, move)
    assert campaign.state is before


def refused(campaign: Campaign, action: Action) -> str:
    """Return the code with which an action is refused, by the question and by the attempt alike."""
    seat = campaign.asked
    assert seat is not None
    with pytest.raises(IllegalAction) as refusal:
        RING_OF_POWER.apply(campaign.state, seat, action)
    assert refusal.value.reason.code == campaign.refusal(action)
    return refusal.value.reason.code


def told(campaign: Campaign, action: Action) -> str:
    seat = campaign.asked
    assert seat is not None
    reason = RING_OF_POWER.explain(campaign.state, seat, action)
    return reason.message if reason else ""


def test_a_path_may_cross_itself() -> None:
    campaign = rocky()
    loop = way(HERE, (20_000, 21_000), (19_500, 20_500), (20_500, 20_500))

    assert campaign.refusal(loop) == ""


def test_a_figure_that_has_moved_is_named() -> None:
    campaign = rocky()
    campaign.do(way(HERE, (20_000, 21_000)))

    assert refused(campaign, way((20_000, 21_000), (20_000, 22_000))) == "ring.moved"
    assert told(campaign, way((20_000, 21_000), (20_000, 22_000))) == "Aragorn has moved this turn."


@pytest.mark.parametrize("kind", RING_OF_POWER.action_types)
def test_what_is_not_asked_now_is_refused(kind: type[Action]) -> None:
    empty: dict[type[Action], Action] = {
        actions.Carry: actions.Carry(carried=99),
        actions.Serve: actions.Serve(weapon=99, figures=()),
        actions.Board: actions.Board(ship=99, figures=()),
        actions.HandOver: actions.HandOver(item="", to=99),
        actions.Dismount: actions.Dismount(figures=()),
        actions.Proclaim: actions.Proclaim(flag=""),
        actions.Choose: actions.Choose(choice=Hold()),
        actions.Land: actions.Land(at=""),
        actions.Consent: actions.Consent(use=True),
        Move: Move(paths=()),
    }
    campaign = small()
    if kind is not actions.Done:
        assert refused(campaign, empty.get(kind) or kind()).startswith("ring.")


# Dice


def battling(face: int = 4) -> Campaign:
    """Return a campaign whose first combat waits for something."""
    riders: Group = {"unit": "rohan_foot", "count": 3, "at": [20, 8]}
    campaign = facing(riders, {"character": "aragorn", "at": [20, 9]}, at=(20, 6), face=face)
    figures = [replace(one, y=8_000 - 900) if one.unit == "orc" else one for one in campaign.state.figures]
    campaign.put(replace(campaign.state, figures=tuple(figures)))
    return campaign


def waiting_for_dice(campaign: Campaign) -> RingState:
    while RING_OF_POWER.to_act(campaign.state) != (CHANCE,):
        (seat,) = RING_OF_POWER.to_act(campaign.state)
        campaign.put(RING_OF_POWER.apply(campaign.state, seat, RING_OF_POWER.default(campaign.state, seat)).state)
    return campaign.state


@pytest.mark.parametrize("wrong", ["too few", "too many", "none", "a zero", "a seven", "something else"])
def test_dice_that_do_not_fit_are_refused(wrong: str) -> None:
    state = waiting_for_dice(battling())
    count = len(RING_OF_POWER.request(state).dice)  # type: ignore[union-attr]
    answers: dict[str, Action] = {
        "too few": Rolled((4,) * (count - 1)),
        "too many": Rolled((4,) * (count + 1)),
        "none": Rolled(()),
        "a zero": Rolled((0, *(4,) * (count - 1))),
        "a seven": Rolled((7, *(4,) * (count - 1))),
        "something else": Drawn(0),
    }
    with pytest.raises(IllegalAction, match=f"{count} dice of 6 faces"):
        RING_OF_POWER.apply(state, CHANCE, answers[wrong])
    assert RING_OF_POWER.apply(state, CHANCE, Rolled((4,) * count)).state != state


def test_pools_say_how_many_dice_they_want() -> None:
    clash = waiting_for_dice(battling()).agenda[0]
    assert isinstance(clash, Clash)
    assert clash.stage is not None
    throw = clash.stage.awaits
    assert isinstance(throw, Throw)

    with pytest.raises(ValueError, match=rf"{throw.dice} dice were asked for, and {throw.dice + 1} came"):
        throw.split(Faces((1,) * (throw.dice + 1)).faces)
    with pytest.raises(ValueError, match="9 is no face of a die"):
        throw.split((9,) * throw.dice)


# Combat and retreat


def asked(campaign: Campaign, kind: str) -> Decision | None:
    """Go on until a combat asks something of a kind."""
    while campaign.asked is not None:
        task = campaign.state.agenda[0]
        awaits = task.stage.awaits if isinstance(task, Clash) and task.stage else None
        if isinstance(awaits, Decision) and awaits.kind == kind:
            return awaits
        campaign.do(RING_OF_POWER.default(campaign.state, campaign.asked))
    return None


def test_answers_that_a_combat_did_not_ask_for_are_refused() -> None:
    campaign = battling(6)
    assert asked(campaign, "hold") is not None
    before = campaign.state

    for choice in (Hold((99,)), Lose((1,)), Allocate(((1, (1,)),))):
        assert refused(campaign, actions.Choose(choice=choice)).startswith("combat.")
    assert campaign.state is before


def fleeing() -> tuple[Campaign, Retreat]:
    """Return the raid after its battle, when the beaten retreat."""
    campaign = Campaign("edoras-raid", lambda purpose, count: (1 if "defence" in purpose else 6,) * count)
    campaign.by_default(lambda state: isinstance(state.agenda[0], Retreat))
    task = campaign.state.agenda[0]
    assert isinstance(task, Retreat)
    return campaign, task


def test_retreats_that_are_none_are_refused() -> None:
    campaign, task = fleeing()
    one, other = task.figures[:2]
    at, there = campaign.state.by_id[one].point, campaign.state.by_id[other].point
    stranger = next(figure.id for figure in campaign.state.figures if figure.id not in task.figures)
    bad = {
        "ring.start": [FallBack(paths=((one, ()),)), FallBack(paths=((one, (there, at)),))],
        "ring.not_beaten": [FallBack(paths=((stranger, (at,)),)), FallBack(paths=((-1, (at,)),))],
        "ring.twice": [FallBack(paths=((one, (at,)), (one, (at,))))],
        "ring.not_a_point": [FallBack(paths=((one, (at, (math.nan, 0))),))],  # type: ignore[arg-type]
        "ring.off_table": [FallBack(paths=((one, (at, (-1, 0))),))],
    }
    before = campaign.state

    assert {refused(campaign, action) for found in bad.values() for action in found} == bad.keys()
    assert campaign.state is before


def test_nobody_flees_to_where_a_friend_may_stay() -> None:
    campaign, task = fleeing()
    number, path = default_paths(campaign.world, campaign.state, task)[0]
    goal = path[-1]
    friend = next(one for one in task.figures if one != number)
    stays = [replace(one, x=goal[0], y=goal[1]) if one.id == friend else one for one in campaign.state.figures]
    assert campaign.refusal(FallBack(paths=((number, path),))) == ""
    campaign.put(replace(campaign.state, figures=tuple(stays)))

    assert refused(campaign, FallBack(paths=((number, path),))) == "ring.taken"


# Over the wire


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "move", "paths": [[6, [[20000, 20000], [NaN, 1]]]]}',
        '{"type": "move", "paths": [[6, [[20000.5, 20000]]]]}',
        '{"type": "move", "paths": [[6, [[20000, 1e400]]]]}',
        '{"type": "move", "paths": [[6, [["20000", 1]]]]}',
        '{"type": "move", "paths": [[6, [[20000]]]]}',
        '{"type": "move", "paths": [["Aragorn", []]]}',
        '{"type": "move", "paths": null}',
        '{"type": "march", "paths": []}',
        '{"type": "choose", "choice": {"type": "faces", "faces": [6]}}',
        "[]",
        "NaN",
    ],
)
def test_what_is_no_action_is_not_read(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_action(RING_OF_POWER, text)
