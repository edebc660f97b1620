"""Composition root: the one package that sees every other."""

import gc
from typing import TYPE_CHECKING, Final

from calor.cli.command import SERVICE, cli

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from calor.cli.target import Endpoint

COLLECT_AFTER: Final = 200_000
"""A command makes many objects, keeps them and ends: looking for garbage took a third of it."""

COMMANDS: Final = {
    "serve": ("calor.main.serve:serve", "Run everything in one process, with a local cloud."),
    "env": ("calor.main.env:env", "Print what other clients need to use the local cloud."),
    "api": ("calor.main.api:api", "Run the orchestration API alone."),
    "engine": ("calor.main.engine:engine", "Run an engine alone."),
    "cloud": ("calor.main.cloud:cloud", "Run the local cloud alone."),
    "manage": ("calor.main.manage:manage", "Look after the database of a service."),
}
"""Commands that need more than the API: each is imported when it is used."""


class Host:
    """What commands get: a service of their own, should no other be named."""

    def embedded(self, data_dir: "Path") -> "AbstractContextManager[Endpoint]":
        """Run a service on a data directory for the length of a block."""
        # Imported here because most commands speak to another service, and some to none.
        from calor.main.embedded import EmbeddedService  # noqa: PLC0415

        return EmbeddedService().embedded(data_dir)


def register_commands() -> None:
    """Make the commands known to the command line."""
    for name, (place, sentence) in COMMANDS.items():
        cli.register(SERVICE, name, place, sentence)


def main() -> None:
    """Run the command line."""
    gc.set_threshold(COLLECT_AFTER)
    register_commands()
    cli(obj=Host())
