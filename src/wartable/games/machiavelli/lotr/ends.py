"""How the Ring ends a game: at Mount Doom, or caught by the black riders (18.7, ring-diplomacy Y40, Y41)."""

from __future__ import annotations

from wartable.games.machiavelli.lotr.rules import LotrRules
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.play.state import Ending
from wartable.games.machiavelli.state import Power
from wartable.games.ring_figures.kinds import BEARER, MOUNT_DOOM, RIDERS


def sudden_death(rules: LotrRules, state: LotrState) -> Ending | None:
    """Return the end that the Ring brings at the end of a campaign, if it does."""
    at, options = state.position.figures, rules.options
    if BEARER not in at or not state.position.powers:
        return None
    caught = at.get(RIDERS) == at[BEARER]
    if caught and "caught" in options.sudden_death:
        return _most_cities(rules, state, "The black riders have caught the ring-bearer.", "evil")
    if not caught and at[BEARER] == MOUNT_DOOM and "doom" in options.sudden_death:
        return _most_cities(rules, state, "The ring-bearer has come to Mount Doom.", "good")
    return None


def last_year(rules: LotrRules, state: LotrState, found: Ending | None) -> Ending | None:
    """Return the end of the last year as sudden death has it, where it is to be so; any other end as it is."""
    if found is None or found.kind != "last_year" or "last_year" not in rules.options.sudden_death:
        return found
    return _most_cities(rules, state, f"{state.position.year} was the last year.")


def _most_cities(rules: LotrRules, state: LotrState, reason: str, side: str = "") -> Ending:
    """Return the victory of who has most cities, of those level the one with more home cities of the other side.

    Where the Ring decides, only powers of a `side` can win.
    """
    decides = rules.options.ring_decides and side
    able = [power for power in state.position.powers if not decides or rules.side(power) == side]
    standing = {power: standing_of(rules, state, power) for power in able or state.position.powers}
    best = max(standing.values())
    first = tuple(power for power in standing if standing[power] == best)
    level = sum(one[0] == best[0] for one in standing.values()) > 1
    homes = f", {best[1]} of them home cities of the other side" if level else ""
    whose = f"Of the {side} powers " if decides else ""
    who = " and ".join(map(rules.power, first))
    most = f"has most cities: {best[0]}" if len(first) == 1 else f"have most cities: {best[0]} each"
    return Ending("sudden_death", first, f"{reason} {whose}{who} {most}{homes}.")


def standing_of(rules: LotrRules, state: LotrState, power: Power) -> tuple[int, int]:
    """Return the cities of a power, and how many of them are home cities of powers of the other side."""
    mine = [place for place, holder in state.position.cities.items() if holder == power]
    other = {country for country in rules.scenario.countries if rules.side(country) != rules.side(power)}
    return len(mine), sum(rules.scenario.country_of.get(place) in other for place in mine)
