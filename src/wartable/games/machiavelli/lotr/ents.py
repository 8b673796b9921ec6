"""How the Ents come out of Fangorn: an evil unit that stands there is dislodged (ring-diplomacy Y51)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wartable.games.adjudication import orders as plain
from wartable.games.adjudication.judge import Judgement
from wartable.games.adjudication.results import Judged, Why
from wartable.games.machiavelli.lotr.position import LotrPosition, as_lotr
from wartable.games.machiavelli.lotr.rules import ENTS, FANGORN, LotrRules
from wartable.games.machiavelli.maps import piece, place_of
from wartable.games.machiavelli.results import CampaignResult, Dislodged
from wartable.games.machiavelli.state import NOBODY, Position, Power, Unit

RULE = "ring-diplomacy Y51"


def wakes(
    rules: LotrRules, before: LotrPosition, after: Position, attackers: Iterable[tuple[Power, plain.Unit]]
) -> bool:
    """Whether the Ents come now: evil holds the city of Fangorn or attacked it, and no good unit is in the field."""
    if not rules.leads_ents(before):
        return False
    there, held = after.at(FANGORN), before.at(FANGORN)
    if there is not None and rules.side(there.owner) != "evil":
        return False
    if rules.side(before.cities.get(FANGORN, NOBODY)) == "evil":
        return True
    attacked = any(rules.side(power) == "evil" for power, _ in attackers)
    return attacked and held is not None and rules.side(held.owner) != "evil"


def woke(rules: LotrRules, campaign: CampaignResult, judgement: Judgement) -> tuple[CampaignResult, Judged]:
    """Return a movement with the Ents in Fangorn, and what is told of them."""
    position, lost = as_lotr(campaign.position), campaign.position.at(FANGORN)
    ents = Unit(rules.leads_ents(position), "A", FANGORN, unit_class=ENTS, number=position.born + 1)
    units = tuple(unit for unit in position.units if unit != lost)
    others = tuple(
        replace(one, retreats=tuple(way for way in one.retreats if place_of(way) != FANGORN))
        for one in campaign.dislodged
    )
    driven = (_driven(rules, judgement, lost),) if lost is not None else ()
    why = Why("ents.woke", "The Ents come out of Fangorn.", {"unit": str(ents)}, RULE)
    after = replace(position, units=(*units, ents), born=ents.number, asleep=False).tidied()
    told = Judged(ents.owner, plain.Hold(piece(rules.board, ents)), "woken", why)
    return replace(campaign, position=after, dislodged=(*others, *driven)), told


def _driven(rules: LotrRules, judgement: Judgement, lost: Unit) -> Dislodged:
    """Return the unit that the Ents dislodge, with where it may go."""
    ways = judgement.driven_off(lost.owner, piece(rules.board, lost), FANGORN).retreats
    return Dislodged(lost, FANGORN, tuple(ways))
