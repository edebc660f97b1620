from http import HTTPStatus

import click
import pytest

from calor.cli.stacks.request import collected_files, default_name, placed_problems
from calor.client.faults import Refused


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ("web.yaml", "web"),
        ("/srv/templates/my shop.v2.yaml", "my-shop.v2"),
        ("3-tier.yaml", "stack-3-tier"),
        ("ünï.yaml", "n"),
        ("....yaml", "stack"),
    ],
)
def test_a_stack_is_called_like_its_template(template, name):
    assert default_name(template) == name


TOP = "heat_template_version: 2021-04-16\nresources:\n  it:\n    type: part.yaml\n"
PART = "heat_template_version: 2021-04-16\nresources:\n  key:\n    type: OS::Heat::None\n"


def told(said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "top.yaml").write_text(TOP)
    (tmp_path / "part.yaml").write_text(PART)
    collected = collected_files("top.yaml", ())
    with pytest.raises(click.exceptions.Exit), placed_problems(collected):
        raise Refused(said.format(tmp_path), HTTPStatus.BAD_REQUEST)
    return capsys.readouterr().err.splitlines()[0]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("template:1:99: resources.it: no", "top.yaml:3:3: error: resources.it: no"),
        ("resources.it.type: no", "top.yaml:4:5: error: resources.it.type: no"),
        (
            "file://{}/part.yaml:1:99: resources.key.type: no",
            "part.yaml:4:5: error: resources.key.type: no",
        ),
        (
            "other.yaml:1:9: resources.it: no",
            "top.yaml:3:3: error: other.yaml:1:9: resources.it: no",
        ),
    ],
)
def test_what_a_service_finds_wrong_is_shown_where_the_author_wrote_it(
    said, shown, tmp_path, monkeypatch, capsys
):
    assert told(said, tmp_path, monkeypatch, capsys) == shown
