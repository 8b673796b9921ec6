"""Options that depend on each other: sets, needs, demands, defaults by seats, and the ways out of what contradicts."""

from __future__ import annotations

import pickle
from random import Random
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.tiny_options import TRAVEL_GAME, TravelOptions
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.errors import BadOptions, Disagreement
from wartable.engine.game import AnyGame
from wartable.engine.needs import Value, need
from wartable.engine.optionfield import OptionField
from wartable.engine.options import BY_SEATS, About, Options, build, check, describe, read
from wartable.engine.record import SeatInfo, dump, load, of_match, options_of, verify


def refused(values: dict[str, object], base: TravelOptions | None = None) -> Disagreement:
    with pytest.raises(BadOptions) as caught:
        build(TravelOptions, values, base)
    assert caught.value.disagreement
    return caught.value.disagreement


def test_options_are_described_by_groups_in_their_order() -> None:
    fields = describe(TravelOptions)

    assert list(dict.fromkeys(field.group for field in fields)) == ["Parts", "Ring", "Units"]
    assert [field.name for field in fields if field.group == "Ring"] == ["roll", "finder"]


def test_a_set_is_described_with_its_words() -> None:
    parts = next(field for field in describe(TravelOptions) if field.name == "parts")

    assert (parts.kind, parts.default, parts.most) == ("set", ("leaders",), 2)
    assert parts.choices == (("leaders", "leaders"), ("ports", "ports"), ("ring", "The Ring"))
    assert (parts.words(("ports", "ring")), parts.words(())) == ("ports, The Ring", "none")


def test_a_set_is_kept_in_the_order_declared_so_that_equal_sets_are_equal() -> None:
    assert build(TravelOptions, {"parts": ["ring", "leaders"]}).parts == ("leaders", "ring")
    assert build(TravelOptions, {"parts": []}).parts == ()


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("ring", "some of leaders, ports, ring"),
        (["rings"], "some of leaders, ports, ring"),
        (["ring", "ring"], "each once"),
        (["leaders", "ports", "ring"], "0 to 2 of leaders, ports, ring"),
    ],
)
def test_wrong_sets_are_refused_in_words(value: object, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        build(TravelOptions, {"parts": value})


def test_a_default_by_seats_is_settled_when_the_seats_are_known() -> None:
    options = TravelOptions()

    assert [options.for_seats(seats).hand for seats in (2, 3, 4, 6)] == [5, 5, 4, 4]
    assert build(TravelOptions, {"hand": 7}).for_seats(4).hand == 7
    hand = next(field for field in describe(TravelOptions) if field.name == "hand")
    assert (hand.default, hand.by_seats) == (5, ((2, 5), (4, 4)))


def test_what_is_open_until_the_seats_are_known_is_stored_by_leaving_it_out() -> None:
    options = build(TravelOptions, {"cards": True})
    stored = msgspec.json.encode(options)

    assert b"hand" not in stored
    assert msgspec.json.decode(stored, type=TravelOptions) == options
    assert build(TravelOptions, options.values()) == options
    settled = options.for_seats(4)
    assert read(TravelOptions, settled.values()) == settled


def test_an_option_that_has_no_effect_is_refused_with_both_ways_out() -> None:
    found = refused({"stars": "many"})

    assert [conflict.options for conflict in found.conflicts] == [("stars", "cards")]
    assert found.conflicts[0].reason.message == "Stars has no effect: no cards."
    assert found.ways == ({"stars": "few"}, {"cards": True})


def test_the_way_back_is_the_value_of_the_preset() -> None:
    preset = TravelOptions(parts=("ring",), roll=3)

    assert refused({"parts": (), "roll": 5}, preset).ways == ({"roll": 3}, {"parts": ("ring",)})


def test_what_only_the_preset_says_may_lose_its_effect() -> None:
    preset = TravelOptions(parts=("ring",), roll=3)

    assert build(TravelOptions, {"parts": ()}, preset).roll == 3
    assert build(TravelOptions, {"parts": (), "roll": 3}, preset).roll == 3


def test_the_usual_value_is_never_without_effect() -> None:
    assert build(TravelOptions, {"stars": "few", "roll": 4}) == TravelOptions()


def test_stored_options_are_read_whether_they_have_an_effect_or_not() -> None:
    assert read(TravelOptions, {"stars": "many", "hand": 5}).stars == "many"
    check(TravelOptions(stars="many"))


def test_a_value_that_asks_for_others_is_refused_everywhere() -> None:
    found = refused({"income": ["lands", "cards"]})

    assert found.conflicts[0].reason.message == "Income (cards) does not go with the rest: nobody holds cards."
    assert found.ways == ({"income": ("lands",)}, {"cards": True})
    with pytest.raises(BadOptions, match="nobody holds cards"):
        check(TravelOptions(income=("cards",)))
    with pytest.raises(BadOptions, match="nobody holds cards"):
        read(TravelOptions, {"income": ["cards"]})


def test_a_way_out_of_a_set_leaves_the_rest_of_the_set_alone() -> None:
    preset = TravelOptions(parts=("leaders", "ring"))

    found = refused({"parts": ["ports", "ring"], "finder": "leader"}, preset)
    assert found.ways == ({"finder": "none"}, {"parts": ("leaders", "ring")})


def test_a_way_out_may_take_several_changes() -> None:
    found = refused({"parts": ["ports"], "finder": "anyone", "roll": 1})

    assert [conflict.options for conflict in found.conflicts] == [
        ("roll", "parts"),
        ("finder", "parts"),
        ("finder", "roll"),
    ]
    assert {"roll": 4, "finder": "none"} in found.ways
    assert all(len(way) > 1 for way in found.ways)


def test_a_refusal_crosses_from_another_process() -> None:
    with pytest.raises(BadOptions) as caught:
        build(TravelOptions, {"stars": "many"})

    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.reason, again.disagreement) == (caught.value.reason, caught.value.disagreement)
    assert again.reason.fix == ("stars=few", "cards=true")


