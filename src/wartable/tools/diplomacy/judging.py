"""`wartable adjudicate`: one phase judged from files, for game masters; of Diplomacy here, else by other tools."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from wartable.board.library import load_board
from wartable.board.png import to_png
from wartable.cli.pictures import KINDS
from wartable.cli.usage import BadUsage, Json, OptionWords, nearest, no_tools, print_json, read_bytes, read_settings
from wartable.engine.errors import BadData
from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.diplomacy.adjudicate import judge, rulings_of, start
from wartable.games.diplomacy.formats.anymap import MAP_KINDS, read_any_map
from wartable.games.diplomacy.formats.diagram import diagram
from wartable.games.diplomacy.formats.saved import last_position
from wartable.games.diplomacy.issues import rulings_with
from wartable.games.diplomacy.pictured import picture_of
from wartable.games.diplomacy.play.mapoptions import has_map, map_keys, map_with
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import Verdict
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.text.jsonform import VerdictJson, orders_from_json, position_from_json, verdict_to_json
from wartable.games.diplomacy.text.report import missing, report, silent
from wartable.games.diplomacy.text.textform import read_orders, read_position, read_what_can_be
from wartable.games.diplomacy.variant import Variant
from wartable.games.order_drawing.draw import draw_orders
from wartable.tools.files import Adjudicator, Judging
from wartable.tools.registry import found_at, installed

_WIDTH = 1600
"""Pixels across a picture that is no drawing."""


class _Told(VerdictJson, frozen=True, omit_defaults=True):
    """A judged phase, who sent nothing, and lines that could not be read."""

    silent: tuple[Power, ...] = ()
    unread: tuple[str, ...] = ()


GAMES = "standard, middle-earth-viii, ring-diplomacy, or a map file: FILE.yaml, FILE.map, FILE.zip#NAME."


def adjudicate(
    *,
    game: Annotated[
        str,
        Parameter(
            help="standard, middle-earth-viii, ring-diplomacy, machiavelli, lotr-machiavelli, or FILE.yaml, FILE.map, "
            "FILE.zip#NAME."
        ),
    ] = "standard",
    orders: Annotated[
        Path,
        Parameter(allow_leading_hyphen=True, help="The orders, as plain text or JSON; - reads the standard input."),
    ],
    position: Annotated[
        Path | None,
        Parameter(allow_leading_hyphen=True, help="The position, likewise; the first one if left out."),
    ] = None,
    rules: Annotated[
        str | None, Parameter(help="Rulebook: 2023, 2000, 1982, 1971 or webdip; of Machiavelli a preset.")
    ] = None,
    option: OptionWords = None,
    lenient: Annotated[
        bool, Parameter(negative=(), help="Judge in spite of lines that cannot be read, and list them.")
    ] = False,
    dice: Annotated[str, Parameter(help="Faces as they fell, 3,5,1, where a game has dice.")] = "",
    seed: Annotated[str, Parameter(help="Any word or number, by which dice are drawn instead.")] = "",
    as_json: Json = False,
    map_: Annotated[Path | None, Parameter(name="--map", help="Also draw the orders: FILE.svg or FILE.png.")] = None,
) -> None:
    """Judge one phase: results with reasons, the next position, and what is due in it."""
    judge_of = _other(game)
    if judge_of is not None:
        wish = Judging(
            position=None if position is None else _text(position),
            orders=_text(orders),
            rules=rules,
            options=read_settings(option or ()),
            dice=_faces(dice),
            seed=seed,
            lenient=lenient,
        )
        _tell(judge_of, wish, map_, as_json=as_json)
        return
    if dice or seed:
        raise BadUsage(f"{game} has no dice; leave out --dice and --seed.")
    variant, issues = _variant(game, read_settings(option or ()))
    rulings = _rulings(variant, rules, issues)
    before = start(variant) if position is None else _read_position(variant, position)
    given, unread = _read_orders(variant, orders, before, rulings, lenient=lenient)
    verdict = judge(variant, before, given, rulings)
    if map_ is not None:
        _draw(variant, before, verdict, map_)
    if as_json:
        told = verdict_to_json(variant, before, verdict)
        print_json(
            _Told(**msgspec.structs.asdict(told), silent=tuple(silent(variant, before, given)), unread=tuple(unread))
        )
    else:
        print(report(variant, before, verdict) + missing(variant, before, given, unread), end="")


def _other(game: str) -> Adjudicator | None:
    """Return the adjudicator of other tools that judges a game."""
    places = (place for one in installed(no_tools) for place in one.adjudicators)
    return next((judge_of for judge_of in map(found_at, places) if game in judge_of.games), None)


def _tell(judge_of: Adjudicator, wish: Judging, picture: Path | None, *, as_json: bool) -> None:
    told, text = judge_of.judge(wish)
    if picture is not None:
        _keep(judge_of.drawn(wish), picture)
    if as_json:
        print_json(told)
    else:
        print(text, end="")


def _faces(words: str) -> tuple[int, ...]:
    found = [word.strip() for word in words.split(",") if word.strip()]
    if not all(map(str.isdecimal, found)):
        raise BadUsage(f"--dice {words}: write the faces as they fell, --dice 3,5,1.")
    return tuple(map(int, found))


def _variant(name: str, chosen: Mapping[str, object]) -> tuple[Variant, Mapping[str, str]]:
    """Return a map as the options on the command line change it, and those of them that settle points of the rules."""
    if has_map(name):
        return map_with(name, chosen)
    file, _, inside = name.partition("#")
    if Path(file).suffix.lower() in MAP_KINDS:
        return read_any_map(Path(file), inside).variant, {issue: str(value) for issue, value in chosen.items()}
    raise BadUsage(f"There is no Diplomacy game {name!r}; {nearest(name, map_keys())}")


def _rulings(variant: Variant, rules: str | None, issues: Mapping[str, str]) -> Rulings:
    if rules is not None and rules not in PRESETS:
        raise BadUsage(f"There are no rules {rules!r}; {nearest(rules, PRESETS)}")
    base = PRESETS[rules] if rules is not None else rulings_of(variant)
    return rulings_with(base, issues)[0]


def _text(path: Path) -> str:
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: this is no text.") from error


def _read_position(variant: Variant, path: Path) -> Position:
    """Read a position: text, JSON, or the last one of a saved game."""
    text = _text(path)
    is_json = text.lstrip().startswith("{")
    with _naming(path):
        if is_json and '"phases"' in text:
            return last_position(variant, text.encode())
        return position_from_json(variant, text) if is_json else read_position(variant, text)


def _read_orders(
    variant: Variant, path: Path, position: Position, rulings: Rulings, *, lenient: bool
) -> tuple[dict[Power, list[AnyOrder]], list[str]]:
    """Return the orders by power, and what cannot be read of them: nothing unless asked to be lenient."""
    text = _text(path)
    with _naming(path):
        if text.lstrip().startswith(("{", "[")):
            return orders_from_json(variant, text, position, rulings), []
        if lenient:
            return read_what_can_be(variant, text, position, rulings)
        return read_orders(variant, text, position, rulings), []


@contextmanager
def _naming(path: Path) -> Generator[None]:
    """Say which file an error is in."""
    try:
        yield
    except BadData as error:
        message = f"{path}:\n{error}"
        raise BadData(message) from error


def _draw(variant: Variant, position: Position, verdict: Verdict, path: Path) -> None:
    board = load_board(variant.board) if variant.board else diagram(variant, variant.key)
    picture = picture_of(variant, position, verdict.result.judged)
    _keep(draw_orders(board, picture, portable=True), path)


def _keep(svg: str, path: Path) -> None:
    """Write a picture to a file, as its name says."""
    if path.suffix.lower() not in KINDS:
        raise BadUsage(f"--map {path}: name the picture FILE.svg or FILE.png.")
    path.write_bytes(to_png(svg, _WIDTH) if path.suffix.lower() == ".png" else svg.encode())
