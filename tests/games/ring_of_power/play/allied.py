"""A battle of three seats: Rohan and Gondor stand together against Saruman, and Théoden commands."""

from __future__ import annotations

from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.reading import bring, read_scenario

ROHAN, GONDOR, SARUMAN = range(3)
THEODEN, FOOT, WARRIORS, URUKS = 1, (2, 3), (4, 5, 6), (7, 8, 9, 10, 11, 12)
_ALLIED = """
id: two-banners
title: Two banners
summary: For tests.
table: {width: 40, height: 30}
last_turn: 4
sides:
  - {id: good, name: Good, players: [rohan, gondor]}
  - {id: evil, name: Evil, players: [saruman]}
players: {rohan: {name: Rohan}, gondor: {name: Gondor}, saruman: {name: Saruman}}
order: [rohan, gondor, saruman]
places:
  - {id: barrow, name: Barrow, kind: site, circle: [8, 22, 1]}
rosters:
  rohan:
    - {character: theoden, at: [19.8, 10], mounted: false}
    - {unit: rohan_foot, count: 2, formation: {shape: line, anchor: [18, 10], spacing: 0.9}}
  gondor:
    - {unit: gondor_warrior, count: 3, formation: {shape: line, anchor: [20.7, 10], spacing: 0.9}}
  saruman:
    - {unit: uruk_hai, count: 6, formation: {shape: line, anchor: [18, 10.9], spacing: 0.9}}
victory:
  - {when: time_out, sentence: Time is over.}
"""


def two_banners() -> str:
    """Make the scenario playable in this process and return its key."""
    one = read_scenario(_ALLIED)
    assert findings(one) == ()
    bring(one)
    return one.id
