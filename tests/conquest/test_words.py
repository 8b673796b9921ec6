"""What people read: refusals, prompts, sentences, notation and its errors, rules page."""

from __future__ import annotations

from importlib import resources

import msgspec
import pytest
from msgspec.structs import replace

from tests.conquest.positions import PLAIN, begun, card_of, did, do, position, refused, roll, rules
from wartable.engine.errors import BadNotation
from wartable.engine.values import Action, Event, Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.phases import PHASES
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core import actions as a
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.notation import FORMS, parse_action
from wartable.games.conquest.simultaneous import events as r

BRAZIL_12 = position("brazil", armies={"brazil": 12})


@pytest.mark.parametrize(
    ("state", "action", "message"),
    [
        (
            position("alaska"),
            "attack alaska > alberta x1",
            "Alaska has 1 army, and 1 must stay. You need at least 2 to attack.",
        ),
        (
            position("peru", armies={"peru": 3}),
            "attack peru > egypt x2",
            "Peru does not border Egypt. From Peru you can reach Venezuela, Brazil and Argentina.",
        ),
        (
            position("brazil", "peru", armies={"peru": 3}),
            "attack peru > brazil x2",
            "Brazil is yours already. Move armies there at the end of your turn.",
        ),
        (BRAZIL_12, "attack peru > brazil x1", "Peru belongs to seat 2. Attack from one of your own territories."),
        (BRAZIL_12, "attack brazil > peru x4", "An attack rolls at most 3 dice, not 4."),
        (
            position("brazil", armies={"brazil": 3}),
            "attack brazil > peru x3",
            "Brazil has 3 armies, and 1 must stay: roll at most 2 dice.",
        ),
        (
            BRAZIL_12,
            "attack brazil > peru x3 until 12",
            "Brazil has 12 armies, so you can stop at 1 to 11 left.",
        ),
        (
            position("brazil", phase="reinforce", to_place=3),
            "attack brazil > peru x1",
            "You are still placing: 3 armies left. Attacking comes next.",
        ),
        (
            position("brazil", phase="reinforce", to_place=1),
            "end turn",
            "You are still placing: 1 army left. Attacking comes next.",
        ),
        (
            position("brazil", phase="reinforce", to_place=3),
            "place brazil x5",
            "You have 3 armies left to place, not 5.",
        ),
        (BRAZIL_12, "place brazil x1", "All your new armies are placed. The next ones come with your next turn."),
        (BRAZIL_12, "fortify brazil > peru 1", "Fortifying comes after your attacks. End them first."),
        (BRAZIL_12, "trade c01 c02 c03", "This game has no cards."),
        (
            position("brazil", options=RiskOptions(cards="fixed"), armies={"brazil": 12}),
            "trade c01 c02 c03",
            "Cards are traded at the start of a turn, before the last army is placed.",
        ),
        (BRAZIL_12, "claim peru", "You are attacking. End your attacks first."),
        (
            position("brazil", "peru", phase="fortify", armies={"brazil": 8}),
            "fortify brazil > peru 8",
            "7 armies can leave Brazil: 8 are there and 1 must stay.",
        ),
        (
            position("brazil", "peru", "china", phase="fortify", armies={"brazil": 8}),
            "fortify brazil > china 2",
            "Brazil does not border China. From Brazil you can move to Peru.",
        ),
        (
            position("brazil", "peru", phase="fortify", armies={"brazil": 8}),
            "fortify brazil > brazil 2",
            "Brazil is where the armies are. Choose another territory.",
        ),
        (
            position("brazil", "peru", phase="fortify", armies={"brazil": 8}),
            "fortify peru > brazil 1",
            "Peru has 1 army, and 1 must stay.",
        ),
        (
            position("brazil", "peru", phase="fortify"),
            "fortify china > brazil 1",
            "China belongs to seat 2. Move armies between your own territories.",
        ),
    ],
)
def test_refusals_say_what_is_wrong_and_what_works(state: RiskState, action: str, message: str) -> None:
    assert refused(state, action).message == message


def test_too_many_moved_in() -> None:
    state = roll(do(position("brazil", armies={"brazil": 8}), "attack brazil > peru x3"), 6, 5, 4, 1)
    reason = refused(state, "occupy 8")
    assert reason.message == "7 armies can move in: 8 are in Brazil and 1 must stay."
    assert reason.rule == "risk D10"


