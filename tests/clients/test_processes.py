"""`openstack` as people start it: in a process of its own."""

import json
import subprocess
import sys

import pytest

from tests.clients.live import surroundings
from tests.clients.samples import written

OPENSTACK = (sys.executable, "-m", "openstackclient.shell")


@pytest.fixture
def openstack(demo, tmp_path):
    """Run `openstack …` and return what it prints."""
    written(tmp_path)

    def run(*words):
        done = subprocess.run(
            [*OPENSTACK, *words],
            env=surroundings(**demo),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_a_shell_makes_a_stack_and_lists_it(openstack):
    made = openstack("stack", "create", "shell", "-t", "parent.yaml", "--wait", "--poll", "1")
    assert "CREATE_COMPLETE" in made
    listed = json.loads(openstack("stack", "list", "-f", "json"))
    assert "shell" in [one["Stack Name"] for one in listed]
