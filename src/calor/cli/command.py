"""The command `calor`."""

import click

from calor.cli.convert import convert


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="calor")
def cli() -> None:
    """Orchestrate clouds with Heat and CloudFormation templates."""


cli.add_command(convert)
