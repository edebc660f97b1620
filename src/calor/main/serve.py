"""`calor serve`: everything in one process, until it is told to stop."""

import os
import shlex
from pathlib import Path

import click

from calor.cli.target import default_data_dir
from calor.client.cloud_config import Chosen, CloudConfig, read_config
from calor.main.all_in_one import Addresses, all_in_one
from calor.main.data_directory import DataDirectory
from calor.main.logs import set_up_logs
from calor.main.servers import run, told_to_stop


@click.command()
@click.option(
    "--data-dir", type=click.Path(path_type=Path), help="Where everything is kept.", metavar="DIR"
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8004, show_default=True, help="The port of the orchestration API.")
@click.option("--cloud", metavar="NAME", help="Work on a cloud of clouds.yaml instead.")
@click.option("--cloud-port", default=5000, show_default=True, help="The port of the local cloud.")
def serve(data_dir: Path | None, host: str, port: int, cloud_port: int, cloud: str | None) -> None:
    """Run the service, with a cloud of its own, until it is told to stop."""
    set_up_logs()
    addresses = Addresses(host=host, port=port, cloud_port=cloud_port)
    named = read_config(os.environ, Chosen(cloud=cloud)) if cloud else None
    run(_serve(DataDirectory.at(data_dir or default_data_dir()), addresses, named))


async def _serve(directory: DataDirectory, addresses: Addresses, named: CloudConfig | None) -> None:
    async with all_in_one(directory, addresses, named) as running:
        click.echo(f"calor serves {running.url} from {directory.path}")
        if named is None:
            click.echo(f"in another shell: {_hint(directory)}; openstack stack list")
        else:
            click.echo(f"stacks are made in {named.name}, as {running.behind.account.username}")
        await told_to_stop()


def _hint(directory: DataDirectory) -> str:
    is_default = directory.path == default_data_dir()
    option = "" if is_default else f" --data-dir {shlex.quote(str(directory.path))}"
    return f'eval "$(calor env{option})"'
