"""`wartable odds`: the exact odds of one battle, as text, JSON or a picture."""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, NoReturn, TypeAlias

import msgspec
from cyclopts import Parameter, Token

from wartable.cli.files import scenarios_with
from wartable.cli.usage import BadUsage, Count, Whole, print_json, whole
from wartable.odds import PLAIN, Battle, BattleOdds, DiceRules, OddsError, battle_odds
from wartable.odds.plot import svg_plot
from wartable.odds.report import text_report
from wartable.odds.rules import Ones


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DiceOptions:
    """The dice rules as options of the command line; the same names and defaults as `DiceRules`."""

    attack_dice: Whole = PLAIN.attack_dice
    "Most dice of the attacker."
    defence_dice: Whole = PLAIN.defence_dice
    "Most dice of the defender."
    defence_least: Whole = PLAIN.defence_least
    "Dice the defence rolls even with fewer armies."
    attack_extra: Whole = PLAIN.attack_extra
    "Dice the attacker rolls on top of one per army."
    defence_extra: Whole = PLAIN.defence_extra
    "Dice the defender rolls on top of one per army."
    attack_bonus: Whole = PLAIN.attack_bonus
    "Added to the attacker's highest die."
    defence_bonus: Whole = PLAIN.defence_bonus
    "Added to the defender's highest die."
    cap: Annotated[int | None, Parameter(converter=whole)] = PLAIN.cap
    "Highest value a die reaches by its bonus."
    attack_protected: Whole = PLAIN.attack_protected
    "Attack dice that cannot show 1."
    defence_protected: Whole = PLAIN.defence_protected
    "Defence dice that cannot show 1."
    ones: Ones = PLAIN.ones
    "Whether a protected 1 is rerolled or raised to 2."
    pairs: Annotated[int | None, Parameter(converter=whole)] = PLAIN.pairs
    "Most pairs of dice compared."


CLASSIC_DICE = DiceOptions()
Force: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True)]
"""A number of armies, or the figures of a side in words."""


def odds(
    attackers: Force,
    defenders: Force,
    *,
    scenario: str | None = None,
    rounds: Count = 1,
    stop: Whole = 0,
    rolls: Annotated[int | None, Parameter(converter=whole)] = None,
    dice: DiceOptions = CLASSIC_DICE,
    json: Annotated[bool, Parameter(negative="")] = False,
    plot: Path | None = None,
) -> None:
    """Print the exact odds of a battle: of armies by their number, or of the figures of a scenario.

    For a scenario each side is a list such as "3 uruk_hai, lurtz"; "on foot", "wounded" and "with uruk_hai" (a crew)
    may follow a unit, and at the end of the list where they stand, such as "in fortress" or "in woods".

    Parameters
    ----------
    attackers
        Armies that may attack; the one that stays behind is not counted. With a scenario: figures in words.
    defenders
        Armies in the attacked territory. With a scenario: figures in words.
    scenario
        Fight with the units of this scenario: its key, or its file.
    rounds
        With a scenario: rounds for which a draw is fought on, and after each of which the odds are told.
    stop
        Break off as soon as at most so many attackers are left.
    rolls
        Break off after so many rolls.
    dice
        The dice rules.
    json
        Print JSON in place of the table.
    plot
        Also write the picture of the survivors to this SVG file.

    """
    if scenario is not None:
        _of_scenario(scenario, attackers, defenders, rounds, json=json)
        return
    ours, theirs = (_number(words) for words in (attackers, defenders))
    try:
        rules = DiceRules(**asdict(dice))
        result = battle_odds(Battle(ours, theirs, stop=stop, rolls=rolls, rules=rules))
    except OddsError as error:
        _fail(str(error))
    if plot is not None:
        _write_plot(result, plot)
    sys.stdout.write(_as_json(result) if json else text_report(result))


def _number(words: str) -> int:
    """Read a number of armies. Raises `BadUsage`."""
    try:
        return whole(None, (Token(value=words),))
    except ValueError as error:
        raise BadUsage(f"{error}; figures in words go with --scenario, such as --scenario helms-deep.") from error


def _of_scenario(name: str, attackers: str, defenders: str, rounds: int, *, json: bool) -> None:
    found, told = scenarios_with(name).odds(name, attackers, defenders, rounds)
    if json:
        print_json(found)
    else:
        sys.stdout.write(told)


def _as_json(result: BattleOdds) -> str:
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


def _write_plot(result: BattleOdds, path: Path) -> None:
    if path.suffix.lower() != ".svg":
        _fail(f"The picture is an SVG file: name it {path.with_suffix('.svg').name}, not {path.name}.")
    try:
        path.write_text(svg_plot(result), encoding="utf-8")
    except OSError as error:
        _fail(f"Cannot write {path}: {error.strerror}.")


def _fail(message: str) -> NoReturn:
    """Say what was wrong with the words of the command: raises `BadUsage`, options called as they are written there."""
    name, _, rest = message.partition(" ")
    option = name in {*DiceOptions.__dataclass_fields__, "stop", "rolls"}
    raise BadUsage(f"--{name.replace('_', '-')} {rest}" if option else message)
