"""Plays the golden records anew, or takes down anew what is shown in those that are there.

    python -m tests.records.make                    whatever game or preset has no record yet
    python -m tests.records.make risk/1/classic     these, whether there or not
    python -m tests.records.make --views            the views of all that are there
    python -m tests.records.make --digests risk     the digests of positions, where these are written differently now

A record stays as long as its version of the rules is supported. Views change when a page is to show something
else; then `--views` takes them down again, and the commit says why.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from tests.records.views import shown
from wartable import bots
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.digest import digest, layout
from wartable.engine.driver import Match, play
from wartable.engine.game import AnyGame
from wartable.engine.options import Options, build
from wartable.engine.record import SeatInfo, dump, game_of, load, of_match, options_of, replay
from wartable.engine.words import listed
from wartable.lab.players import make_players

HERE = Path(__file__).parent
SCENARIOS = ("edoras-raid", "helms-deep", "moria-passage", "war-of-the-ring")


class Planned(msgspec.Struct, frozen=True):
    """A game to be recorded: its place under `tests/records`, and who plays it by which options."""

    place: str
    game: AnyGame
    options: Options
    players: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The file of the record."""
        return HERE / f"{self.place}.jsonl"


def planned() -> Iterator[Planned]:
    """Yield every game that is to be recorded: each preset, with every level at some seat of some game of it."""
    for key in registry.keys():  # noqa: SIM118 - no mapping
        game = registry.get(key)
        for preset, options in game.presets.items():
            for name, chosen in _varied(game, preset, options):
                yield from _tables(game, name, chosen)


def _varied(game: AnyGame, preset: str, options: Options) -> Iterator[tuple[str, Options]]:
    """Yield a preset, by all its scenarios where it has some; what goes on for a hundred years at random, for four.

    The great campaign of Ring of Power takes longer to replay than all its other games, and is kept once.
    """
    if game.key == "machiavelli":
        yield preset, build(game.options_type, {"last_year": 4}, options)
        return
    if game.key != "ring-of-power":
        yield preset, options
        return
    for scenario in SCENARIOS if preset == "default" else SCENARIOS[:-1]:
        yield f"{preset}-{scenario}", build(game.options_type, {"scenario": scenario}, options)


def _tables(game: AnyGame, name: str, options: Options) -> Iterator[Planned]:
    """Yield as many games as it takes to find a seat for every level; where seats differ, all of them play."""
    levels = [bot.key for bot in bots.bots_of(game)]
    counts = game.seat_counts(options)
    roles = bool(game.roles(options, counts[-1]))
    seats = counts[-1] if roles else next((count for count in counts if count >= len(levels)), counts[-1])
    for number, first in enumerate(range(0, len(levels), seats), 1):
        players = (*levels[first:], *(levels * seats))[:seats]
        mark = f"-{number}" if len(levels) > seats else ""
        yield Planned(f"{game.key}/{game.rules_version}/{name}{mark}", game, options, players)


def record(plan: Planned) -> bytes:
    """Play a game and return its record, without reasons."""
    match = Match(plan.game, plan.options, len(plan.players), SealedDice.of("golden", plan.place))
    rngs = [Random(f"golden/{plan.place}/{seat}") for seat in range(len(plan.players))]
    play(match, make_players(plan.game, plan.players), rngs)
    seats = [SeatInfo(name=f"{name} {seat}", bot=name) for seat, name in enumerate(plan.players, 1)]
    return dump(msgspec.structs.replace(of_match(match, seats), whys={}))


def take_down(path: Path) -> None:
    """Write what is shown in a record beside it."""
    path.with_suffix(".views").write_text("\n".join(shown(load(path.read_bytes()))) + "\n")


def compare_anew(path: Path) -> None:
    """Write the digests of the positions of a record as they are written now; decisions and dice stay."""
    old = load(path.read_bytes())
    game = game_of(old.header)
    states = [state for _, state, _ in replay(old, game)]
    path.write_bytes(
        dump(
            msgspec.structs.replace(
                old,
                header=msgspec.structs.replace(
                    old.header, layout=layout(game.state_type_by(options_of(old.header, game)))
                ),
                digests={n: digest(states[n]) for n in old.digests},
                ending=msgspec.structs.replace(old.ending, digest=digest(states[-1])),
            )
        )
    )


def main(arguments: list[str]) -> None:
    """Do what the arguments ask for."""
    if arguments == ["--views"]:
        for path in sorted(HERE.rglob("*.jsonl")):
            take_down(path)
        return
    if arguments[:1] == ["--digests"]:
        for path in sorted(path for key in arguments[1:] for path in (HERE / key).rglob("*.jsonl")):
            compare_anew(path)
        return
    for plan in planned():
        if plan.place in arguments or (not arguments and not plan.path.exists()):
            plan.path.parent.mkdir(parents=True, exist_ok=True)
            plan.path.write_bytes(record(plan))
            take_down(plan.path)
            sys.stdout.write(f"{plan.place}: {listed(plan.players)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
