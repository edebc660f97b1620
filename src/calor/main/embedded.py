"""A service inside a command, for its length: what it leaves undone is gone on with next time."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from calor.cli.target import Endpoint


class EmbeddedService:
    """Runs everything beside a command, on ports that happen to be free."""

    @contextmanager
    def embedded(self, data_dir: Path) -> Iterator[Endpoint]:
        """Run a service on a data directory for the length of a block."""
        ready: Future[Endpoint] = Future()
        ended = threading.Event()
        thread = threading.Thread(target=_run, args=(data_dir, ready, ended), name="service")
        thread.start()
        try:
            yield ready.result()
        finally:
            ended.set()
            thread.join()


def _run(data_dir: Path, ready: Future[Endpoint], ended: threading.Event) -> None:
    # Imported here because a command that speaks to another service needs none of it.
    from calor.main.servers import run  # noqa: PLC0415

    try:
        run(_serve(data_dir, ready, ended))
    except BaseException as problem:
        if ready.done():
            raise
        ready.set_exception(problem)


async def _serve(data_dir: Path, ready: Future[Endpoint], ended: threading.Event) -> None:
    from calor.main.all_in_one import Addresses, all_in_one  # noqa: PLC0415
    from calor.main.data_directory import DataDirectory  # noqa: PLC0415
    from calor.main.logins import endpoint_for  # noqa: PLC0415

    addresses = Addresses(port=0, cloud_port=0)
    async with all_in_one(DataDirectory.at(data_dir), addresses) as running:
        ready.set_result(await asyncio.to_thread(endpoint_for, running.behind.login))
        await asyncio.to_thread(ended.wait)
