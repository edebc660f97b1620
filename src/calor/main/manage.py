"""`calor manage`: what operators do with the database of a service."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import click

from calor.config.settings import Settings
from calor.main.configured import configured, database_of, keyring_of, with_configuration
from calor.store.opening import open_store
from calor.store.port import Store

SECONDS_A_DAY = 86_400
UNSEEN = 10.0
"""An engine that has not been seen for so many seconds is taken for dead."""


@click.group()
def manage() -> None:
    """Look after the database of a service."""


@manage.group()
def db() -> None:
    """The tables of the database."""


@db.command()
@with_configuration
def upgrade(files: tuple[Path, ...], folders: tuple[Path, ...]) -> None:
    """Bring the tables to what this version needs."""
    asyncio.run(_upgrade(configured(files, folders).settings))
    click.echo("the database is up to date")


@manage.command()
@with_configuration
@click.option(
    "--days",
    type=click.IntRange(min=0),
    default=30,
    show_default=True,
    help="How long ago they were deleted, at least.",
)
@click.option("--project", help="Only stacks of this project.")
def purge(
    files: tuple[Path, ...], folders: tuple[Path, ...], days: int, project: str | None
) -> None:
    """Remove what is left of stacks that were deleted so many days ago."""
    before = time.time() - days * SECONDS_A_DAY
    gone = asyncio.run(_purge(configured(files, folders).settings, before, project))
    click.echo(f"{gone} stacks were removed")


@manage.command()
@with_configuration
def services(files: tuple[Path, ...], folders: tuple[Path, ...]) -> None:
    """List the engines that share the database."""
    for line in asyncio.run(_services(configured(files, folders).settings)):
        click.echo(line)


@manage.command()
@with_configuration
def reseal(files: tuple[Path, ...], folders: tuple[Path, ...]) -> None:
    """Encrypt anew, with the first key, what was encrypted with another."""
    count = asyncio.run(_reseal(configured(files, folders).settings))
    click.echo(f"{count} secrets were encrypted anew")


@asynccontextmanager
async def _opened(settings: Settings, *, migrate: bool = False) -> AsyncIterator[Store]:
    store = await open_store(database_of(settings), keyring_of(settings), migrate=migrate)
    try:
        yield store
    finally:
        await store.close()


async def _upgrade(settings: Settings) -> None:
    async with _opened(settings, migrate=True):
        pass


async def _purge(settings: Settings, before: float, project: str | None) -> int:
    total = 0
    async with _opened(settings) as store:
        while gone := (await store.purge(before, project=project)).stacks:
            total += gone
    return total


async def _reseal(settings: Settings) -> int:
    async with _opened(settings) as store:
        return await store.reseal()


async def _services(settings: Settings) -> list[str]:
    async with _opened(settings) as store:
        engines = await store.engines()
    now = time.time()
    return [
        f"{one.id}  {one.host}  {one.process}  "
        f"{'down' if one.stopped_at or now - one.seen_at > UNSEEN else 'up'}"
        for one in engines
    ]
