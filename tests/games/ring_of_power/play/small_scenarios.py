"""Small scenarios for what the packaged ones come to late or by chance, played by tests of the game and of its page."""

from __future__ import annotations

from wartable.games.ring_of_power.linting import findings
from wartable.games.ring_of_power.reading import bring, read_scenario


def _playable(text: str) -> str:
    """Make a scenario playable in this process and return its key."""
    one = read_scenario(text)
    assert findings(one) == ()
    bring(one)
    return one.id


# Two banners: Rohan and Gondor stand together against Saruman, and Théoden commands.

ROHAN, GONDOR, SARUMAN = range(3)
THEODEN, FOOT, WARRIORS = 1, (2, 3), (4, 5, 6)
_TWO_BANNERS = """
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
    """Return the key of a battle of three seats, two of them allies."""
    return _playable(_TWO_BANNERS)


# The gatehouse: Boromir, five men and a ram stand before the gate of a keep that two orcs hold.

_GATEHOUSE = """
id: gatehouse
title: The gatehouse
summary: For tests.
table: {width: 40, height: 30}
last_turn: 4
sides:
  - {id: good, name: Good, players: [gondor]}
  - {id: evil, name: Evil, players: [mordor]}
players: {gondor: {name: Gondor}, mordor: {name: Mordor}}
order: [gondor, mordor]
places:
  - {id: keep, name: Keep, kind: fortress, circle: [20, 20, 2], owner: evil, base: evil, gates: [[20, 18]]}
rosters:
  gondor:
    - {character: boromir, at: [20.9, 17.3]}
    - {unit: gondor_warrior, count: 5, formation: {shape: line, anchor: [17, 16.4], spacing: 0.8}}
    - {artillery: battering_ram, crew: [gondor_warrior], at: [20, 17.2]}
  mordor:
    - {unit: orc, count: 2, inside: keep}
victory:
  - {when: time_out, sentence: Time is over.}
"""


def gatehouse() -> str:
    """Return the key of an assault with a ram."""
    return _playable(_GATEHOUSE)


# The last stand: four heroes, side by side, among many uruk-hai.

_LAST_STAND = """
id: last-stand
title: The last stand
summary: For tests.
table: {width: 40, height: 30}
last_turn: 4
sides:
  - {id: good, name: Good, players: [rohan]}
  - {id: evil, name: Evil, players: [isengard]}
players: {rohan: {name: Rohan}, isengard: {name: Isengard}}
order: [rohan, isengard]
places:
  - {id: hill, name: Amon Hen, kind: site, circle: [8, 22, 1]}
rosters:
  rohan:
    - {character: eowyn, at: [20, 10], mounted: false}
    - {character: erkenbrand, at: [20.6, 10], mounted: false}
    - {character: merry, at: [20, 10.6]}
    - {character: pippin, at: [20.6, 10.6]}
  isengard:
    - {character: lurtz, at: [19.6, 11.4]}
    - {unit: uruk_hai, count: 8, formation: {shape: line, anchor: [17, 11.5], spacing: 0.8}}
victory:
  - {when: time_out, sentence: Time is over.}
"""


def last_stand() -> str:
    """Return the key of a battle that heroes lose, as a rule with wounded among them."""
    return _playable(_LAST_STAND)


# The landfall: a ship in the middle of a river, corsairs beside it, and a lone man of Gondor on the other bank.

SHIP, CORSAIRS, LOOKOUT = 1, (2, 3, 4), 5
_LANDFALL = """
id: landfall
title: The landfall
summary: For tests.
table: {width: 40, height: 30}
last_turn: 4
sides:
  - {id: evil, name: Evil, players: [corsairs]}
  - {id: good, name: Good, players: [gondor]}
players: {corsairs: {name: Corsairs}, gondor: {name: Gondor}}
order: [corsairs, gondor]
waters:
  - {id: anduin, type: river, name: Anduin, navigable: true, width: 1.2, line: [[0, 15], [40, 15]]}
places:
  - {id: hill, name: Hill, kind: site, circle: [8, 25, 1]}
rosters:
  corsairs:
    - {unit: corsair_ship, count: 1, at: [20, 15]}
    - {unit: corsair, count: 3, formation: {shape: line, anchor: [19.2, 13.6], spacing: 0.8}}
  gondor:
    - {unit: gondor_warrior, count: 1, at: [20, 18.4]}
victory:
  - {when: time_out, sentence: Time is over.}
"""


def landfall() -> str:
    """Return the key of a ship between two banks."""
    return _playable(_LANDFALL)
