"""What a card makes of an attack, told before it is played."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.conquest.lotr.play import positions, started
from tests.conquest.lotr.test_odds import foretold, led, position
from wartable.engine.actions import Offer
from wartable.engine.errors import IllegalAction
from wartable.engine.values import Forecast, Seat
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.lotr.actions import PlayCard
from wartable.games.conquest.lotr.cardodds import AskCard
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Reacting


def holding(state: LotrState, card: str) -> LotrState:
    """Return the position with one card in the hand of the first seat."""
    number = next(number for number, each in enumerate(LOTR_RISK.rules(state).deck) if each.id == card)
    return replace(state, adventure=Cards(((number,), ()), 0))


def told(state: LotrState, card: str, seat: int = 0, **more: object) -> Forecast | None:
    """Return the answer."""
    answer = LOTR_RISK.answer(state, Seat(seat), AskCard(card=card, **more))  # type: ignore[arg-type]
    assert answer is None or isinstance(answer, Forecast)
    return answer


@pytest.mark.parametrize(("card", "count"), [("wormtongue", 2), ("siege_machines", 0)])
def test_a_card_of_the_own_turn_changes_the_odds_as_playing_it_does(card: str, count: int) -> None:
    """lotr-risk L41, lotr-risk card:wormtongue, lotr-risk card:siege_machines."""
    state = led(holding(position(7, 6), card), "gap_of_rohan")
    found = told(state, card, source="gap_of_rohan", target="fangorn", count=count)
    played = LOTR_RISK.advance(state, Seat(0), PlayCard(card, "gap_of_rohan", "fangorn", count))
    assert found
    assert found == foretold(played, leader=True, until=1)
    assert found.chance > foretold(state, leader=True, until=1).chance
    without = told(state, card, source="gap_of_rohan", target="fangorn", count=count, leader=False)
    assert without
    assert without.chance < found.chance


def test_a_card_that_cannot_be_played_so_is_refused_with_the_reason() -> None:
    """lotr-risk L43."""
    state = holding(position(7, 6), "wormtongue")
    with pytest.raises(IllegalAction, match="You do not hold this card"):
        told(state, "siege_machines", source="gap_of_rohan", target="fangorn")
    with pytest.raises(IllegalAction, match="cannot be played so"):
        told(state, "wormtongue", source="gap_of_rohan", target="fangorn", count=6)
    with pytest.raises(IllegalAction, match="not your turn"):
        told(state, "wormtongue", seat=1, source="gap_of_rohan", target="fangorn", count=1)
    with pytest.raises(IllegalAction, match="Spectators"):
        LOTR_RISK.answer(state, None, AskCard(card="wormtongue"))


def plays_in_windows(seeds: range) -> list[tuple[LotrState, Seat, Offer]]:
    """Return windows about attacks with what one of those asked may play, from random games."""
    found: list[tuple[LotrState, Seat, Offer]] = []
    for seed in seeds:
        for state, seat, _ in positions(started("trilogy", 4), Random(seed)):
            task = state.agenda[0] if state.agenda else None
            if isinstance(task, Reacting) and task.about.endswith("declared"):
                offers = LOTR_RISK.legal(state, seat).structure()
                found += [(state, seat, offer) for offer in offers if offer.kind == "play"]
    return found


def test_a_card_against_an_attack_is_told_as_its_odds_for_the_attacker() -> None:
    """lotr-risk card:courage_alone, lotr-risk card:strategic_withdrawal."""
    better, worse = 0, 0
    for state, seat, offer in plays_in_windows(range(3)):
        view = LOTR_RISK.view(state, seat)
        now = view.attack.chance if view.attack else None
        for target in offer.targets or ("",):
            found = told(state, offer.source, seat, target=target)
            if found is None or now is None:
                continue
            better += found.chance < now
            worse += offer.source == "strategic_withdrawal" and found.chance >= now
            assert offer.source != "courage_alone" or found.chance <= now
    assert better
    assert worse, "who withdraws leaves one unit, which is taken more easily"
