"""Rule 68: special effects of sites, by the board, for whoever holds them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
import yaml
from msgspec.structs import replace

from tests.conquest.balance.positions import waiting
from wartable.board import BoardError, load_board, load_map
from wartable.board.library import FOLDERS
from wartable.bots.conquest.lore import Lore
from wartable.bots.conquest.scene import scene_of
from wartable.engine.chance import Shuffled
from wartable.engine.errors import BadOptions
from wartable.engine.options import check
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.balance import collecting, shop, sites
from wartable.games.conquest.balance.actions import Done
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.dice import clash_of
from wartable.games.conquest.balance.events import Drafted
from wartable.games.conquest.balance.modifiers import chips, dice_rules
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.rules import rules_of
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import EndAttacks, EndTurn
from wartable.games.conquest.core.maprules import SITE_EFFECTS, SiteEffect, map_rules, read_map_rules

from .positions import BOARD, SOUTH_AMERICA, at, position, rules
from .running import GAME

SPECIAL = BalanceOptions(site_effects=True)
NAMED = balance_data().site_effects.by_space()


def special(*own: str, where: str, **more: Any) -> BalanceState:
    """Seat 0 holds South America and some more; one of all territories is a site."""
    return position(*SOUTH_AMERICA, *own, options=SPECIAL, sites=1 << at(where), **more)


# --- what the board says


def test_every_territory_of_the_printed_boards_has_an_effect_if_it_becomes_a_site() -> None:
    assert set(NAMED) == set(BOARD.ids)
    assert set(NAMED.values()) == set(get_args(SiteEffect)) == set(SITE_EFFECTS) == set(sites.TITLES)
    assert balance_data().site_effects.provenance.confidence == "reconstructed"


def test_the_text_has_no_effects_and_no_preset_has_them_unasked() -> None:
    assert not any(options.site_effects for options in PRESETS.values() if isinstance(options, BalanceOptions))
    state = replace(special("congo", where="congo"), options=BalanceOptions())
    assert list(sites.effects_at(state)) == []
    assert GAME.view(state, None).marks.site_effects == ()


def test_sites_that_are_drawn_are_told_with_their_effects_and_airfields_stand_at_once() -> None:
    state = replace(GAME.start(SPECIAL, 2), agenda=waiting("sites"))
    first = ("brazil", "alaska", "egypt", "ural", "siberia", "congo")
    order = [at(name) for name in first]
    order += [space for space in range(len(BOARD.ids)) if space not in order]
    step = GAME.apply(state, CHANCE, Shuffled(tuple(order)))
    assert BOARD.names(step.state.airfields) == ("alaska",)
    [told] = [event for event in step.events if isinstance(event, sites.SitesAssigned)]
    assert dict(zip(told.spaces, told.effects, strict=True)) == {name: NAMED[name] for name in first}
    said = GAME.tell(told, ("Ann", "Bo"), SPECIAL)
    assert "airfield in Alaska" in said
    assert "barracks in Brazil" in said


# --- what each does


@pytest.mark.parametrize(("where", "more"), [("brazil", 2), ("peru", 0), ("congo", 0)])
def test_barracks_bring_two_armies_with_the_draft_of_their_holder(where: str, more: int) -> None:
    state = special(where=where, phase="buy")
    plain = replace(state, options=BalanceOptions())
    assert rules(SPECIAL).income(state, 0) == rules().income(plain, 0) + more
    step = GAME.apply(state, Seat(0), Done())
    assert [event.armies for event in step.events if isinstance(event, Drafted)] == [step.state.to_place]
    served = [event for event in step.events if isinstance(event, sites.SiteServed)]
    assert served == ([sites.SiteServed(0, "brazil", "barracks")] if more else [])


def test_sabotage_cuts_what_barracks_bring() -> None:
    state = special(where="brazil")
    cut = replace(state, effects=replace(state.effects, sabotaged=1))
    assert rules(SPECIAL).income(cut, 0) == rules(SPECIAL).income(state, 0) * 2 // 5


def test_a_fortress_lifts_the_defence_and_nothing_else() -> None:
    against = clash_of(BOARD, special(where="egypt", neutral=("north_africa",)), at("congo"), at("egypt"))
    state = special("north_africa", where="egypt")
    attacked = clash_of(BOARD, state, at("north_africa"), at("egypt"))
    assert (attacked.defence_bonus, attacked.attack_bonus) == (1, 0)
    assert dice_rules(attacked).defence_bonus == 1
    assert "fortress" in chips(attacked)
    assert against.defence_bonus == 1
    out_of_it = special("egypt", where="egypt", seat=0)
    assert clash_of(BOARD, out_of_it, at("egypt"), at("north_africa")).attack_bonus == 0
    beside = clash_of(BOARD, state, at("north_africa"), at("east_africa"))
    assert beside.defence_bonus == 0


def test_a_fortress_defends_the_neutral_army_too() -> None:
    state = special("north_africa", where="egypt", neutral=("egypt",))
    assert clash_of(BOARD, state, at("north_africa"), at("egypt")).defence_bonus == 1


def test_a_fortress_and_an_airfield_lift_by_one_together() -> None:
    state = special("north_africa", where="egypt", airfields=1 << at("egypt"))
    clash = clash_of(BOARD, state, at("north_africa"), at("egypt"))
    assert clash.defence_bonus == 1
    assert "fortress" not in chips(clash)


def test_the_odds_before_an_attack_know_the_fortress() -> None:
    state = special("north_africa", where="egypt", phase="attack", armies={"north_africa": 6, "egypt": 3})
    odds = scene_of(rules_of(state.options), state, 0, Random(1)).pos.field.odds[at("north_africa")][at("egypt")]
    usual = replace(state, options=BalanceOptions())
    plain = scene_of(rules_of(usual.options), usual, 0, Random(1)).pos.field.odds
    assert odds.conquered(5, 3) == pytest.approx(0.589850, abs=1e-6)
    assert plain[at("north_africa")][at("egypt")].conquered(5, 3) == pytest.approx(0.769375, abs=1e-6)


@pytest.mark.parametrize("options", [SPECIAL, BalanceOptions(site_effects=True, prices="printed")])
def test_an_arsenal_takes_one_off_each_price_and_one_is_left(options: BalanceOptions) -> None:
    balanced = options.prices == "balanced"
    bought = GAME.start(options, 2).bought
    state = replace(special(where="argentina", phase="buy", bought=bought), options=options)
    costs = {row.what: row.cost for row in shop.rows(rules(options), state)}
    for row in balance_data().shop.actions:
        assert costs[row.key] == max(1, (row.balanced if balanced else row.cost) - 1)
    other = [row.cost for row in shop.prices(rules(options), state, 1)]
    assert other == [row.balanced if balanced else row.cost for row in balance_data().shop.actions]


@pytest.mark.parametrize(("where", "earned"), [("venezuela", True), ("peru", False)])
def test_a_listening_post_brings_a_card_without_a_conquest(where: str, *, earned: bool) -> None:
    state = special(where=where, phase="fortify")
    assert collecting.earns_card(state) == earned
    step = GAME.apply(state, Seat(0), EndTurn())
    assert (step.state.phase == "draw") == earned
    assert (sites.SiteServed(0, "venezuela", "listening_post") in step.events) == earned


def test_several_listening_posts_bring_one_card_and_say_so_once() -> None:
    """The log told of a card for each of them, while one was drawn."""
    state = replace(
        special("madagascar", where="venezuela", phase="fortify"), sites=1 << at("venezuela") | 1 << at("madagascar")
    )
    step = GAME.apply(state, Seat(0), EndTurn())
    assert [event for event in step.events if isinstance(event, sites.SiteServed)] == [
        sites.SiteServed(0, "venezuela", "listening_post")
    ]


def test_what_a_site_does_is_told_in_words_and_shown_with_its_place() -> None:
    state = special(where="venezuela")
    said = GAME.tell(sites.SiteServed(0, "venezuela", "listening_post"), ("Ann", "Bo"), SPECIAL)
    assert said == "The listening post in Venezuela brings Ann a card."
    said = GAME.tell(sites.SiteServed(0, "brazil", "barracks"), ("Ann", "Bo"), SPECIAL)
    assert said == "The barracks in Brazil bring Ann 2 armies of this draft."
    [shown] = GAME.view(state, Seat(1)).marks.site_effects
    assert (shown.space, shown.effect, shown.title) == ("venezuela", "listening_post", "Listening post")
    assert shown.text == "Its holder takes one card each turn, without a conquest too."


def test_whoever_conquers_a_site_is_told_what_they_took() -> None:
    state = special("north_africa", where="egypt", phase="attack")
    told = list(sites.taken(rules(SPECIAL), replace(state, held=(state.held[0] | 1 << at("egypt"), 0)), at("egypt")))
    assert told == [sites.SiteTaken(0, "egypt", "fortress")]
    assert GAME.tell(told[0], ("Ann", "Bo"), SPECIAL) == "The fortress in Egypt serves Ann now."
    assert list(sites.taken(rules(SPECIAL), state, at("congo"))) == []


# --- bots


def lore_of(state: BalanceState) -> Lore:
    return scene_of(rules_of(state.options), state, 0, Random(1)).lore


def test_bots_would_rather_have_a_site_that_is_something() -> None:
    plain, rich = (lore_of(special("north_africa", where=where, phase="attack")) for where in ("china", "congo"))
    assert rich.wish(at("congo")) > plain.wish(at("congo"))
    assert rich.because(at("congo")) == "for what its site brings"
    assert rich.income(BOARD.mask(("congo",))) == plain.income(BOARD.mask(("congo",))) + 2


# --- boards of one's own


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A map like the classic one in the user's folder, with its rules beside it."""
    classic = load_board("classic")
    place = tmp_path / "mine"
    place.mkdir()
    text = (Path(__file__).parents[3] / "src/wartable/data/boards/classic/board.yaml").read_text(encoding="utf-8")
    text = text.replace("key: classic\n", "key: mine\n").replace("outlines: outlines.json\n", "")
    (place / "board.yaml").write_text(text.split("\neditions:")[0] + "\n", encoding="utf-8")
    bonuses = {region.id: 3 for region in classic.regions}
    write(place, bonuses, {"brazil": "arsenal", "peru": "fortress"})
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    return place


