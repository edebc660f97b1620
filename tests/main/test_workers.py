"""Processes that share a port or a database are begun, replaced and ended by one."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

SCRIPT = """
import os, signal, sys
from calor.main.workers import spread

def say(word):
    os.write(1, f"{word}\\n".encode())

def work():
    if sys.argv[2] == "fails":
        raise SystemExit(4)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    say(os.getpid())
    signal.sigwait([signal.SIGTERM])
    say("done")

spread(int(sys.argv[1]), work)
say("left")
"""


@contextmanager
def crew(count, manner="works"):
    words = [sys.executable, "-c", SCRIPT, str(count), manner]
    path = os.pathsep.join(sys.path)
    surroundings = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=surroundings) as one:
        try:
            yield one
        finally:
            one.terminate()


def pids(process, count):
    return [int(process.stdout.readline()) for _ in range(count)]


def test_all_end_when_the_first_is_told_to_stop():
    with crew(3) as process:
        members = pids(process, 3)
        assert len({*members, process.pid}) == 4
        process.terminate()
        assert sorted(process.stdout.read().split()) == ["done"] * 3 + ["left"] * 4
    assert process.returncode == 0


def test_whoever_is_killed_is_replaced():
    with crew(2) as process:
        first, _ = pids(process, 2)
        os.kill(first, signal.SIGKILL)
        (another,) = pids(process, 1)
        assert another != first
        process.terminate()
        assert process.stdout.read().split().count("done") == 2


def test_an_error_of_one_ends_all():
    with crew(3, "fails") as process:
        assert process.stdout.read() == ""
    assert process.returncode == 4


def test_one_process_needs_no_other():
    with crew(1) as process:
        assert pids(process, 1) == [process.pid]
        process.terminate()
        assert process.stdout.read().split() == ["done", "left"]
