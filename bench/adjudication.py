"""Movement phases per second of the Diplomacy adjudicator, against PyPI's `diplomacy` as ratios within one run.

Run `python bench/adjudication.py [--games FILE] [--phases N] [--passes N]`. The recorded games are read from
`../shared/datc/real_games.jsonl` unless another file is given; random boards take their place where there are none.
*Text to next position* is, for us, order text read and judged and the next position made (`Notation.read_all`,
`judge(...).next`); for the package, `set_orders` and `process`. *With reasons* is the same and the reason of every
order (`judge(...).result`), beside the same of the package, which gives none. *Resolve only* is, for us, orders that
were read and matched until every decision is settled (`Evaluator`); for the package, `process`. The package is measured
where it is installed, as by `pip install --group bench`.

Measures of our own: random games with legal orders drawn for every unit, a board of 60 units with convoys everywhere,
the cost of a unit on a map of 128 provinces, and memory over many phases. Times are processor times.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from wartable.games.adjudication.conditions import PLAIN
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.map import Terrain
from wartable.games.adjudication.order_set import OrderSet
from wartable.games.adjudication.orders import AnyOrder, Build, Convoy, Disband, Move, Power, Retreat, Unit
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.adjudicate import judge, start
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.text.notation import notation_of
from wartable.games.diplomacy.variant import (
    Calendar,
    PowerFacts,
    ProvinceFacts,
    Season,
    Variant,
    Victory,
    load_variant,
)

HERE = Path(__file__).resolve().parent
RECORDED = HERE.parents[1] / "shared" / "datc" / "real_games.jsonl"
STANDARD = load_variant("standard")
RULINGS = PRESETS["webdip"]
Texts = Mapping[Power, Sequence[str]]
Turn = tuple[Position, Texts]
Pair = tuple[float, float]
Three = tuple[float, float, float]
Orders = dict[Power, list[AnyOrder]]
PART = 100
"""Phases measured at a time on one side before it is the other's turn."""


def main() -> None:
    arguments = parser().parse_args()
    phases = recorded(arguments.games) if arguments.games.is_file() else random_phases(300)
    kind = "recorded" if arguments.games.is_file() else "random"
    print(f"{len(phases)} {kind} movement phases; best of {arguments.passes} passes")
    rival = load_rival()
    mine, theirs = in_turn(rival, phases, arguments.passes)
    report("text to next position", mine[0], theirs and theirs[0])
    report("with reasons", mine[1], theirs and theirs[0])
    report("resolve only", mine[2], theirs and theirs[1])
    game = random_games(3)
    report("random games, all phases", game, rival_games(rival, 2) if rival else None)
    crowded()
    big_map()
    memory(arguments.phases)


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--games", type=Path, default=RECORDED, help="recorded games, one JSON object a line")
    options.add_argument("--phases", type=int, default=20_000, help="phases played while memory is watched")
    options.add_argument("--passes", type=int, default=3, help="times everything is measured; the best counts")
    return options


def report(what: str, mine: float, theirs: float | None) -> None:
    line = f"{what:28}{1e6 * mine:9.1f} µs a phase {1 / mine:9.0f} phases/s"
    print(line if theirs is None else f"{line}   package {1 / theirs:7.0f} phases/s   ratio {theirs / mine:6.1f}")


def seconds(work: Callable[[], object], passes: int) -> float:
    """Return the least processor time of one call."""
    times: list[float] = []
    for _ in range(passes):
        gc.collect()
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


# The phases


def recorded(path: Path) -> list[tuple[Position, Texts]]:
    """Read the movement phases of recorded games: position before, and orders as text."""
    found: list[tuple[Position, Texts]] = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        owners: dict[str, Power] = {}
        for phase in json.loads(line)["phases"]:
            if "centers" in phase:
                owners = {code: power.lower() for power, codes in phase["centers"].items() for code in codes}
            if phase["phase"].endswith("M") and "orders" in phase:
                found.append((position_of(phase, owners), {p.lower(): texts for p, texts in phase["orders"].items()}))
    return found


