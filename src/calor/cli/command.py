"""The command `calor`: its subcommands are imported only when one of them is used."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from typing_extensions import override
else:

    def override(method: object) -> object:
        """Stand in for the real one, which takes a third of the start-up."""
        return method


COMMANDS: Mapping[str, str] = {
    "validate": "Check a template and all it refers to.",
    "graph": "Draw what depends on what.",
    "convert": "Turn JSON into YAML or YAML into JSON.",
}
"""Each is the function of its own name in the module of its own name."""


class LateGroup(click.Group):
    """A group that knows its commands by name and imports them late."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"calor.cli.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="calor", message="calor %(version)s")
def cli() -> None:
    """Orchestrate clouds with Heat and CloudFormation templates."""
