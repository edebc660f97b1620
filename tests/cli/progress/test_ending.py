"""Somebody presses Ctrl-C, in a process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.stacks.test_up import WAITS

ROOT = Path(__file__).parents[3]
NAMED = "from calor.main import main; main()"
EMBEDDED = """
import contextlib, os
from calor.cli.command import cli
from calor.cli.target import Endpoint
class Host:
    @contextlib.contextmanager
    def embedded(self, data_dir):
        try:
            yield Endpoint(os.environ["ENDPOINT"], "good")
        finally:
            print("the service has ended", flush=True)
cli(obj=Host())
"""


@pytest.fixture
def interrupted(service, tmp_path):
    """Run `calor up` and press Ctrl-C once it follows."""

    def run(code, **env):
        (tmp_path / "waits.yaml").write_text(WAITS)
        running = subprocess.Popen(
            [sys.executable, "-c", code, "up", "waits.yaml"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with running:
            assert running.stdout is not None
            while "web  CREATE_IN_PROGRESS" not in running.stdout.readline():
                assert running.poll() is None
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=20)
        assert running.returncode == 130, err
        return out, err

    return run


def test_the_service_goes_on_without_us(interrupted, service):
    _, err = interrupted(NAMED, OS_ENDPOINT=service.endpoint, OS_TOKEN="good")
    assert "The service goes on with waits. Follow it again with: calor wait waits" in err
    assert "Traceback" not in err
    assert service.live("waits").status == "CREATE_IN_PROGRESS"


def test_work_inside_the_command_rests_and_can_go_on(interrupted, service):
    out, err = interrupted(EMBEDDED, ENDPOINT=service.endpoint)
    assert "Nothing is lost; go on with: calor wait waits" in err
    assert out.endswith("the service has ended\n")