def position_of(phase: Mapping[str, Any], owners: dict[str, Power]) -> Position:
    season = "spring" if phase["phase"].startswith("S") else "fall"
    units = {
        power.lower(): tuple(Unit(text[0], text[2:]) for text in texts if text[0] in "AF")
        for power, texts in phase["units"].items()
    }
    return Position(Phase(season, int(phase["phase"][1:5]), "movement"), units, owners)


def random_phases(number: int) -> list[tuple[Position, Texts]]:
    """Make boards with half of the provinces taken and legal orders drawn."""
    rng = Random(1)
    found: list[tuple[Position, Texts]] = []
    while len(found) < number:
        before = random_board(rng, 34)
        found.append((before, {p: [str(order) for order in given] for p, given in drawn(rng, before).items()}))
    return found


def random_board(rng: Random, units: int) -> Position:
    places = {code: facts for code, facts in STANDARD.provinces.items() if facts.kind != "impassable"}
    given: dict[Power, list[Unit]] = {power: [] for power in STANDARD.powers}
    for code in rng.sample(sorted(places), units):
        facts = places[code]
        fleet = facts.kind == "sea" or (facts.kind == "coastal" and rng.random() < 0.3)
        at = f"{code}/{facts.coasts[0]}" if fleet and facts.coasts else code
        given[rng.choice(sorted(given))].append(Unit("F" if fleet else "A", at))
    return Position(STANDARD.first_phase, {power: tuple(found) for power, found in given.items()}, {})


def drawn(rng: Random, before: Position) -> Orders:
    choices = Choices(STANDARD.numbered(before, RULINGS), RULINGS)
    return {power: [choices.draw(unit, rng) for unit in units] for power, units in before.units.items()}


# Us


def in_turn(
    rival: Any,  # noqa: ANN401
    phases: Sequence[Turn],
    passes: int,
) -> tuple[Three, Pair | None]:
    """Measure both sides by turns on a few phases at a time, so that what else the machine does meets both alike.

    Returns seconds a phase from text to next position, for us also with reasons, and for resolving alone; the best of
    all passes for each part.
    """
    measure(phases[:PART])
    if rival:
        measure_rival(rival, phases[:PART])
    gc.collect()
    gc.freeze()  # neither side is to pay for looking through what the other keeps
    mine, theirs = [0.0, 0.0, 0.0], [0.0, 0.0]
    for first in range(0, len(phases), PART):
        part = phases[first : first + PART]
        ours: list[Three] = []
        others: list[Pair] = []
        for _ in range(passes):
            ours.append(measure(part))
            if rival:
                others.append(measure_rival(rival, part))
        for index in (0, 1, 2):
            mine[index] += min(times[index] for times in ours) / len(phases)
        for index in (0, 1):
            theirs[index] += min((pair[index] for pair in others), default=0) / len(phases)
    return (mine[0], mine[1], mine[2]), ((theirs[0], theirs[1]) if rival else None)


def measure(part: Sequence[Turn]) -> Three:
    """Return our seconds for some phases: from text to next position, with reasons as well, and for resolving alone."""
    read = notation_of(STANDARD).read_all
    begin = time.process_time()
    for before, texts in part:
        _ = judge(STANDARD, before, {power: read(given) for power, given in texts.items()}, RULINGS).next
    whole = time.process_time() - begin
    begin = time.process_time()
    for before, texts in part:
        _ = judge(STANDARD, before, {power: read(given) for power, given in texts.items()}, RULINGS).result
    reasoned = time.process_time() - begin
    order_sets = [
        OrderSet(
            Units(STANDARD.map, before.units, PLAIN), {power: read(given) for power, given in texts.items()}, RULINGS
        )
        for before, texts in part
    ]
    begin = time.process_time()
    for order_set in order_sets:
        Evaluator(order_set)
    return whole, reasoned, time.process_time() - begin


def random_games(games: int, last: int = 1912) -> float:
    """Play games with drawn orders; returns seconds for a phase of any kind."""
    phases = 0

    def play() -> None:
        nonlocal phases
        phases = 0
        for seed in range(games):
            rng = Random(seed)
            position = start(STANDARD)
            while position.phase.year <= last:
                position = judge(STANDARD, position, everything_drawn(rng, position), RULINGS).next
                phases += 1

    return seconds(play, 2) / phases


