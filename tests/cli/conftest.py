"""Commands run against a small cloud in the same process."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from calor.cli.command import cli
from tests.client.fake_heat import fake_heat

WEB = """\
heat_template_version: 2021-04-16
resources:
  net:
    type: OS::Heat::None
  web:
    type: OS::Heat::None
    children:
      inner: {type: OS::Heat::None}
outputs:
  address: {value: 10.0.0.1}
"""


@pytest.fixture
def service():
    with fake_heat(streams=True) as running:
        yield running


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch):
    """Let no variable of the person who tests say where to go."""
    for name in list(os.environ):
        if name.startswith("OS_"):
            monkeypatch.delenv(name)


@pytest.fixture
def calor(service, tmp_path, monkeypatch):
    """Run a command in a folder that has a template, against the cloud."""
    monkeypatch.chdir(tmp_path)
    Path("web.yaml").write_text(WEB)

    def run(*words, expect=0, **more):
        result = CliRunner(env={"OS_ENDPOINT": service.endpoint, "OS_TOKEN": "good"}).invoke(
            cli, list(words), **more
        )
        assert result.exit_code == expect, result.output
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run
