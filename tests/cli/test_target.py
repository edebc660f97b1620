import json
import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from calor.cli.command import cli
from calor.cli.target import SERVICE_FILE, Endpoint, default_data_dir, running_here


class Host:
    """Says that a service runs inside the command."""

    def __init__(self, heat):
        self.heat = heat
        self.seen = []

    @contextmanager
    def embedded(self, data_dir: Path):
        self.seen.append(data_dir)
        yield Endpoint(self.heat.endpoint, "good")
        self.seen.append("ended")


@pytest.fixture
def host(service):
    return Host(service)


def run(host, *words):
    result = CliRunner().invoke(cli, words, obj=host)
    assert result.exit_code == 0, result.output
    return result


def test_without_a_named_service_one_runs_inside(host, tmp_path):
    assert run(host, "list", "--data-dir", str(tmp_path), "-o", "json").stdout == "[\n]\n"
    assert host.seen == [tmp_path, "ended"]


def test_a_command_that_is_wrong_starts_no_service(host):
    assert CliRunner().invoke(cli, ["show"], obj=host).exit_code == 2
    assert host.seen == []


def test_a_named_service_wins(host, service):
    result = CliRunner(env={"OS_TOKEN": "good"}).invoke(
        cli, ["list", "--os-endpoint", service.endpoint], obj=host
    )
    assert result.exit_code == 0
    assert host.seen == []


def test_a_service_that_runs_on_the_data_is_used(host, service, tmp_path):
    told = {"pid": os.getpid(), "url": service.endpoint, "token": "good"}
    (tmp_path / SERVICE_FILE).write_text(json.dumps(told))
    run(host, "list", "--data-dir", str(tmp_path))
    assert host.seen == []


def test_a_running_service_may_say_how_to_get_in_as_a_cloud_does(host, service, tmp_path):
    auth = {"auth_url": f"{service.url}/identity", "username": "ann", "password": "p"}
    told = {"pid": os.getpid(), "cloud": {"auth": auth}}
    (tmp_path / SERVICE_FILE).write_text(json.dumps(told))
    run(host, "list", "--data-dir", str(tmp_path))
    assert host.seen == []


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"pid": 4194304, "url": "http://x"}', '{"pid": "x"}']
)
def test_a_file_that_was_left_behind_is_ignored(tmp_path, text):
    (tmp_path / SERVICE_FILE).write_text(text)
    assert running_here(tmp_path) is None


def test_without_any_service_it_is_said_how_to_name_one():
    result = CliRunner().invoke(cli, ["list"])
    assert result.exit_code == 1
    assert "set OS_CLOUD or OS_AUTH_URL" in result.stderr


def test_data_is_kept_where_the_platform_wants_it(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.delenv("CALOR_DATA_DIR", raising=False)
    assert default_data_dir().name == "calor"
    monkeypatch.setenv("CALOR_DATA_DIR", "/elsewhere")
    assert default_data_dir() == Path("/elsewhere")