def test_unknown_places_are_guessed_at() -> None:
    reason = refused(position("brazil", phase="reinforce", to_place=1), a.Place("brazl", 1))
    assert reason.message == 'I know no "brazl". Did you mean Brazil?'
    assert reason.fix == ("Brazil",)
    assert refused(BRAZIL_12, a.Attack("brazil", "atlantis", 1)).message == 'I know no "atlantis".'


def test_fixes_name_what_is_legal() -> None:
    assert refused(BRAZIL_12, "attack peru > brazil x1").fix == ("Brazil",)
    state = position("brazil", "peru", "china", phase="fortify", armies={"brazil": 8})
    assert refused(state, "fortify peru > brazil 1").fix == ("Brazil",)


@pytest.mark.parametrize(
    ("state", "prompt"),
    [
        (position("brazil", phase="reinforce", to_place=3), "Place 3 armies"),
        (BRAZIL_12, "Attack, or end your attacks"),
        (position("brazil", phase="fortify"), "Move armies once, or end your turn"),
        (position("brazil", phase="setup", pools=(4, 4)), "Place a starting army, 4 armies in hand"),
        (position("brazil", phase="claim", pools=(4, 4)), "Claim a free territory"),
    ],
)
def test_prompts(state: RiskState, prompt: str) -> None:
    assert RISK.prompt(state, Seat(0)) == prompt


def test_prompts_of_a_conquest_and_of_forced_trades() -> None:
    state = roll(do(BRAZIL_12, "attack brazil > peru x3"), 6, 5, 4, 1)
    assert RISK.prompt(state, Seat(0)) == "Move armies into Peru"
    options = RiskOptions(cards="escalating")
    state = position("brazil", options=options, phase="reinforce", to_place=3)
    state = replace(state, cards=replace(state.cards, hands=((0, 1, 2, 3, 4), ())))
    assert RISK.prompt(state, Seat(0)) == "Trade a set of cards"


