"""How Lord of the Rings Risk reads stated cases (`conquest-cases/1`)."""

from wartable.games.conquest.lotr.cases.facts import facts_of
from wartable.games.conquest.lotr.cases.position import LotrReader
from wartable.games.conquest.lotr.cases.steps import steps_of

CASES = LotrReader()
LotrReader.steps = steps_of(CASES)
LotrReader.facts = facts_of(CASES)