def write(place: Path, bonuses: dict[str, int], named: dict[str, str]) -> None:
    """Write the rules of the map."""
    data = {"schema": "wartable-map-rules/1", "board": "mine", "bonuses": bonuses, "sites": named}
    (place / "rules.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")


def test_a_board_of_ones_own_says_which_site_has_which_effect(library: Path) -> None:
    options = BalanceOptions(board=load_map("mine").id, site_effects=True)
    check(options)
    state = replace(GAME.start(options, 2), sites=BOARD.mask(("brazil", "peru", "egypt")))
    assert [(BOARD.ids[space], effect) for space, effect in sites.effects_at(state)] == [
        ("peru", "fortress"),
        ("brazil", "arsenal"),
    ]
    assert library.name == "mine"


def test_the_digest_of_a_board_knows_its_sites(library: Path) -> None:
    before = load_map("mine").id
    write(library, dict(map_rules(load_map("mine")).bonuses), {"brazil": "barracks"})
    assert load_map("mine").id != before


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"brasil": "arsenal"}, 'sites.brasil: there is no such space; did you mean "brazil"?'),
        ({"brazil": "arsenel"}, 'sites.brazil: there is no effect "arsenel"; did you mean "arsenal"?'),
    ],
)
def test_what_is_wrong_with_an_effect_is_said_by_name(library: Path, named: dict[str, str], said: str) -> None:
    bonuses = dict(map_rules(load_map("mine")).bonuses)
    write(library, bonuses, named)
    with pytest.raises(BoardError, match=r"rules\.yaml") as caught:
        read_map_rules(library / "rules.yaml", load_board(library / "board.yaml"))
    assert said in str(caught.value)


