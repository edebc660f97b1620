import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from calor.sandbox.frames import encode
from calor.sandbox.limits import Limits
from calor.sandbox.process import Worker, WorkerFailed


@pytest.fixture
def worker():
    one = Worker(Limits(processor_seconds=60, patience_seconds=60))
    yield one
    one.kill()


def test_a_worker_killed_at_work_is_an_error_that_says_so(worker):
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(worker.ask, encode(["range(1000000000).len()", {}]))
        idle = processor_time(worker.pid)
        while processor_time(worker.pid) == idle:
            pass
        os.kill(worker.pid, signal.SIGKILL)
        with pytest.raises(WorkerFailed, match="ended unexpectedly"):
            answer.result()
    assert not worker.is_alive()


def test_a_worker_that_gets_no_processor_is_given_up():
    worker = Worker(Limits(patience_seconds=0.1))
    os.kill(worker.pid, signal.SIGSTOP)
    with pytest.raises(WorkerFailed, match="took too long"):
        worker.ask(encode(["1", {}]))
    assert not worker.is_alive()


def test_a_worker_that_cannot_start_is_an_error():
    with pytest.raises(WorkerFailed, match="took too long"):
        Worker(Limits(start_seconds=0))


def test_a_machine_that_can_start_nothing_is_an_error(monkeypatch):
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(WorkerFailed, match="no worker can be started"):
        Worker(Limits())


def test_a_worker_has_no_environment_no_files_and_few_rights(worker):
    process = Path("/proc") / str(worker.pid)
    assert (process / "environ").read_bytes() == b""
    assert sorted(one.name for one in (process / "fd").iterdir()) == ["0", "1", "2"]
    limits = (process / "limits").read_text().splitlines()
    values = {line[:26].strip(): line[26:].split()[:2] for line in limits}
    assert values["Max core file size"] == ["0", "0"]
    assert values["Max file size"] == ["0", "0"]
    assert values["Max processes"] == ["0", "0"]
    assert values["Max open files"] == ["16", "16"]
    assert values["Max address space"] == [str(512 * 1024 * 1024)] * 2


def test_a_worker_ignores_the_terminal(worker):
    assert os.getsid(worker.pid) == worker.pid


def processor_time(pid: int) -> str:
    """Return the clock ticks a process has worked."""
    return Path(f"/proc/{pid}/stat").read_text().split()[13]
