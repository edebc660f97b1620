"""Composition root: the one module that sees every package."""

import gc

from calor.cli.command import cli

COLLECT_AFTER = 200_000
"""A command makes many objects, keeps them and ends: looking for garbage took a third of it."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(COLLECT_AFTER)
    cli()
