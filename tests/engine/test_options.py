"""Options: described from their declaration, built from plain values, refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import pytest

from wartable.engine.errors import BadOptions, Conflict, Reason
from wartable.engine.optionfield import OptionField
from wartable.engine.options import About, Options, build, check, describe


class Sample(Options, frozen=True, kw_only=True):
    cards: Annotated[
        Literal["off", "escalating"], About("Cards", "What sets are worth.", rule="s 1", choices={"off": "No cards"})
    ] = "off"
    dice: Annotated[int, About("Dice", "Most dice.", rule="s 2", least=1, most=3, group="Battle")] = 3
    fog: Annotated[bool, About("Fog", "Hide counts.")] = False

    def contradictions(self) -> Iterator[Conflict]:
        if self.fog and self.dice == 1:
            reason = Reason(code="sample.fog", message="Fog needs at least two dice.", rule="s 3")
            yield Conflict(options=("fog", "dice"), reason=reason)


def test_every_field_is_described_for_forms_help_and_docs() -> None:
    cards, dice, fog = describe(Sample)

    assert cards == OptionField(
        name="cards",
        label="Cards",
        sentence="What sets are worth.",
        rule="s 1",
        group="",
        kind="choice",
        default="off",
        choices=(("off", "No cards"), ("escalating", "escalating")),
    )
    assert (dice.kind, dice.default, dice.least, dice.most, dice.group) == ("int", 3, 1, 3, "Battle")
    assert (fog.kind, fog.default) == ("bool", False)


def test_values_are_laid_over_the_base() -> None:
    base = Sample(dice=2)

    assert build(Sample, {"fog": True}, base) == Sample(dice=2, fog=True)
    assert build(Sample, {}) == Sample()


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"crads": "off"}, "no option 'crads'. Did you mean cards"),
        ({"zzz": 1}, "There are: cards, dice, fog"),
        ({"card_dice": 1}, "There are: cards, dice, fog"),
        ({"cards": "on"}, "must be one of off, escalating, not 'on'"),
        ({"dice": 0}, "must be from 1 to 3, not 0"),
        ({"dice": "3"}, "must be a whole number"),
        ({"dice": True}, "must be a whole number"),
        ({"fog": 1}, "must be true or false"),
        ({"fog": True, "dice": 1}, "Fog needs at least two dice"),
    ],
)
def test_wrong_values_are_refused_in_words(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        build(Sample, values)


def test_a_contradiction_carries_its_reason() -> None:
    with pytest.raises(BadOptions) as caught:
        check(Sample(fog=True, dice=1))

    assert caught.value.reason.code == "sample.fog"
    assert caught.value.reason.rule == "s 3"


class Bare(Options, frozen=True, kw_only=True):
    dice: int = 3


class Odd(Options, frozen=True, kw_only=True):
    rate: Annotated[float, About("Rate", "A rate.")] = 0.5


def test_options_that_forms_cannot_show_are_refused_to_the_author() -> None:
    with pytest.raises(TypeError, match="dice lacks its About"):
        describe(Bare)
    with pytest.raises(TypeError, match="bool, int, a Literal"):
        describe(Odd)


class FoglessSample(Sample, frozen=True, kw_only=True):
    fixed = ("fog",)


def test_a_game_built_on_the_options_of_another_settles_some_itself() -> None:
    options = build(FoglessSample, {"dice": 1})

    assert [field.name for field in describe(FoglessSample)] == ["cards", "dice"]
    assert options.values() == {"cards": "off", "dice": 1}
    assert options.fog is False
    with pytest.raises(BadOptions, match="There is no option 'fog'"):
        build(FoglessSample, {"fog": True})
