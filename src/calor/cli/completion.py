"""`calor completion`: what a shell needs to complete commands, options and names of stacks."""

import os
from contextlib import closing

import click
from click.shell_completion import get_completion_class

from calor.cli.target import chosen_service, running_here
from calor.client.cloud_config import read_config
from calor.core.errors import CalorError

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_CALOR_COMPLETE"
OFFERED = 100


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what SHELL needs to complete what you type.

    SHELL is bash, zsh or fish. For bash, put
    `eval "$(calor completion bash)"` into ~/.bashrc; for zsh the same with zsh
    into ~/.zshrc; for fish, write it to ~/.config/fish/completions/calor.fish.
    """
    found = get_completion_class(shell)
    if found is None:
        raise click.ClickException(f"{shell} cannot be helped")
    click.echo(found(context.find_root().command, {}, "calor", VARIABLE).source())


def stack_names(context: click.Context, incomplete: str) -> list[str]:
    """Return the stacks whose names begin like this, if a service is there to be asked."""
    # Imported here because only a shell asks for it.
    from calor.client.api import Client  # noqa: PLC0415

    chosen, data_dir = chosen_service(context)
    try:
        config = read_config(os.environ, chosen) or running_here(data_dir)
        if config is None:
            return []
        with closing(Client.of_cloud(config)) as client:
            names = [str(one.get("stack_name")) for one in client.stacks.listed(most=OFFERED)]
    except CalorError:
        # Somebody is in the middle of a line: this is no time for a message.
        return []
    return [name for name in names if name.startswith(incomplete)]
