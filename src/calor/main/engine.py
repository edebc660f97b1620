"""`calor engine`: an engine alone; as many as wanted share a database."""

import asyncio
from pathlib import Path

import click

from calor.config.settings import Settings
from calor.main.composition import make_engine, workplace
from calor.main.configured import configured, database_of, keyring_of, with_configuration
from calor.main.logs import set_up_logs
from calor.main.servers import run, told_to_stop
from calor.main.workers import spread


@click.command()
@with_configuration
def engine(files: tuple[Path, ...], folders: tuple[Path, ...]) -> None:
    """Run an engine, which does what the API has accepted."""
    settings = configured(files, folders).settings
    set_up_logs(is_verbose=settings.debug)
    spread(settings.processes.engines, lambda: run(_work(settings)))


async def _work(settings: Settings) -> None:
    async with workplace(settings, database_of(settings), keyring_of(settings)) as place:
        engine = make_engine(place).engine
        working = asyncio.create_task(engine.run())
        click.echo(f"engine {engine.id} works")
        await told_to_stop()
        engine.stop()
        await working
