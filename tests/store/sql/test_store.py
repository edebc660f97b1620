"""What was acknowledged outlives the process; what is secret is not in the file."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from calor.store.records import Batch, CredentialRecord
from calor.store.sql.engines import make_engine
from calor.store.sql.store import SqlStore
from tests.store.conftest import KEYRING
from tests.store.samples import resource, stack

DIES = """
import asyncio, os, signal, sys
from calor.store.records import Batch
from calor.store.sql.engines import make_engine
from calor.store.sql.store import SqlStore
from tests.store.conftest import KEYRING
from tests.store.samples import event, request, stack

async def main():
    store = SqlStore(make_engine(sys.argv[1]), KEYRING)
    web = stack(id="web")
    await store.write(request(web))
    for number in range(20):
        await store.write(Batch(events=tuple(event(web, f"{number}-{n}") for n in range(50))))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_a_killed_process_loses_nothing_that_was_written(url: str):
    died = subprocess.run(
        [sys.executable, "-c", DIES, url],
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert died.returncode == -signal.SIGKILL
    store = SqlStore(make_engine(url), KEYRING)
    assert len(await store.events("web")) == 1000
    assert [one.kind for one in (await store.tree("web")).commands] == ["create"]
    await store.close()


async def test_a_secret_is_nowhere_in_the_files(sqlite: str, tmp_path: Path):
    store = SqlStore(make_engine(sqlite), KEYRING)
    web = stack()
    server = resource(web, properties={"admin_pass": "battery-staple"})
    environment = b'{"parameters": {"password": "open-sesame"}}'
    await store.write(
        Batch(
            texts={"d": environment},
            new_stacks=(web,),
            new_resources=(server,),
            secrets={(server.id, "key"): "hunter2"},
        )
    )
    body = {"password": "correct-horse"}
    await store.credentials.create(CredentialRecord(id="1", kind="password", body=body))
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("calor.db*"))
    assert web.name.encode() in stored
    assert b"battery-staple" not in stored
    assert b"open-sesame" not in stored
    assert b"hunter2" not in stored
    assert b"correct-horse" not in stored
    tree = await store.tree(web.id)
    assert tree.secrets == {(server.id, "key"): "hunter2"}
    assert tree.resources == (server,)
    assert await store.text("d") == environment
    await store.close()
