import pytest
from click.testing import CliRunner

from calor.cli.command import cli

HOT = "heat_template_version: 2021-04-16\n"
PARENT = f"""{HOT}
parameters: {{p: {{type: boolean}}}}
conditions: {{open: {{get_param: p}}}}
resources:
  word: {{type: OS::Heat::RandomString, condition: open}}
  nest: {{type: c.yaml, depends_on: word}}
"""
CHILD = f"{HOT}resources: {{inner: {{type: OS::Heat::None}}}}\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text(PARENT)
    (tmp_path / "c.yaml").write_text(CHILD)
    return lambda *words: CliRunner().invoke(cli, ["graph", *words])


def test_mermaid_goes_to_the_terminal(run):
    result = run("t.yaml")
    assert result.exit_code == 0
    assert "flowchart" in result.stdout
    assert "inner" not in result.stdout


def test_nested_resources_are_shown_if_asked_for(run):
    assert "inner" in run("t.yaml", "--nested").stdout


@pytest.mark.parametrize(("ending", "start"), [("svg", "<svg"), ("dot", "digraph"), ("mmd", "")])
def test_the_ending_says_what_to_write(run, tmp_path, ending, start):
    assert run("t.yaml", "-o", f"out.{ending}").output == ""
    assert start in (tmp_path / f"out.{ending}").read_text()


def test_what_to_write_can_be_asked_for(run):
    assert run("t.yaml", "--to", "dot").stdout.startswith("digraph")
    assert run("t.yaml", "--to", "dot", "-o", "-").stdout.startswith("digraph")


def test_another_ending_is_refused(run):
    result = run("t.yaml", "-o", "out.png")
    assert result.exit_code == 2
    assert "must end in one of .svg, .dot, .mmd" in result.stderr


def test_a_place_that_cannot_be_written_is_told(run):
    result = run("t.yaml", "-o", "no/such.dot")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: cannot write no/such.dot")


def test_errors_are_shown_and_the_rest_is_drawn(run, tmp_path):
    (tmp_path / "c.yaml").write_text(CHILD.replace("OS::Heat::None", "Nope"))
    result = run("t.yaml")
    assert result.exit_code == 1
    assert "there is no resource type 'Nope'" in result.stderr
    assert "word" in result.stdout


def test_what_cannot_be_read_is_not_drawn(run, tmp_path):
    (tmp_path / "t.yaml").write_text("a: [")
    result = run("t.yaml")
    assert (result.exit_code, result.stdout) == (1, "")


def test_a_picture_of_billions_is_refused(run, tmp_path):
    for n in range(4):
        wide = "".join(f"  r{m}: {{type: d{n + 1}.yaml}}\n" for m in range(200))
        (tmp_path / f"d{n}.yaml").write_text(f"{HOT}resources:\n{wide}")
    (tmp_path / "d4.yaml").write_text(CHILD)
    result = run("d0.yaml", "--nested")
    assert result.exit_code == 1
    assert "leave out --nested" in result.stderr
    assert run("d0.yaml").exit_code == 0
