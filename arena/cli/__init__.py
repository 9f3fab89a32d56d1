"""The command line: a group that imports a command's module only when it is called.

Nothing imports this package, and it holds no logic: commands read flags, call the rooms below
and print.
"""

from __future__ import annotations

import sys
from errno import ENOENT
from importlib import import_module
from typing import Any

import click

from arena import __version__
from arena.errors import ArenaError
from arena.printable import printable

COMMANDS = {
    "run": ("arena.cli.run:run", "Play a tournament file, or go on with it."),
    "match": ("arena.cli.match:match", "Play a match between bots, no file needed."),
    "sprt": ("arena.cli.sprt:sprt", "Test whether a new version is stronger than an old one."),
    "add": ("arena.cli.league:add", "Let a bot join a run."),
    "retire": ("arena.cli.league:retire", "Let a bot of a run play no more."),
    "merge": ("arena.cli.league:merge", "Join the games of several runs."),
    "ratings": ("arena.cli.tables:ratings", "Print a run's rating table."),
    "crosstable": ("arena.cli.tables:crosstable", "Print who scored what against whom."),
    "standings": ("arena.cli.tables:standings", "Print points and tie-breaks."),
    "compare": ("arena.cli.tables:compare", "Print how two bots stand to each other."),
    "faults": ("arena.cli.tables:faults", "Print which bot failed how often, and how."),
    "openings": ("arena.cli.tables:openings", "Print which openings favour a seat."),
    "time": ("arena.cli.tables:time", "Print how the bots use their clocks."),
    "games": ("arena.cli.tables:games", "List a run's games."),
    "show": ("arena.cli.show:show", "Replay a game turn by turn."),
    "serve": ("arena.cli.serve:serve", "Show runs in the browser."),
    "watch": ("arena.cli.watch:watch", "Watch a run that is being played."),
    "report": ("arena.cli.report:report", "Write a run to one file of HTML."),
    "play": ("arena.cli.play:play", "Play against a bot in the terminal."),
    "verify": ("arena.cli.verify:verify", "Replay a run's games through the reference engine."),
    "repair": ("arena.cli.repair:repair", "Save from a damaged store what is whole."),
    "feed": ("arena.cli.feed:feed", "Send a recorded game's lines to a bot, without clocks."),
    "check": ("arena.cli.check:check", "Examine a bot: does it keep to the protocol?"),
    "bots": ("arena.cli.bots:bots", "List the bundled bots."),
    "new": ("arena.cli.new:new", "Make a bot to begin with, in the language you like."),
    "build": ("arena.cli.build:build", "Build bots."),
    "rules": ("arena.cli.rules:rules", "Ask the reference engines."),
}
"""Each command's place and its line in `arena --help`, so that help imports none of them."""


class LazyGroup(click.Group):
    """A group whose commands are imported when called, and whose errors are one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; for one that there is not, the nearest is named."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from arena.words import did_you_mean

            ctx.fail(f"found {name!r}, expected a command{did_you_mean(name, COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_) for name, (_, help_) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; whatever is wrong becomes one line on stderr and an exit status."""
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            click.echo(printable(f"arena: {error}", keep="\n\t"), err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            ctx.exit(1)  # whoever read the output has read enough
        except OSError as error:
            nameless = "the current folder" if error.errno == ENOENT else "output"
            click.echo(f"arena: {error.filename or nameless}: {error.strerror}", err=True)
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo("arena: interrupted", err=True)
            ctx.exit(130)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            where = error.ctx.command_path if error.ctx else "arena"
            told = error.format_message().replace("integer range", "integer")  # click's own word
            click.echo(f"{where}: {told} (see {where} --help)", err=True)
            ctx.exit(error.exit_code)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def root() -> None:
    """Tournaments between game bots: a fair referee, round robins, rating tables.

    Exit status: 0 done, 1 the work could not be done or a check failed, 2 bad input,
    130 interrupted.
    """
    if sys.platform == "win32":
        raise ArenaError("Windows is not supported: run the arena inside WSL")
