"""The suite: a game's own description, then random games on each preset and number of seats."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wartable.engine.conformance.promise import NotConforming, expect
from wartable.engine.conformance.trial import Trial
from wartable.engine.errors import BadOptions
from wartable.engine.game import AnyGame
from wartable.engine.options import Options, build


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was played: games, those that ended within the limit, decisions, steps checked thoroughly.

    `skipped` says for each number of seats that the options do not allow why they do not.
    """

    game: str
    preset: str
    games: int
    finished: int
    decisions: int
    thorough: int
    skipped: tuple[str, ...] = ()


def conform(
    game: AnyGame,
    *,
    games: int = 20,
    seed: int = 1,
    preset: str | None = None,
    limit: int = 1_500,
    values: Mapping[str, object] | None = None,
) -> tuple[Report, ...]:
    """Check a game on each of its presets (or one); `limit` decisions end a game that random play does not end.

    `values` are options laid over each preset. Raises `NotConforming`, `KeyError` for an unknown preset, or
    `BadOptions` where no number of seats goes with the options.
    """
    _check_metadata(game)
    presets = {preset: game.presets[preset]} if preset else game.presets
    chosen = {key: build(game.options_type, values or {}, base) for key, base in presets.items()}
    return tuple(_conform_preset(game, key, options, games, seed, limit) for key, options in chosen.items())


def _check_metadata(game: AnyGame) -> None:
    least, most = game.seats
    expect(1 <= least <= most, f"{game.key}: seats {game.seats} are no range")
    expect(bool(game.presets), f"{game.key}: there is no preset")
    forgotten = game.hidden and type(game).resample is AnyGame.resample
    expect(not forgotten, f"{game.key}: it keeps secrets, so it must implement resample")
    for key, options in game.presets.items():
        keys = [one.key for one in game.standing(options)]
        expect(len(keys) == len(set(keys)), f"{game.key}, preset {key}: a standing answer is listed twice")
        built = build(game.options_type, options.values())
        expect(built == options, f"{game.key}, preset {key}: the options do not survive JSON")
        for seats in (least - 1, most + 1):
            expect(_refuses_seats(game, options, seats), f"{game.key}, preset {key}: it starts with {seats} seats")


def _refuses_seats(game: AnyGame, options: Options, seats: int) -> bool:
    try:
        game.start(options, seats)
    except BadOptions:
        return True
    return False


def _conform_preset(game: AnyGame, key: str, options: Options, games: int, seed: int, limit: int) -> Report:
    finished = decisions = thorough = 0
    allowed, skipped = _seat_counts(game, options)
    for number in range(games):
        seats = allowed[number % len(allowed)]
        trial = Trial(game, options, seats, f"{seed}/{key}/{number}")
        try:
            trial.run(limit)
        except NotConforming as error:
            error.add_note(f"{game.key}, preset {key}, seed {seed}, game {number}, {seats} seats, step {trial.step}")
            raise
        finished += trial.match.outcome is not None
        decisions += trial.decisions
        thorough += trial.thorough
    return Report(
        game=game.key,
        preset=key,
        games=games,
        finished=finished,
        decisions=decisions,
        thorough=thorough,
        skipped=skipped,
    )


def _seat_counts(game: AnyGame, options: Options) -> tuple[list[int], tuple[str, ...]]:
    """Return the numbers of seats that options allow, and why they do not allow the others."""
    least, most = game.seats
    counts = game.seat_counts(options)
    expect(list(counts) == sorted(set(counts)) != [], f"{game.key}: seat_counts is empty or not in order")
    for seats in set(range(least, most + 1)) - set(counts):
        expect(_refuses_seats(game, options, seats), f"{game.key}: it starts with {seats} seats, not in seat_counts")
    allowed: list[int] = []
    refused: dict[int, BadOptions] = {}
    for seats in counts:
        try:
            game.start(options, seats)
            allowed.append(seats)
        except BadOptions as error:
            refused[seats] = error
    if not allowed:
        raise refused[counts[0]]
    return allowed, tuple(f"{seats} seats: {error}" for seats, error in refused.items())
