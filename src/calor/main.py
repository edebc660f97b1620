"""Composition root: the one module that sees every package."""

from calor.cli.command import cli


def main() -> None:
    """Run the command line."""
    cli()
