"""`calor serve`: everything in one process, until it is told to stop."""

from pathlib import Path

import click

from calor.main.all_in_one import Addresses, all_in_one
from calor.main.data_directory import DataDirectory, default_directory
from calor.main.logs import set_up_logs
from calor.main.servers import run, told_to_stop


@click.command()
@click.option(
    "--data-dir", type=click.Path(path_type=Path), help="Where everything is kept.", metavar="DIR"
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8004, show_default=True, help="The port of the orchestration API.")
@click.option("--cloud-port", default=5000, show_default=True, help="The port of the local cloud.")
def serve(data_dir: Path | None, host: str, port: int, cloud_port: int) -> None:
    """Run the service, with a cloud of its own, until it is told to stop."""
    set_up_logs()
    addresses = Addresses(host=host, port=port, cloud_port=cloud_port)
    run(_serve(DataDirectory.at(data_dir or default_directory()), addresses))


async def _serve(directory: DataDirectory, addresses: Addresses) -> None:
    async with all_in_one(directory, addresses) as running:
        click.echo(f"calor serves {running.url} from {directory.path}")
        click.echo('in another shell: eval "$(calor env)"; openstack stack list')
        await told_to_stop()
