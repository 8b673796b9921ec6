from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.games.ring_of_power.combat.brute import Law, every_end, laws, small_battle
from tests.games.ring_of_power.combat.builders import battle, fighter, troop
from wartable.games.ring_of_power.combat import rolls
from wartable.games.ring_of_power.combat.allocation import deal
from wartable.games.ring_of_power.combat.odds import laws as laws_of_hits
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.result import Odds
from wartable.games.ring_of_power.combat.values import Place, Shelter


def told(answer: Odds) -> dict[str, Law]:
    """Odds in the shape of `laws`."""
    found: dict[str, Law] = {"casualties": {}, "lost": {}, "fates": {}, "final": {}, "units": {}}
    names = ("win", "draw", "loss", "none")
    found["result"] = positive({name: getattr(answer.bouts[0], name) for name in names})
    for side in answer.sides:
        found["casualties"] |= numbered(side.casualties, side.side)
        found["lost"] |= numbered(side.lost, side.side)
        for unit in side.units:
            found["units"] |= numbered(unit.casualties, side.side, unit.unit)
        for character in side.characters:
            found["fates"] |= positive({(character.figure, fate): p for fate, p in character.fates.items()})
            found["final"] |= positive({(character.figure, fate): p for fate, p in character.final.items()})
    return found


def numbered(law: Sequence[Any], *key: Any) -> Law:
    return positive({(*key, number): chance for number, chance in enumerate(law)})


def positive(law: Mapping[Any, Any]) -> Law:
    return {key: Fraction(chance) for key, chance in law.items() if chance > 1e-15}


def same(one: Mapping[str, Law], other: Mapping[str, Law]) -> bool:
    """Whether chances, summed in floating point, are those that fractions give."""
    pairs = [(one.get(name, {}), other.get(name, {})) for name in one.keys() | other.keys()]
    return all(abs(float(a.get(key, 0) - b.get(key, 0))) < 1e-12 for a, b in pairs for key in a.keys() | b.keys())


def seeds(first: int, count: int) -> range:
    return range(first, first + count)


def check(seed: int) -> None:
    start = small_battle(seed)
    ends = list(every_end(start))

    assert sum(weight for weight, _ in ends) == 1
    assert same(told(odds(start, detail=True)), laws(ends)), start


@pytest.mark.parametrize("seed", [*seeds(0, 40), 1266])  # 1266: three sides, a bout without a single die
def test_exact_odds_are_what_every_face_of_every_die_gives(seed: int) -> None:
    check(seed)


def test_odds_with_a_ram_are_what_every_face_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Statement L4, with a ram that helps one of two figures."""
    for module in (rolls, laws_of_hits):
        monkeypatch.setattr(module, "ram_help", lambda _stage, side: int(side == 0))
    attackers = [fighter(1, 0, (2, 4, 5)), fighter(2, 0, (1, 5, 5), abilities=("poison_weapons",))]
    start = battle(
        attackers, troop(11, 1, 1, (0, None, 4), inside=Shelter.FORTRESS), place=Place(name="keep", holder=1)
    )
    ends = list(every_end(start))

    assert same(told(odds(start, detail=True)), laws(ends))


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [1000, *(pytest.param(first, marks=pytest.mark.strength) for first in range(1050, 2000, 50))]
)
def test_hundreds_of_further_small_combats_agree(first: int) -> None:
    for seed in seeds(first, 50):
        check(seed)


def test_another_allocation_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps this honest: odds that heap all hits on one figure are told from play."""
    start = battle(troop(1, 1, 0, (2, 3, 4)), troop(11, 2, 1, (0, None, 5)))
    ends = laws(list(every_end(start)))
    assert same(told(odds(start, detail=True)), ends)

    monkeypatch.setattr(laws_of_hits, "deal", lambda _size, hits, *_: deal(1, hits))
    assert not same(told(odds(start, detail=True)), ends)