def everything_drawn(rng: Random, position: Position) -> Orders:
    """Draw orders for whatever the phase asks."""
    if position.phase.kind == "movement":
        return drawn(rng, position)
    return {power: drawn_due(rng, what) for power, what in due(STANDARD, position).items()}


def drawn_due(rng: Random, what: Due) -> list[AnyOrder]:
    orders: list[AnyOrder] = [
        Retreat(lost.unit, rng.choice(lost.retreats)) if lost.retreats else Disband(lost.unit) for lost in what.retreats
    ]
    return orders + [Build(Unit("A", site)) for site in rng.sample(what.sites, what.builds)]


# The package


def load_rival() -> Any:  # noqa: ANN401 - a package without types
    """Import the package, if it is there; a script of this folder must not stand in for it."""
    sys.path[:] = [path for path in sys.path if Path(path or os.curdir).resolve() != HERE]
    try:
        return importlib.import_module("diplomacy")
    except ImportError:
        print("The package `diplomacy` is not installed, so nothing is compared: pip install --group bench")
        return None


def rival_game(rival: Any, before: Position) -> Any:  # noqa: ANN401
    game = rival.Game(rules=["NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE"])
    game.set_current_phase(f"{before.phase.season[0].upper()}{before.phase.year}M")
    for power in game.powers:
        units = before.units.get(power.lower(), ())
        game.set_units(power, [str(unit) for unit in units], reset=True)
        game.set_centers(power, list(before.centres(power.lower())), reset=True)
    return game


def measure_rival(rival: Any, part: Sequence[Turn]) -> Pair:  # noqa: ANN401
    """Return the package's seconds for some phases with orders set, and for processing alone."""
    games = [rival_game(rival, before) for before, _ in part]
    begin = time.process_time()
    for game, (_, texts) in zip(games, part, strict=True):
        for power, given in texts.items():
            game.set_orders(power.upper(), list(given))
    middle = time.process_time()
    for game in games:
        game.process()
    end = time.process_time()
    return end - begin, end - middle


def rival_games(rival: Any, games: int, last: int = 1912) -> float:  # noqa: ANN401
    """Play the package's games with drawn orders; returns seconds for a phase."""
    phases = 0
    begin = time.process_time()
    for seed in range(games):
        rng = Random(seed)
        game = rival.Game(rules=["NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE"])
        while not game.is_game_done and int(game.get_current_phase()[1:5]) <= last:
            options = game.get_all_possible_orders()
            for power in game.powers:
                places = game.get_orderable_locations(power)
                game.set_orders(power, [rng.choice(options[place]) for place in places if options[place]])
            game.process()
            phases += 1
    return (time.process_time() - begin) / phases


# Hard boards, a big map, and memory


def crowded() -> None:
    """Sixty units, a fleet in every sea, and every army that can under way by convoy, cold: nothing is remembered."""
    worst: list[float] = []
    rng = Random(2)
    for _ in range(100):
        fresh = type(STANDARD)(**{name: getattr(STANDARD, name) for name in STANDARD.__struct_fields__})
        before = with_all_seas(rng)
        choices = Choices(STANDARD.numbered(before, RULINGS), RULINGS)
        orders = {power: [by_sea(rng, choices, unit) for unit in units] for power, units in before.units.items()}
        _ = judge(fresh, Position(before.phase, {}, {}), {}, RULINGS).result  # compiles the map
        begin = time.process_time()
        _ = judge(fresh, before, orders, RULINGS).result
        worst.append(1000 * (time.process_time() - begin))
    worst.sort()
    print(f"60 units, convoys everywhere: median {worst[50]:.2f} ms, worst of 100 boards {worst[-1]:.2f} ms")


