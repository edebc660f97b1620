"""`calor cloud`: the local cloud alone, for a service that is spread out over processes."""

from pathlib import Path

import click

from calor.cli.target import default_data_dir
from calor.localcloud.cloud import open_local_cloud
from calor.localcloud.keystone.registration import Registered
from calor.main.data_directory import DataDirectory
from calor.main.logs import set_up_logs
from calor.main.servers import bound, listening, run, told_to_stop, url_of


@click.command()
@click.option(
    "--data-dir", type=click.Path(path_type=Path), help="Where everything is kept.", metavar="DIR"
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=5000, show_default=True, help="The port to listen on.")
@click.option(
    "--orchestration",
    default="http://127.0.0.1:8004",
    show_default=True,
    metavar="URL",
    help="Where the orchestration API is, for the catalog.",
)
def cloud(data_dir: Path | None, host: str, port: int, orchestration: str) -> None:
    """Run the local cloud, for an API and engines in other processes."""
    set_up_logs()
    directory = DataDirectory.at(data_dir or default_data_dir())
    run(_serve(directory, (host, port), orchestration.rstrip("/")))


async def _serve(directory: DataDirectory, address: tuple[str, int], orchestration: str) -> None:
    registered = Registered("heat", f"{orchestration}/v1/%(project_id)s")
    with directory.locked(), bound(*address) as opened:
        local = open_local_cloud(
            directory.cloud, url=url_of(opened), services={"orchestration": registered}
        )
        try:
            async with listening(local.app, opened):
                click.echo(f"the local cloud serves {url_of(opened)} from {directory.path}")
                await told_to_stop()
        finally:
            local.close()