def test_effects_are_refused_on_a_board_that_names_none(library: Path) -> None:
    write(library, dict(map_rules(load_map("mine")).bonuses), {})
    with pytest.raises(BadOptions, match="name none under `sites`"):
        check(BalanceOptions(board="mine", site_effects=True))
    check(BalanceOptions(board="mine"))


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (BalanceOptions(board="mine", cities="printed"), "printed on the board of 2008"),
        (BalanceOptions(board="mine", stars="printed"), "printed on the board of 2008"),
    ],
)
def test_what_is_printed_on_another_board_is_refused_on_ones_own(
    library: Path, options: BalanceOptions, what: str
) -> None:
    assert library.exists()
    with pytest.raises(BadOptions, match=what):
        check(options)


def test_a_board_without_the_continents_of_objectives_is_refused(library: Path) -> None:
    text = (library / "board.yaml").read_text(encoding="utf-8")
    text = text.replace("  asia: {name: Asia", "  orient: {name: Asia").replace("region: asia", "region: orient")
    (library / "board.yaml").write_text(text, encoding="utf-8")
    bonuses = {region.id: 3 for region in load_board(library / "board.yaml").regions}
    write(library, bonuses, {})
    with pytest.raises(BadOptions, match="continents asia"):
        check(BalanceOptions(board="mine"))


def test_attacks_end_into_a_turn_that_goes_on_with_effects() -> None:
    state = special(where="venezuela", phase="attack", armies={"venezuela": 3})
    assert GAME.apply(state, Seat(0), EndAttacks()).state.phase == "fortify"
