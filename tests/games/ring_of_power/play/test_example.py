"""The worked example of the rules, played through the game with its printed dice (rules section 3, vectors)."""

from __future__ import annotations

from tests.games.ring_of_power.play.table import Campaign
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.combat.prepare import components
from wartable.games.ring_of_power.play.combats import pairs

GOOD = (1, 2, 3, 3, 4, 4, 5, 6)
EVIL = (1, 2, 3, 3, 4, 4, 5, 6, 6, 1)
"""Nine dice are printed for ten attackers; the tenth is ours and misses (Q42)."""
EOMER, RIDER_C, RIDER_A, RIDER_B = 1, 2, 3, 4
DEFENCE = (4, 2, 3, 1, 5, 1, 2, 3, 4, 4, 6)
"""Of Éomer; of the rider who is hit twice; of the two others; of six uruk-hai. In the order of the figures."""


def printed(purpose: str, count: int) -> tuple[int, ...]:
    """Return the dice of the example."""
    faces = DEFENCE if "defence" in purpose else GOOD + EVIL
    assert len(faces) == count, purpose
    return faces


def after_battle() -> Campaign:
    campaign = Campaign("edoras-raid", printed)
    campaign.by_default(lambda state: state.turn > 1)
    return campaign


def test_forces_contact_and_engaged_follow_from_the_points() -> None:
    """Statements D1, E1, E2, case 7.1."""
    campaign = Campaign("edoras-raid")
    scene = Scene(campaign.world, campaign.state)

    assert sorted(len(force) for force in scene.lineup.members.values()) == [4, 17]
    assert len(components(pairs(scene))) == 1


def test_the_battle_ends_as_in_the_text_but_for_its_two_slips() -> None:
    """Statement G11, settlements Q13, Q42, Q43, case 7.1."""
    campaign = after_battle()
    report = campaign.told(events.BattleEnded)[0].report
    fates = {one.id: one.fate.value for one in report.figures}
    (bout,) = report.bouts

    assert (fates.get(EOMER, "unhurt"), fates[RIDER_A], fates[RIDER_C]) == ("unhurt", "dismounted", "dead")
    assert fates.get(RIDER_B, "unhurt") == "unhurt"
    assert tuple(score.score for score in bout.scores) == (7, 2)  # 3 is printed: a dismounted rider was counted (Q43)
    assert (bout.winner, bout.remaining, len(bout.extra)) == (0, 5, 1)


def test_ten_uruk_hai_and_their_leader_retreat_a_full_move_and_regroup() -> None:
    """Statement H, settlement Q45, case 7.1."""
    before = Campaign("edoras-raid").state.by_id
    campaign = after_battle()
    left = [figure for figure in campaign.state.figures if figure.owner == campaign.world.index["saruman"]]
    riders = [figure for figure in campaign.state.figures if figure.owner == campaign.world.index["rohan"]]

    assert campaign.count(uruk_hai=10, lurtz=1) == {"uruk_hai": 10, "lurtz": 1}
    assert all(figure.still_until == 2 for figure in left)
    for figure in left:
        old = before[figure.id]
        gone = ((figure.x - old.x) ** 2 + (figure.y - old.y) ** 2) ** 0.5
        nearer = min((figure.x - r.x) ** 2 + (figure.y - r.y) ** 2 for r in riders)
        assert gone > 9_000
        assert nearer > min((old.x - r.x) ** 2 + (old.y - r.y) ** 2 for r in riders)
    assert [figure.mounted for figure in riders] == [True, False, True]
