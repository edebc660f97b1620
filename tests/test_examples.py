"""Every example is valid, can be drawn, and can be converted there and back."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from calor.cli.command import cli
from calor.core.document.parse import parse_document

FOLDER = Path(__file__).parent.parent / "examples"
FILES = sorted(one for one in FOLDER.rglob("*") if one.suffix in {".yaml", ".json"})
BROKEN = FOLDER / "broken.yaml"
VERSIONS = (b"heat_template_version", b"TemplateFormatVersion")
EXAMPLES = [
    one
    for one in FILES
    if one != BROKEN and any(version in one.read_bytes() for version in VERSIONS)
]


def named(path):
    return str(path.relative_to(FOLDER))


def run(*words):
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.mark.parametrize("path", EXAMPLES, ids=named)
def test_an_example_has_no_problems(path):
    result = run("validate", path)
    assert result.stderr == ""
    assert result.exit_code == 0


def test_an_example_with_an_environment_has_no_problems():
    folder = FOLDER / "three-tier"
    result = run("validate", folder / "app.yaml", "-e", folder / "production.yaml")
    assert (result.stderr, result.exit_code) == ("", 0)


@pytest.mark.parametrize("kind", ["svg", "dot", "mmd"])
@pytest.mark.parametrize("path", EXAMPLES, ids=named)
def test_an_example_can_be_drawn(path, kind):
    result = run("graph", path, "--nested", "--to", kind)
    assert (result.stderr, result.exit_code) == ("", 0)
    template = parse_document(path.read_bytes(), path.name).value
    for name, one in (template.get("resources") or template["Resources"]).items():
        assert name in result.stdout or {"condition", "Condition"} & one.keys()


@pytest.mark.parametrize("path", FILES, ids=named)
def test_an_example_can_be_converted_there_and_back(path, tmp_path):
    there = tmp_path / ("there.yaml" if path.suffix == ".json" else "there.jsonc")
    back = tmp_path / f"back{path.suffix}"
    assert run("convert", path, "-o", there).exit_code == 0
    assert run("convert", there, "-o", back).exit_code == 0
    before = parse_document(path.read_bytes(), "before").value
    assert parse_document(back.read_bytes(), "after").value == before
