"""`openstack` as people start it: in a process of its own."""

import json
import signal
import subprocess
import sys

import pytest

from tests.clients.live import surroundings
from tests.clients.samples import written

OPENSTACK = (sys.executable, "-m", "openstackclient.shell")


@pytest.fixture
def openstack(demo, tmp_path):
    """Start `openstack …`; what it prints can be read."""
    written(tmp_path)
    started = []

    def start(*words):
        started.append(
            subprocess.Popen(
                [*OPENSTACK, *words],
                env=surroundings(**demo),
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def said(process):
    """Return what a command has printed that succeeds."""
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out


def test_a_shell_makes_a_stack_lists_it_and_follows_its_events(openstack):
    create = "stack", "create", "shell", "-t", "parent.yaml", "--wait", "--poll", "1"
    assert "CREATE_COMPLETE" in said(openstack(*create))
    listed = json.loads(said(openstack("stack", "list", "-f", "json")))
    assert "shell" in [one["Stack Name"] for one in listed]
    following = openstack("stack", "event", "list", "shell", "--follow")
    assert any("[shell]: CREATE_COMPLETE" in line for line in following.stdout)
    following.send_signal(signal.SIGINT)
    assert following.wait() == 0
