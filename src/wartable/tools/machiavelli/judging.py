"""`wartable adjudicate --game machiavelli`, and the game in Middle-earth: a step of a year judged from texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData
from wartable.engine.options import build
from wartable.engine.values import Action, Event
from wartable.engine.words import hint
from wartable.games.adjudication.mail import bare
from wartable.games.machiavelli.adjudicate.letters import Letters, letters_from_json, read_letters
from wartable.games.machiavelli.adjudicate.moments import Moment, first_moment, moment_from_json
from wartable.games.machiavelli.adjudicate.phase import Verdict, drawn_dice, given_dice, judge
from wartable.games.machiavelli.adjudicate.picture import drawn
from wartable.games.machiavelli.adjudicate.report import report
from wartable.games.machiavelli.adjudicate.textform import read_moment, write_moment
from wartable.games.machiavelli.lotr.events import FiguresWent
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.moment import LotrMoment
from wartable.games.machiavelli.lotr.rules import MORDOR, lotr_rules
from wartable.games.machiavelli.lotr.state import as_lotr_state
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.events import OrdersRevealed
from wartable.games.machiavelli.play.game import MACHIAVELLI, Machiavelli
from wartable.games.machiavelli.play.state import MachiavelliState, Report
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Power
from wartable.games.ring_figures.actions import read_pursuit
from wartable.tools.files import Adjudicator, Judging


class Told(Verdict, frozen=True, omit_defaults=True, kw_only=True):
    """A verdict, the next position as text, who wrote nothing, and lines that could not be read."""

    next_text: str = ""
    silent: tuple[Power, ...] = ()
    unread: tuple[str, ...] = ()


class MachiavelliAdjudicator(Adjudicator):
    """Steps of the year: income, units, campaigns, retreats."""

    games: ClassVar[tuple[str, ...]] = ("machiavelli",)
    game: ClassVar[Machiavelli] = MACHIAVELLI
    moment_type: ClassVar[type[Moment]] = Moment

    def judge(self, wish: Judging) -> tuple[object, str]:
        """Judge a step; raises `BadData` or `BadOptions`."""
        rules = self._rules(wish)
        moment, written, verdict = self._judged(rules, wish)
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
        added = "".join(f"\n{line}" for line in lines) + ("\n" if lines else "")
        return told, report(self.game, rules, verdict) + added

    def drawn(self, wish: Judging) -> str:
        """Judge a step and draw it; raises `BadData` or `BadOptions`."""
        rules = self._rules(wish)
        return drawn(rules, self._judged(rules, wish)[2])

    def read(self, wish: Judging) -> tuple[Rules, Moment]:
        """Return the rules and the position that are meant; raises `BadData` or `BadOptions`."""
        rules = self._rules(wish)
        return rules, self._moment(rules, wish.position)

    def led(self, state: MachiavelliState) -> MachiavelliState:
        """Return a state in which whatever somebody has to lead is led."""
        return state

    def judged(self, state: MachiavelliState, events: Iterable[Event]) -> MachiavelliState:
        """Return the state before a step with what was judged in it."""
        told = tuple(one for event in events if isinstance(event, OrdersRevealed) for one in event.judged)
        position = state.position
        return replace(state, last=Report(position.year, position.season, told)) if told else state

    def _judged(self, rules: Rules, wish: Judging) -> tuple[Moment, Letters, Verdict]:
        reactions = dict[Power, Action]()
        moment = self._moment(rules, wish.position)
        written = self._written(rules, moment, wish, reactions)
        dice = given_dice(wish.dice, drawn_dice(wish.seed) if wish.seed else None)
        verdict = judge(self.game, rules, moment, written.given, dice, reactions)
        _check_dice(wish, verdict)
        return moment, written, verdict

    def _rules(self, wish: Judging) -> Rules:
        presets = self.game.presets
        profile = wish.rules or next(iter(presets))
        if profile not in presets:
            message = f"There are no rules {profile!r}. {hint(profile, presets)}"
            raise BadData(message)
        options = build(self.game.options_type, wish.options, presets[profile])
        assert isinstance(options, MachiavelliOptions)  # noqa: S101 - games of this family have no others
        return rules_of(options)

    def _moment(self, rules: Rules, text: str | None) -> Moment:
        if text is None:
            return first_moment(rules)
        if text.lstrip().startswith("{"):
            return moment_from_json(rules, text, self.moment_type)
        return read_moment(rules, text)

    def _written(self, rules: Rules, moment: Moment, wish: Judging, reactions: dict[Power, Action]) -> Letters:
        is_json = wish.orders.lstrip().startswith("{")
        text = wish.orders if is_json else self.without_reactions(wish.orders, reactions)
        written = (letters_from_json if is_json else read_letters)(self.game, rules, moment, text)
        if written.unread and not wish.lenient:
            raise BadData("\n".join(written.unread))
        return written

    def without_reactions(self, text: str, reactions: dict[Power, Action]) -> str:
        """Return what was written without answers to questions within a step, which go to `reactions`."""
        del reactions
        return text


class LotrAdjudicator(MachiavelliAdjudicator):
    """The same in Middle-earth; `riders go` among the lines says what Mordor answers when the ring-bearer is seen."""

    games: ClassVar[tuple[str, ...]] = ("lotr-machiavelli",)
    game: ClassVar[Machiavelli] = LOTR_MACHIAVELLI
    moment_type: ClassVar[type[Moment]] = LotrMoment

    def led(self, state: MachiavelliState) -> MachiavelliState:
        """Return a state in which the first good power leads the ring-bearer, as letters are read."""
        rules = lotr_rules(rules_of(state.options))
        good = next((power for power in state.position.powers if rules.side(power) == "good"), "")
        return replace(as_lotr_state(state), controller=good)

    def judged(self, state: MachiavelliState, events: Iterable[Event]) -> MachiavelliState:
        """Return the state before a step with what was judged in it, of figures too."""
        went = tuple(one for event in events if isinstance(event, FiguresWent) for one in event.judged)
        return replace(as_lotr_state(super().judged(state, events)), went=went)

    def without_reactions(self, text: str, reactions: dict[Power, Action]) -> str:
        """Return what was written without the riders' answer."""
        kept: list[str] = []
        for line in text.splitlines():
            pursuit = read_pursuit(bare(line.strip()))
            if pursuit is None:
                kept.append(line)
            else:
                reactions[MORDOR] = pursuit
        return "\n".join(kept)


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
        beside = rules.due_beside(moment.position)
        asked = tuple(
            power for power in asked if power in beside or any(one.unit.owner == power for one in moment.dislodged)
        )
    played = rules.scenario.played if moment.step != "year" else ()
    return tuple(power for power in asked if power in played and power not in written.given)


ADJUDICATOR = MachiavelliAdjudicator()
LOTR_ADJUDICATOR = LotrAdjudicator()