SENTENCES: list[tuple[Event, str]] = [
    (e.Claimed(0, "peru"), "Mira claims Peru."),
    (e.TurnBegan(1, 3, 1), "Jonas begins turn 4 with 1 army to place."),
    (e.Placed(0, "brazil", 7), "Mira places 7 armies in Brazil."),
    (
        e.Battle(0, "brazil", "north_africa", 1, (6, 4, 1), (5, 2), 0, 2, 12, 5),
        "Mira attacks North Africa from Brazil, 6 4 1 against 5 2: Jonas loses 2.",
    ),
    (
        e.Battle(0, "brazil", "north_africa", 1, (6, 1), (5, 2), 1, 1, 11, 6),
        "Mira attacks North Africa from Brazil, 6 1 against 5 2: Mira loses 1 and Jonas loses 1.",
    ),
    (e.Conquered(0, "brazil", "north_africa", 1), "Mira takes North Africa from Jonas."),
    (e.MovedIn(0, "brazil", "north_africa", 6), "Mira moves in 6 armies from Brazil to North Africa."),
    (e.Fortified(1, "ural", "afghanistan", 2), "Jonas moves 2 armies from Ural to Afghanistan."),
    (
        e.Traded(0, (card_of("brazil"), card_of("peru"), "w1"), 8, "peru"),
        "Mira trades Brazil (artillery), Peru (infantry) and a wild card for 8 armies, and 2 armies in Peru.",
    ),
    (e.CardTaken(0), "Mira takes a card."),
    (e.CardDrawn(0, "w2"), "Mira drew a wild card."),
    (e.CardsSeized(0, 1, 1), "Mira takes 1 card from Jonas."),
    (e.MissionGiven(1, "m03"), "Jonas gets a secret mission."),
    (e.Eliminated(1, 0), "Mira eliminates Jonas."),
    (e.Eliminated(1, -1), "Jonas has no territories left and is out."),
    (e.TurnEnded(1), "Jonas ends the turn."),
    (e.Won((0,), "Conquered the whole world."), "Mira wins. Conquered the whole world."),
    (e.Won((0, 1), "Most territories after 9 turns."), "Mira and Jonas win together. Most territories after 9 turns."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_events_are_sentences(event: Event, sentence: str) -> None:
    assert RISK.tell(event, ["Mira", "Jonas"]) == sentence


def test_a_deal_counts_territories() -> None:
    event = e.Dealt((0, 0, 1), (1, 1, 1))
    told = RISK.tell(event, ["Mira", "Jonas"])
    assert told == "The map is dealt: Mira holds 2 territories and Jonas holds 1 territory."


def test_every_event_type_has_a_sentence() -> None:
    told = {type(event) for event, _ in SENTENCES} | {e.Dealt} | {type(event) for event, _ in OF_ROUNDS}
    assert told == set(RISK.event_types)


OF_ROUNDS: list[tuple[Event, str]] = [
    (r.RoundBegan(2, (5, 3)), "Round 3 begins. New armies: Mira 5 and Jonas 3."),
    (
        r.RoundBegan(2, (11, 8), (7, 8)),
        "Round 3 begins. New armies: Mira 11 (7 to place) and Jonas 8 (8 to place).",
    ),
    (r.RoundBegan(0, (0, 0)), "Round 1 begins."),
    (r.Revealed("moves"), "All moves are laid open."),
    (r.Revealed("withdrawals", (0,)), "Mira fights on."),
    (r.Revealed("withdrawals", (0, 2)), "Mira and Hypatia fight on."),
    (r.Revealed("withdrawals"), "None of those who came fights on."),
    (r.Marched(0, "brazil", "peru", 2), "Mira moves 2 armies from Brazil to Peru."),
    (
        r.Crossed(0, 1, "brazil", "peru", 2, 3),
        "Mira with 2 armies and Jonas with 3 pass each other between Brazil and Peru.",
    ),
    (
        r.Met("peru", "brazil", None, ((0, 2), (1, 3)), 1),
        (
            "Battle on the border of Peru and Brazil: Mira with 2 and Jonas with 3 meet. "
            "Jonas is the stronger and defends in the first round."
        ),
    ),
    (
        r.Met("peru", "", None, ((0, 2), (1, 3), (2, 3)), 1),
        (
            "Battle in Peru, where nobody stayed: Mira with 2, Jonas with 3 and Hypatia with 3 fight for it. "
            "Of the strongest Jonas is first in turn order and defends in the first round."
        ),
    ),
    (
        r.Met("peru", "", -1, ((0, 2), (-1, 3)), -1),
        "Battle in Peru: Mira with 2 attacks the neutral army, which stayed with 3.",
    ),
    (
        r.Bounced("peru", ((0, 3), (1, 3)), ((0, 2),)),
        "Attackers on the way to Peru bounce off each other: 3 of Mira and 3 of Jonas turn back; Mira goes on with 2.",
    ),
    (
        r.Bounced("peru", ((0, 3), (1, 3)), ()),
        "Attackers on the way to Peru bounce off each other: 3 of Mira and 3 of Jonas turn back; nobody goes on.",
    ),
    (
        r.Aimed("peru", "", 2, 1, (r.Aim(0, 1, 3, 1), r.Aim(1, 0, 1))),
        "Peru, round 2 (Jonas defends): Mira rolls 3 dice (+1 on the highest); Jonas rolls 1 die.",
    ),
    (
        r.RoundFought(
            "peru",
            "",
            2,
            (r.Duelled((1, 0), ((5,), (6, 2)), (0, 1), (1, 0), defended=False),),
            (),
            ((0, 0), (1, 1)),
            ((0, 4), (1, 0)),
        ),
        "Peru, round 2: Jonas rolls 5 against 6+1 2 of Mira. Mira keeps all 4; Jonas loses the last one.",
    ),
    (r.Withdrew(0, "peru", "", 2), "Mira withdraws 2 armies from Peru."),
    (r.Taken(0, "peru", 2, 1, fought=True), "Mira takes Peru from Jonas with 2 armies."),
    (r.Taken(0, "peru", 2, -1, fought=False), "Mira takes Peru with 2 armies, without a fight: nobody stayed there."),
    (r.Held(1, "peru", 1), "Jonas holds Peru with 1 army."),
    (r.Emptied("peru", ""), "Nobody is left of the battle in Peru."),
    (r.Broke(0, "peru", 2), "Mira breaks through to Peru with 2 armies."),
    (r.Returned(0, "peru", 2, lost=False), "2 armies of Mira come back to Peru."),
    (
        r.RoundFought(
            "peru",
            "brazil",
            1,
            (r.Duelled((1, 0), ((5,), (5, 2)), (0, 0), (0, 0), defended=False),),
            (r.Struck(2, 1, 1),),
            ((0, 0), (1, 1), (2, 0)),
            ((0, 4), (1, 1), (2, 1)),
            0,
        ),
        (
            "The border of Peru and Brazil, round 1: "
            "Jonas rolls 5 against 5 2 of Mira (between attackers ties cost nobody): nobody loses. "
            "Jonas aims nothing at Hypatia, so 1 die of Hypatia hits Jonas without a roll. "
            "In all Mira keeps all 4; Jonas loses 1 and has 1 left; Hypatia keeps the only one. Mira is next to defend."
        ),
    ),
    (r.Returned(0, "peru", 1, lost=False), "1 army of Mira comes back to Peru."),
    (r.Returned(0, "peru", 2, lost=True), "Mira loses 2 armies that come back to Peru, which an enemy holds."),
]


@pytest.mark.parametrize(("event", "sentence"), OF_ROUNDS)
def test_events_of_simultaneous_rounds_are_sentences(event: Event, sentence: str) -> None:
    assert RISK.tell(event, ["Mira", "Jonas", "Hypatia"]) == sentence


NOTATION: list[tuple[Action, str]] = [
    (a.Claim("brazil"), "claim brazil"),
    (a.Place("brazil", 2), "place brazil x2"),
    (a.Trade(("c07", "c12", "w1"), "brazil"), "trade c07 c12 w1 +brazil"),
    (a.Trade(("c07", "c12", "w1")), "trade c07 c12 w1"),
    (a.Attack("brazil", "north_africa", 3), "attack brazil > north_africa x3"),
    (a.Attack("brazil", "north_africa", 2, 4), "attack brazil > north_africa x2 until 4"),
    (a.Occupy(6), "occupy 6"),
    (a.EndAttacks(), "end attacks"),
    (a.Fortify("brazil", "peru", 3), "fortify brazil > peru 3"),
    (a.EndTurn(), "end turn"),
]


@pytest.mark.parametrize(("action", "text"), NOTATION)
def test_notation_there_and_back(action: Action, text: str) -> None:
    assert RISK.format(action) == text
    assert parse_action(rules(), text, FORMS) == action


def test_every_form_is_among_the_forms_shown() -> None:
    assert {form.shown.split(" ")[0] for form in FORMS.values()} == {text.split(" ")[0] for _, text in NOTATION}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Attack  Brazil>North Africa", a.Attack("brazil", "north_africa", 3)),
        ("place WESTERN united states", a.Place("western_united_states", 1)),
        ("fortify peru > brazil x3", a.Fortify("peru", "brazil", 3)),
        ("trade C07 c12 W1 + Brazil", a.Trade(("c07", "c12", "w1"), "brazil")),
    ],
)
def test_notation_is_forgiving(text: str, action: Action) -> None:
    assert parse_action(rules(), text, FORMS) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("place brazl", 'I know no "brazl". Did you mean Brazil?'),
        ("attack brazil", "I cannot read 'attack brazil'. Write attack SPACE > SPACE [xDICE] [until N]."),
        ("end", "I cannot read 'end'. Write end attacks or end turn."),
        ("occupy 1" + 10 * "0", "I cannot read 'occupy 10000000000'. Write occupy N."),
    ],
)
def test_unreadable_notation_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as caught:
        RISK.parse(BRAZIL_12, Seat(0), text)
    assert str(caught.value) == message


