"""The `wartable` command: the list of its commands, and what an error looks like."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from cyclopts import App, CycloptsError
from cyclopts.exceptions import MissingArgumentError, UnusedCliTokensError

from wartable import tools
from wartable.cli.usage import BadUsage, nearest, no_tools
from wartable.engine.errors import BadOptions, UnknownGame, WartableError
from wartable.engine.needs import plain
from wartable.tools import Command

MISUSED = (BadUsage, BadOptions, UnknownGame)
"""What the caller asked for wrongly: exit status 2. Any other of our errors is a failed check: 1."""

COMMANDS = (
    Command("play", "wartable.cli.play:play", "Play on this machine, in the browser."),
    Command("serve", "wartable.cli.play:serve", "Host games for others."),
    Command("clean", "wartable.cli.clean:clean", "Remove old tables and guests from a server's database."),
    Command("reported", "wartable.cli.reported:reported", "Show the letters that players have reported."),
    Command("games", "wartable.cli.games:games", "List the games, or the options of one."),
    Command("simulate", "wartable.cli.simulate:simulate", "Play many games between bots and report."),
    Command("report", "wartable.cli.report:report", "Make a report page from the results of simulations."),
    Command("replay", "wartable.cli.records:replay", "Print a stored game, or show one moment of it."),
    Command("verify", "wartable.cli.records:verify", "Check a stored game: its decisions and its dice."),
    Command("map", "wartable.cli.pictures:draw", "Draw a board or a scenario's table, empty or in play."),
    Command("outline", "wartable.cli.outlines:outline", "Make the outlines of a map from a recipe."),
    Command("marks", "wartable.cli.outlines:marks", "Suggest where a map's tokens and names go."),
    Command("import", "wartable.cli.imports:bring", "Import a map or scenario to play on it."),
    Command("check", "wartable.cli.checks:check", "Check files of maps and scenarios."),
    Command("cases", "wartable.cli.cases:cases", "Check games against files of positions and expected outcomes."),
    Command("conform", "wartable.cli.checks:conform", "Test games against the contract by random play."),
)
"""Our own commands; tools bring further ones, which are listed after them."""


def commands() -> dict[str, Command]:
    """Return every command by its name: ours, then those of tools, which cannot take the place of others."""
    brought = (command for one in tools.installed(no_tools) for command in one.commands)
    known: dict[str, Command] = {}
    for command in (*COMMANDS, *brought):
        known.setdefault(command.name, command)
    return known


def program(known: Mapping[str, Command]) -> App:
    """Return the program; the function of a command is loaded when it is called."""
    app = App(
        name="wartable",
        help="The war table for conquest games: play, host, simulate, check.",
        version=lambda: version("wartable"),
        help_format="plaintext",
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    for nth, command in enumerate(known.values()):
        app.command(command.place, name=command.name, help=command.line, sort_key=nth)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command; return the exit status: 0 when all is well, 1 for a failed check, 2 for a command misused.

    Errors meant for people become one line on the error stream.
    """
    if sys.stdout is None:  # closed by whoever called; nobody wants to read it
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    if arguments and arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    known = commands()
    if arguments and not arguments[0].startswith("-") and arguments[0] not in known:
        return _complain(f"There is no command {arguments[0]!r}; {nearest(arguments[0], known)}", 2)
    try:
        program(known)(list(arguments), exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return _complain(_misused(error), 2)
    except OSError as error:
        return _broken_pipe() if isinstance(error, BrokenPipeError) else _complain(_of_file(error), 2)
    except WartableError as error:
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        ways = _ways(error) if isinstance(error, BadOptions) else ""
        return _complain(f"{error}{notes}{ways}", 2 if isinstance(error, MISUSED) else 1)
    except KeyboardInterrupt:
        return 130
    return 0


_BEGINS = re.compile(r"(there|the|an?|no|nothing|this|these|that|what|only|name|write)(?=\s)")
"""Words that begin a sentence, and are no name of a file, a board or an option."""


def _complain(said: str, status: int) -> int:
    print(f"wartable: {_sentence(said)}", file=sys.stderr)
    return status


def _sentence(said: str) -> str:
    """Return what is said with a capital and a full stop in its first line; names that come first stay as they are."""
    first, line, others = said.partition("\n")
    if _BEGINS.match(first):
        first = first[0].upper() + first[1:]
    return f"{first}{'' if first.endswith(('.', '!', '?', ':')) else '.'}{line}{others}"


def _ways(error: BadOptions) -> str:
    """Return lines with what else is wrong with the options, and the changes that would make them agree."""
    if error.disagreement is None:
        return ""
    more = [f"\n  {conflict.reason.message}" for conflict in error.disagreement.conflicts[1:]]
    ways = [
        " ".join(f"--option {name}={plain(value)}" for name, value in way.items()) for way in error.disagreement.ways
    ]
    return "".join([*more, *(f"\n  {'or' if nth else 'Try'} {way}" for nth, way in enumerate(ways))])


def _misused(error: CycloptsError) -> str:
    """Say in one line what was wrong with the words of a command, and where to read more."""
    said = " ".join(str(error).split())
    if isinstance(error, UnusedCliTokensError):
        said = f"Nothing is to be done with {' '.join(error.unused_tokens or ())}."
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        said = f"{error.argument.name} is missing."
    command = " ".join(("wartable", *(error.command_chain or ()), "--help"))
    return f"{_sentence(said)} See {command}."


def _of_file(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror or error}."


def _broken_pipe() -> int:
    """Stop quietly when the reader of our output (`| head`) has gone, also at the flush on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
