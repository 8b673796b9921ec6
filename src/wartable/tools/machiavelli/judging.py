"""`wartable adjudicate --game machiavelli`: a step of a year judged from texts."""

from __future__ import annotations

import msgspec

from wartable.engine.errors import BadData
from wartable.engine.options import build
from wartable.engine.words import hint
from wartable.games.machiavelli.adjudicate.letters import Letters, letters_from_json, read_letters
from wartable.games.machiavelli.adjudicate.moments import Moment, first_moment, moment_from_json
from wartable.games.machiavelli.adjudicate.phase import Verdict, drawn_dice, given_dice, judge
from wartable.games.machiavelli.adjudicate.report import report
from wartable.games.machiavelli.adjudicate.textform import read_moment, write_moment
from wartable.games.machiavelli.options import PROFILES, MachiavelliOptions
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Power
from wartable.tools.files import Adjudicator, Judging


class Told(Verdict, frozen=True, omit_defaults=True, kw_only=True):
    """A verdict, the next position as text, who wrote nothing, and lines that could not be read."""

    next_text: str = ""
    silent: tuple[Power, ...] = ()
    unread: tuple[str, ...] = ()


class MachiavelliAdjudicator(Adjudicator):
    """Steps of the year: income, units, campaigns, retreats."""

    games = ("machiavelli",)

    def judge(self, wish: Judging) -> tuple[object, str]:
        """Judge a step; raises `BadData` or `BadOptions`."""
        rules = _rules(wish)
        moment = _moment(rules, wish.position)
        written = _written(rules, moment, wish)
        dice = drawn_dice(wish.seed) if wish.seed and not wish.dice else given_dice(wish.dice)
        verdict = judge(rules, moment, written.given, dice)
        _check_dice(wish, verdict)
        silent = _silent(rules, moment, written)
        told = Told(
            **msgspec.structs.asdict(verdict),
            next_text=write_moment(rules, verdict.next) if verdict.next else "",
            silent=silent,
            unread=written.unread,
        )
        lines = [f"Not read: {line}" for line in written.unread]
        if silent:
            lines.append(f"Sent nothing: {', '.join(map(rules.power, silent))}.")
        return told, report(rules, verdict) + "".join(f"\n{line}" for line in lines) + ("\n" if lines else "")


def _rules(wish: Judging) -> Rules:
    profile = wish.rules or next(iter(PROFILES))
    if profile not in PROFILES:
        message = f"There are no rules {profile!r}. {hint(profile, PROFILES)}"
        raise BadData(message)
    return rules_of(build(MachiavelliOptions, {**PROFILES[profile], **wish.options}))


def _moment(rules: Rules, text: str | None) -> Moment:
    if text is None:
        return first_moment(rules)
    return moment_from_json(rules, text) if text.lstrip().startswith("{") else read_moment(rules, text)


def _written(rules: Rules, moment: Moment, wish: Judging) -> Letters:
    is_json = wish.orders.lstrip().startswith("{")
    written = (letters_from_json if is_json else read_letters)(rules, moment, wish.orders)
    if written.unread and not wish.lenient:
        raise BadData("\n".join(written.unread))
    return written


def _check_dice(wish: Judging, verdict: Verdict) -> None:
    """Refuse faces that nothing was thrown for: they were meant for something that did not come."""
    thrown = sum(len(one.faces) for one in verdict.dice)
    if len(wish.dice) > thrown:
        message = f"--dice gives {len(wish.dice)} faces, and {thrown} dice are thrown."
        raise BadData(message)


def _silent(rules: Rules, moment: Moment, written: Letters) -> tuple[Power, ...]:
    """Return the powers that had something to decide, and wrote nothing."""
    asked = moment.position.powers
    if moment.step == "retreats":
        asked = tuple(power for power in asked if any(one.unit.owner == power for one in moment.dislodged))
    played = rules.scenario.played if moment.step != "year" else ()
    return tuple(power for power in asked if power in played and power not in written.given)


ADJUDICATOR = MachiavelliAdjudicator()