def wild(fields: tuple[OptionField, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Values of any of the options, chosen as people never would."""
    return st.fixed_dictionaries({}, optional={field.name: values_of(field) for field in fields if not field.open})


def values_of(field: OptionField) -> st.SearchStrategy[Any]:
    words = [key for key, _ in field.choices]
    if field.kind == "bool":
        return st.booleans()
    if field.kind == "choice":
        return st.sampled_from(words)
    if field.kind == "set":
        least, most = field.least or 0, field.most or len(words)
        return st.lists(st.sampled_from(words), unique=True, min_size=least, max_size=most)
    return st.integers(field.least or 0, field.most)


def promise(options_type: type[Options], base: Options, values: dict[str, Any]) -> None:
    """Whatever is refused is refused with ways out, and each of them leads to options that agree."""
    ways = ways_out(options_type, base, values)
    assert ways, values
    for way in ways:
        build(options_type, {**values, **way}, base)


def ways_out(options_type: type[Options], base: Options, values: dict[str, Any]) -> tuple[dict[str, Value], ...]:
    """Return the ways out of what is refused; what is not refused needs no change."""
    try:
        build(options_type, values, base)
    except BadOptions as error:
        return error.disagreement.ways if error.disagreement else ()
    return ({},)


@settings(max_examples=150, deadline=None)
@given(wild(describe(TravelOptions)))
def test_every_way_out_leads_to_options_that_agree(values: dict[str, Any]) -> None:
    promise(TravelOptions, TravelOptions(), values)


@pytest.mark.parametrize("key", registry.keys())
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_way_out_of_a_game_leads_to_options_that_agree(key: str, data: st.DataObject) -> None:
    game: AnyGame = registry.get(key)
    base = data.draw(st.sampled_from(list(game.presets.values())))
    promise(game.options_type, base, data.draw(wild(describe(game.options_type))))


@pytest.mark.parametrize("key", registry.keys())
def test_presets_choose_nothing_that_contradicts(key: str) -> None:
    for options in registry.get(key).presets.values():
        check(options)


class Lost(Options, frozen=True, kw_only=True):
    one: Annotated[bool, About("One", "One.", needs=(need("there is none", two=True),))] = False


class Unknown(Options, frozen=True, kw_only=True):
    one: Annotated[Literal["a", "b"], About("One", "One.", demands={"c": ()})] = "a"


class Nowhere(Options, frozen=True, kw_only=True):
    groups: ClassVar = ("Somewhere",)

    one: Annotated[bool, About("One", "One.", group="Elsewhere")] = False


class Unsettled(Options, frozen=True, kw_only=True):
    one: Annotated[int, About("One", "One.")] = BY_SEATS


@pytest.mark.parametrize(
    ("options_type", "fault"),
    [(Lost, "two cannot be"), (Unknown, "cannot be 'c'"), (Nowhere, "'Elsewhere' is none"), (Unsettled, "default")],
)
def test_declarations_that_lead_nowhere_are_refused_to_the_author(options_type: type[Options], fault: str) -> None:
    with pytest.raises(TypeError, match=fault):
        describe(options_type)


def test_a_game_with_all_of_it_keeps_the_contract() -> None:
    reports = conform(TRAVEL_GAME, games=6, seed=1)
    assert [report.preset for report in reports] == ["short", "ring"]


def test_a_match_begins_with_the_defaults_for_its_seats_and_records_them() -> None:
    for seats, hand in ((2, 5), (4, 4)):
        match = Match(TRAVEL_GAME, TRAVEL_GAME.presets["short"], seats, SealedDice(b"seed"))
        play(match, [RandomPolicy()] * seats, [Random(seat) for seat in range(seats)])
        record = of_match(match, tuple(SeatInfo(name=f"P{seat}") for seat in range(seats)))

        assert record.header.options["hand"] == hand
        assert verify(load(dump(record), TRAVEL_GAME), TRAVEL_GAME).entries == len(match.moves)


def test_a_record_made_before_an_option_lost_its_effect_is_still_read() -> None:
    match = Match(TRAVEL_GAME, TravelOptions(stars="many", roll=2), 2, SealedDice(b"seed"))
    play(match, [RandomPolicy()] * 2, [Random(1), Random(2)])
    record = load(dump(of_match(match, (SeatInfo(name="A"), SeatInfo(name="B")))), TRAVEL_GAME)

    assert verify(record, TRAVEL_GAME).entries == len(match.moves)
    assert options_of(record.header, TRAVEL_GAME) == match.options
