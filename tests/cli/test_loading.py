import click
import pytest

from calor.cli.loading import load, parse_parameters
from calor.core.source import Severity

HOT = "heat_template_version: 2021-04-16\n"


def test_parameters_are_given_one_by_one_or_between_semicolons():
    assert parse_parameters(("a=1", "b=x;y=2")) == {"a": "1", "b": "x;y=2"}
    assert parse_parameters(("a=1;b=2=3",)) == {"a": "1", "b": "2=3"}
    assert parse_parameters(()) == {}
    with pytest.raises(click.BadParameter):
        parse_parameters(("a",))


def test_problems_come_in_the_order_of_files_and_lines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(f"{HOT}resources: {{r: {{type: Nope}}}}\n")
    (tmp_path / "t.yaml").write_text(
        f"{HOT}resources: {{r: {{type: a.yaml}}, s: {{type: No}}}}\noutputs: {{o: {{}}}}\n"
    )
    loaded = load("t.yaml", (), ("p=1",))
    assert [str(one).split(": ")[0] for one in loaded.problems] == [
        "parameters.p",
        "t.yaml:2:36",
        "t.yaml:3:11",
        "a.yaml:2:17",
    ]
    assert not loaded.is_valid
    assert set(loaded.texts) == {"t.yaml", "a.yaml"}


def test_what_is_not_local_is_warned_of(tmp_path):
    path = tmp_path / "t.yaml"
    path.write_text(f"{HOT}resources: {{r: {{type: 'http://example.org/a.yaml'}}}}\n")
    loaded = load(str(path), (), ())
    assert [one.severity for one in loaded.problems] == [Severity.WARNING]
    assert loaded.is_valid