def test_nonsense_lists_every_form() -> None:
    with pytest.raises(BadNotation) as caught:
        RISK.parse(BRAZIL_12, Seat(0), "hello")
    assert caught.value.reason.fix == tuple(form.shown for form in FORMS.values())


def test_actions_and_events_round_trip_as_json() -> None:
    for action, _ in NOTATION:
        text = msgspec.json.encode(action)
        assert msgspec.json.decode(text, type=type(action)) == action
    for event, _ in SENTENCES:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


def test_tags_are_the_public_format() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in RISK.action_types}
    rounds = {"placements", "orders", "targets", "withdraw", "fight_on"}
    assert tags == {"claim", "place", "trade", "attack", "occupy", "end_attacks", "fortify", "end_turn"} | rounds


def test_a_world_2008_board_speaks_its_own_names() -> None:
    options = RiskOptions(board="world_2008")
    state = position("ukraine", options=options, armies={"ukraine": 3})
    assert refused(state, "attack ukraine > china x2").message.startswith("Russia does not border China.")
    assert RISK.parse(state, Seat(0), "attack Russia > Ural x2") == a.Attack("ukraine", "ural", 2)
    told = RISK.tell(e.Fortified(0, "ukraine", "ural", 2), ["Mira", "Jonas"], options)
    assert told == "Mira moves 2 armies from Russia to Ural."
    assert RISK.view(state, None).board == RISK.show.board_key(options) == "classic@world_2008"


