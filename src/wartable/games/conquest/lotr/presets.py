"""Named sets of options: both printed editions, the LotR notes, sides, and the variants (`lotr-risk 4`, 6)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.games.conquest.lotr.options import LotrOptions

TRILOGY = LotrOptions(deal_mode="alignment", starting_territory_cards=1)
ORIGINAL = replace(
    TRILOGY,
    edition="42",
    starting_territory_cards=LotrOptions().starting_territory_cards,
    starting_adventure_cards=3,
    leaders_at_start=1,
    new_leader="before_cards",
    site_visit="conquer_or_move",
    income=("territories", "regions", "cards"),
    sets_per_turn="one",
    depicted_bonus=True,
    take_territory_cards=False,
    trade_down=False,
    turn_order="p42",
    adventure_limit=3,
)
NOTES = replace(
    TRILOGY,
    deal_mode=LotrOptions().deal_mode,
    starting_territory_cards=0,
    declaration=True,
    claim_after_fighting=False,
    fought_leader_moves=False,
    new_leader="with_leader_move",
    site_visit="conquer_or_move",
    set_values="escalating",
    forced_trade_at=6,
    depicted_bonus=True,
    turn_order="source",
    mission_or_card="either",
    adventure_limit=3,
    find_ring=True,
    doom_roll=False,
)

SIMULTANEOUS = replace(TRILOGY, moves="simultaneous", leave_one=False, enter_minimum="0")

PRESETS = {
    "trilogy": TRILOGY,
    "original": ORIGINAL,
    "notes": NOTES,
    "alliance": replace(TRILOGY, sides="alliance"),
    "team": replace(TRILOGY, sides="team", find_ring=True),
    "alliance-tweaked": replace(TRILOGY, sides="alliance", deal_mode="tweaked"),
    "domination": replace(TRILOGY, victory=("all",)),
    "secret-goals": replace(TRILOGY, victory=("points", "all", "territorial", "eliminate", "regions")),
    "capitals": replace(TRILOGY, capitals=True),
    "open-start": replace(
        TRILOGY,
        neutral_army_2p=False,
        neutral_off_fill="empty",
        require_unit_everywhere=False,
        leave_one=False,
        enter_minimum="0",
    ),
    "short-journey": replace(TRILOGY, journey_end="dead_marshes"),
    "hidden-armies": replace(TRILOGY, hidden_armies=True),
    "lotr-simultaneous": SIMULTANEOUS,
    "simple-bounce": replace(SIMULTANEOUS, battles="bounce"),
}
"""`trilogy` is printed in 2003, `original` in 2002; `domination` to `hidden-armies` are the variants V1 to V6, the last
two are the simultaneous rounds of the notes (`lotr-risk M01` to `M16`)."""

PRESET_TITLES = {
    "trilogy": "Trilogy Edition",
    "original": "Edition of 2002",
    "notes": "LotR notes",
    "alliance": "Alliance",
    "team": "Teams",
    "alliance-tweaked": "Alliance, other deal",
    "domination": "Domination",
    "secret-goals": "Secret goals",
    "capitals": "Capitals",
    "open-start": "Open start",
    "short-journey": "Short journey",
    "hidden-armies": "Hidden armies",
    "lotr-simultaneous": "Simultaneous rounds",
    "simple-bounce": "Simultaneous, bouncing",
}
PRESET_LINES = {
    "trilogy": "The game of 64 territories: when the Ring is destroyed on Mount Doom, most points win.",
    "original": "The game of 42 territories without Gondor and Mordor; it ends when the Ring leaves the Dead Marshes.",
    "notes": "As the LotR notes advise: missions are declared, sets grow, and evil may find the Ring.",
    "alliance": "Four players, two good and two evil; the side with more points wins. Reconstructed.",
    "team": "Four players in two sides: good wins when the Ring is destroyed, evil when it is found. Reconstructed.",
    "alliance-tweaked": "Alliance by a house rule: four neutral territories each, and good begins.",
    "domination": "No Ring and no points: all territories win. Reconstructed.",
    "secret-goals": "Beside the points everybody has a secret goal that wins. Reconstructed.",
    "capitals": "Everybody names a stronghold in secret; whoever loses it is out. Reconstructed.",
    "open-start": "Nothing is placed by the deal, no neutral army, and territories may be left empty. Reconstructed.",
    "short-journey": "All 64 territories, but the game ends when the Ring leaves the Dead Marshes. Reconstructed.",
    "hidden-armies": "Only neighbours see how many units stand in a territory. Reconstructed.",
    "lotr-simultaneous": "All write their moves at the same time; where several meet, one battle is fought by all.",
    "simple-bounce": "All write their moves at the same time; attackers bounce off each other until one is left.",
}
