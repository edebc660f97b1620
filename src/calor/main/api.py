"""`calor api`: the orchestration API alone; engines run elsewhere."""

import socket
from functools import partial
from pathlib import Path

import click

from calor.config.reading import Configuration
from calor.main.composition import application, workplace
from calor.main.configured import configured, database_of, keyring_of, with_configuration
from calor.main.logs import set_up_logs
from calor.main.servers import Certificate, bound, listening, run, told_to_stop, url_of
from calor.main.workers import spread
from calor.store.secrets import Keyring


@click.command()
@with_configuration
@click.option("--host", help="The address to listen on, if not the configured one.")
@click.option("--port", type=int, help="The port to listen on, if not the configured one.")
def api(
    files: tuple[Path, ...], folders: tuple[Path, ...], host: str | None, port: int | None
) -> None:
    """Run the orchestration API, for engines in other processes."""
    configuration = configured(files, folders)
    set_up_logs(is_verbose=configuration.settings.debug)
    listener = configuration.settings.processes.api
    wanted_port = listener.port if port is None else port
    database, keyring = database_of(configuration.settings), keyring_of(configuration.settings)
    with bound(host or listener.host, wanted_port) as opened:
        serving = partial(_serve, configuration, database, keyring, opened)
        spread(listener.workers, lambda: run(serving()))


async def _serve(
    configuration: Configuration, database: str, keyring: Keyring, opened: socket.socket
) -> None:
    settings = configuration.settings
    listener = settings.processes.api
    certificate = Certificate(listener.certificate, listener.key) if listener.certificate else None
    async with (
        workplace(settings, database, keyring) as place,
        application(place, configuration.options) as app,
        listening(app, opened, certificate),
    ):
        scheme = "https" if certificate else "http"
        click.echo(f"the API serves {url_of(opened, scheme)}")
        await told_to_stop()