def _page() -> str:
    return resources.files("wartable").joinpath("data/rules/risk.md").read_text(encoding="utf-8")


def test_the_rules_page_shows_the_turn_machine() -> None:
    assert RISK.machine.table() in _page()


def test_the_rules_page_reminds_of_every_phase() -> None:
    text = _page()
    for row in PHASES.values():
        assert f"\n### {row.shown}\n" in text


@pytest.mark.parametrize("number", range(1, 15))
def test_every_rule_has_its_number_on_the_page(number: int) -> None:
    assert f"**D{number} " in _page()


def test_offers_show_the_structure_of_a_choice() -> None:
    state = position("brazil", "peru", armies={"brazil": 12})
    offers = RISK.legal(state, Seat(0)).structure()
    assert [offer.kind for offer in offers] == ["attack", "end_attacks", "end_turn"]
    assert (offers[0].source, offers[0].least, offers[0].most) == ("brazil", 1, 3)
    assert offers[0].targets == ("venezuela", "argentina", "north_africa")
    assert RISK.legal(state, Seat(1)).count() == 0


def test_the_view_is_json_in_board_order() -> None:
    view = msgspec.to_builtins(RISK.view(begun(), None))
    assert view["type"] == "risk"
    assert len(view["owners"]) == len(view["armies"]) == 42
    assert set(view) == {
        "type", "board", "edition", "turn", "seat", "phase", "owners", "armies", "to_place", "placed", "territories",
        "totals", "income", "alive", "order", "regions", "occupy", "cards", "goal",
    }  # fmt: skip
    assert [region["id"] for region in view["regions"]] == list(rules().board.region_ids)


def test_the_view_of_a_conquest_gives_the_range() -> None:
    state = roll(do(BRAZIL_12, "attack brazil > peru x3"), 6, 5, 4, 1)
    occupy = RISK.view(state, None).occupy
    assert occupy is not None
    assert (occupy.source, occupy.target, occupy.least, occupy.most) == ("brazil", "peru", 1, 11)


def test_dice_statistics_know_both_sides() -> None:
    _, events = did(position("brazil", armies={"brazil": 5}), "attack brazil > peru x3")
    assert events == ()
    battle = e.Battle(0, "brazil", "peru", 1, (6, 4, 1), (5,), 0, 1, 5, 0)
    mine, theirs = RISK.study.dice(battle)
    assert (mine.seat, mine.faces, mine.gained) == (0, (6, 4, 1), 1.0)
    assert mine.expected == pytest.approx(855 / 1296)
    assert (theirs.seat, theirs.gained) == (1, 0.0)
    assert theirs.expected == pytest.approx(441 / 1296)
    assert RISK.study.dice(e.TurnEnded(0)) == ()


def test_forecast_of_an_attack_is_exact() -> None:
    state = position("brazil", armies={"brazil": 12, "north_africa": 7})
    to_the_end = RISK.forecast(state, Seat(0), a.Attack("brazil", "north_africa", 3, 1))
    assert to_the_end is not None
    assert to_the_end.chance == pytest.approx(0.853, abs=0.005)
    assert sum(chance for _, chance in to_the_end.own_left) == pytest.approx(1)
    assert max(left for left, _ in to_the_end.own_left) == 11
    once = RISK.forecast(state, Seat(0), a.Attack("brazil", "north_africa", 3))
    assert once is not None
    assert once.chance == 0
    assert once.other_loss == pytest.approx((2890 * 2 + 2611) / 7776)
    assert RISK.forecast(state, Seat(0), a.Attack("brazil", "egypt", 3)) is None
    assert RISK.forecast(state, Seat(0), a.EndTurn()) is None


def test_forecast_names_unusual_dice() -> None:
    state = position("brazil", options=RiskOptions(defence_dice=1), armies={"brazil": 12, "peru": 7})
    forecast = RISK.forecast(state, Seat(0), a.Attack("brazil", "peru", 2, 3))
    assert forecast is not None
    assert forecast.chips == ("2 attack dice", "1 defence die")


def test_measures_and_clock() -> None:
    state = position("brazil", "peru", armies={"brazil": 5})
    assert RISK.measures(state) == {"territories": (2.0, 40.0), "armies": (6.0, 40.0), "income": (3.0, 35.0)}
    assert RISK.clock(state) == (3, 0)
    assert RISK.show.board_key(PLAIN) == "classic"