def with_all_seas(rng: Random) -> Position:
    seas = [code for code, facts in STANDARD.provinces.items() if facts.kind == "sea"]
    shores = [code for code, facts in STANDARD.provinces.items() if facts.kind == "coastal"]
    units = [Unit("F", code) for code in seas] + [Unit("A", code) for code in rng.sample(shores, 60 - len(seas))]
    powers = sorted(STANDARD.powers)
    given: dict[Power, list[Unit]] = {power: [] for power in powers}
    for unit in units:
        given[rng.choice(powers)].append(unit)
    return Position(STANDARD.first_phase, {power: tuple(found) for power, found in given.items()}, {})


def by_sea(rng: Random, choices: Choices, unit: Unit) -> AnyOrder:
    """Draw a convoy, or a move that needs or names one, where the unit has any."""
    wanted = [one for one in choices.orders(unit) if isinstance(one, Convoy) or (isinstance(one, Move) and one.via)]
    return rng.choice(wanted) if wanted else choices.draw(unit, rng)


def big_map() -> None:
    """Compare the time of a unit's order on the standard map and on a made-up one of 128 provinces, both half full."""
    rng = Random(3)
    small = [random_board(rng, 38) for _ in range(60)]
    mine = cost(STANDARD, small)
    big = grid(16, 8)
    boards = [grid_board(rng, big) for _ in range(60)]
    print(f"time of a unit: {1e6 * mine:.2f} µs on 75 provinces, {1e6 * cost(big, boards):.2f} µs on 128")


def cost(variant: Variant, boards: Sequence[Position]) -> float:
    rng = Random(4)
    work: list[tuple[Position, Orders]] = []
    for before in boards:
        choices = Choices(variant.numbered(before, Rulings()), Rulings())
        work.append((before, {p: [choices.draw(unit, rng) for unit in units] for p, units in before.units.items()}))
    units = sum(len(given) for _, orders in work for given in orders.values())
    return seconds(lambda: [judge(variant, before, orders, Rulings()).result for before, orders in work], 5) / units


def grid(width: int, height: int) -> Variant:
    """Make a map of squares, every fourth column of them sea."""
    provinces: dict[str, ProvinceFacts] = {}
    army: dict[str, tuple[str, ...]] = {}
    fleet: dict[str, tuple[str, ...]] = {}
    for x in range(width):
        for y in range(height):
            code = f"P{x}_{y}"
            kind: Terrain = "sea" if x % 4 == 0 else "inland" if x % 4 == 2 else "coastal"
            provinces[code] = ProvinceFacts(code, kind)
            near = [f"P{x + a}_{y + b}" for a, b in ((1, 0), (0, 1)) if x + a < width and y + b < height]
            army[code] = tuple(other for other in near if kind != "sea" and int(other[1:].split("_")[0]) % 4)
            fleet[code] = tuple(other for other in near if kind != "inland" and int(other[1:].split("_")[0]) % 4 != 2)
    powers = {f"p{n}": PowerFacts(f"P{n}", f"p{n}", (), ()) for n in range(8)}
    year = Calendar(1, (Season("spring", "movement"),))
    return Variant(
        "wartable-variant/1", "grid", "Grid", "made up", powers, year, Victory(centres=99), provinces, army, fleet
    )


def grid_board(rng: Random, variant: Variant) -> Position:
    given: dict[Power, list[Unit]] = {power: [] for power in variant.powers}
    for code in rng.sample(sorted(variant.provinces), 64):
        fleet = variant.provinces[code].kind == "sea" or (
            variant.provinces[code].kind == "coastal" and rng.random() < 0.3
        )
        given[rng.choice(sorted(given))].append(Unit("F" if fleet else "A", code))
    return Position(variant.first_phase, {power: tuple(units) for power, units in given.items()}, {})


def memory(phases: int) -> None:
    """Play random phases and print what they left in memory, over the first and the second half."""
    rng = Random(5)

    def play(number: int) -> None:
        for _ in range(number):
            before = random_board(rng, 34)
            _ = judge(STANDARD, before, drawn(rng, before), RULINGS).result

    tracemalloc.start()
    sizes: list[float] = []
    for _ in range(4):
        play(phases // 4)
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0] / 1e6)
    tracemalloc.stop()
    print(f"memory after each quarter of {phases} random phases: {', '.join(f'{size:.1f}' for size in sizes)} MB")


if __name__ == "__main__":
    main()
