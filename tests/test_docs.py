"""The documentation tells everything there is, and nothing in it is made up."""

import ast
import itertools
import os
import re
import shutil
import signal
import socket
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from click.testing import CliRunner
from tools.reference.command_line import commands
from tools.reference.errors import error_classes
from tools.reference.pages import pages
from tools.reference.resource_types import types
from tools.reference.template_functions import chapters, untold
from tools.transcripts import IMAGES, PAGES, ROOT, begun, blocks, is_played, is_same, played, run

from calor.api.orchestration.table import TABLE
from calor.cli.command import cli
from calor.core.document.parse import parse_document
from calor.core.source import Report
from calor.core.template.expression import evaluate
from calor.core.template.reader import read_template
from calor.core.template.scope import StackScope
from calor.core.template.version import DIALECTS
from calor.plugin.registry import TypeRegistry
from calor.sandbox.evaluator import Yaql

DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
WRITTEN = pages()
TEXTS = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
LINK = re.compile(r"(?<!`)\[[^\]]*\]\((?P<target>[^)\s]+)\)")
EXAMPLES = [(chapter, name) for chapter in chapters() for name in chapter.entries]


def name_of(path):
    return str(path.relative_to(ROOT)) if isinstance(path, Path) else None


def shown(page):
    return (REFERENCE / page).read_text()


# Nothing is left out.


@pytest.mark.parametrize("path", WRITTEN)
def test_the_reference_is_what_the_code_says(path):
    on_disk = REFERENCE / path
    assert on_disk.exists(), "run make reference"
    assert on_disk.read_text() == WRITTEN[path], "run make reference"


def test_no_page_of_the_reference_is_left_over():
    found = {str(path.relative_to(REFERENCE)) for path in REFERENCE.rglob("*.md")}
    assert found == set(WRITTEN), "run make reference"


@pytest.mark.parametrize("name", commands())
def test_every_command_and_option_is_told(name):
    section = shown("command-line.md").split(f"\n## calor {name}\n")[1].split("\n## ")[0]
    for parameter in commands()[name].params:
        if parameter.param_type_name == "option":
            assert all(form in section for form in parameter.opts)
            assert parameter.help
        else:
            assert section.count(parameter.human_readable_name) > 1


def test_every_template_version_is_told():
    page = shown("template-versions.md")
    for dialect in DIALECTS:
        assert f"`{dialect.version_key}: {dialect.version}`" in page
        assert all(f"`{alias}`" in page for alias in dialect.aliases)


def test_every_function_is_told():
    assert not untold()


def test_every_resource_type_is_told():
    page = shown("resource-types.md")
    ours = [name for name in TypeRegistry().names() if name in types()]
    assert len(ours) > 200
    assert [name for name in ours if f"[`{name}`]" not in page] == []


def test_every_route_is_told():
    page = shown("rest-api.md")
    for route in TABLE.routes:
        if "*" not in route.path:
            assert f"`{route.method} {route.path}`" in page
        for query in route.query:
            assert f"`{query.name}`" in page


def test_every_error_is_told():
    page = shown("errors.md")
    for error in error_classes():
        assert f"`{error.__name__}`" in page
        assert error.__doc__


def limits_in(module):
    """Yield the names of constants that bound something, and the fields of classes of limits."""
    for node in ast.parse(module.read_text()).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name.startswith(("MAX_", "MOST_")):
                    yield name
            case ast.ClassDef(name=name, body=body) if name.endswith("Limits"):
                yield from (one.target.id for one in body if isinstance(one, ast.AnnAssign))


def test_every_limit_is_told():
    told = (ROOT / "tools" / "reference" / "limits.py").read_text()
    source = ROOT / "src" / "calor"
    # How much of a drawing is labelled, of a typing error guessed at, or written at once by a
    # database's thread is nobody's concern; nor is how much the local cloud takes in.
    aside = {source / "core" / "template" / "spelling.py", *source.glob("core/drawing/**/*.py")}
    aside |= {*source.glob("store/sql/*.py"), *source.glob("localcloud/**/*.py")}
    modules = set(source.rglob("*.py")) - aside
    known = Counter(name for one in modules for name in limits_in(one))
    assert known.total() > 30
    missing = {name for name, n in known.items() if len(re.findall(rf"\.{name}\b", told)) < n}
    assert not missing, "add them to tools/reference/limits.py"


# Nothing is made up.


class Resources:
    """The resources of the template that the examples stand in, with their attributes."""

    def __init__(self, attributes):
        self.attributes = attributes

    def reference(self, resource):
        return f"{resource}-id"

    def attribute(self, resource, path):
        value = self.attributes[resource]
        for step in path:
            value = value[step]
        return value


def template_with(chapter, call):
    """Read the chapter's template with a call as an output, and as a condition if it can be one."""
    hot = chapter.language == "hot"
    content = yaml.safe_load(chapter.template.replace("2021-04-16", f'"{chapter.version}"'))
    if is_condition(chapter, call):
        content["conditions" if hot else "Conditions"]["example"] = call
    else:
        content["outputs" if hot else "Outputs"] = {"example": {"value" if hot else "Value": call}}
    report = Report()
    template = read_template(parse_document(yaml.safe_dump(content)), report)
    assert report.problems == []
    return template


def is_condition(chapter, call):
    dialect = next(one for one in DIALECTS if one.version == chapter.version)
    return next(iter(call)) not in dialect.functions


@pytest.mark.parametrize(("chapter", "name"), EXAMPLES, ids=[name for _, name in EXAMPLES])
def test_the_example_of_a_function_gives_what_the_page_says(chapter, name):
    entry = chapter.entries[name]
    call = yaml.safe_load(entry.example)
    assert list(call) == [name]
    template = template_with(chapter, call)
    values = {one.name: given(one) for one in template.parameters.values()}
    with Yaql() as yaql:
        scope = StackScope(
            template=template,
            parameters=values,
            resources=Resources(chapter.attributes),
            files=chapter.files,
            parent={"deletion_policy": "Retain"},
            run_yaql=yaql.evaluate,
        )
        if is_condition(chapter, call):
            assert scope.condition("example") == entry.gives
        else:
            assert evaluate(template.outputs["example"].value, scope) == entry.gives


def given(parameter):
    is_list = parameter.kind == "comma_delimited_list"
    return parameter.default.split(",") if is_list else parameter.default


SESSIONS = [path for path in PAGES if is_played(path.read_text())]


def test_the_readme_and_the_tutorial_show_sessions():
    assert {ROOT / "README.md", *(DOCS / "tutorial").glob("*.md")} <= set(SESSIONS)


def test_two_runs_of_a_session_are_the_same_but_for_times_ids_and_the_order_of_a_moment():
    first = "$ calor up a.yaml\n2026-01-01T00:00:00Z  a  DONE\n2026-01-01T00:00:00Z  b  DONE\nEnd\n"
    again = "$ calor up a.yaml\n2026-01-02T00:00:00Z  b  DONE\n2026-01-02T00:00:01Z  a  DONE\nEnd\n"
    assert is_same(first, again)
    assert not is_same(first, again.replace("b  DONE", "b  FAILED"))
    assert not is_same(first, again.replace("End", "Ende"))
    table = "NAME  AGE     ID\na     1s ago  0b628aae-d1e7-4d55-92ea-b77cc2cc9bd7\n"
    assert is_same(
        table, "NAME  AGE      ID\na     22s ago  fe3be1a6-0bca-4c76-b712-cee16296140e\n"
    )


@pytest.mark.parametrize("path", SESSIONS, ids=name_of)
def test_sessions_go_as_they_are_shown(path, tmp_path):
    page = path.read_text()
    found = played(page, tmp_path)
    assert found.text == page, "run make reference"
    for name, picture in found.pictures.items():
        assert (IMAGES / name).read_text() == picture, "run make reference"


TEMPLATES = [
    pytest.param(path, block.text, id=f"{name_of(path)}-{block.start}")
    for path in PAGES
    for block in blocks(path.read_text())
    if re.match(r"heat_template_version|AWSTemplateFormatVersion", block.text)
    and "Acme::" not in block.text
]


@pytest.mark.parametrize(("path", "text"), TEMPLATES)
def test_templates_that_are_shown_are_valid(path, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in blocks(path.read_text()):
        if block.title and "/" not in block.title:
            Path(block.title).write_text(block.text)
    Path("shown.yaml").write_text(text)
    result = CliRunner().invoke(cli, ["validate", "shown.yaml"])
    assert result.exit_code == 0, result.output


SHELL = [block.text for path in PAGES for block in blocks(path.read_text()) if block.kind == "sh"]


@pytest.mark.parametrize("line", re.findall(r"^ *(calor .*)$", "\n".join(SHELL), re.M))
def test_commands_that_are_only_shown_have_real_options(line):
    words = line.split()[1:]
    name = max((one for one in commands() if f"{line} ".startswith(f"calor {one} ")), key=len)
    known = {form for one in commands()[name].params for form in one.opts}
    used = {word for word in itertools.takewhile("|".__ne__, words) if re.match(r"--?\w", word)}
    assert used <= known


@pytest.fixture
def demo_folder(tmp_path, monkeypatch):
    """Give a folder with the examples, and one beside it where programs keep what is temporary."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def test_the_demo_runs_to_its_end(demo_folder):
    demo = run(f"sh '{ROOT}/tools/demo.sh'", demo_folder)
    assert demo.returncode == 0, demo.stdout
    assert "The exit status is 1." in demo.stdout
    assert "Stack shop: CREATE_COMPLETE" in demo.stdout
    assert "+ create   web/4" in demo.stdout
    assert "Stack shop: UPDATE_COMPLETE" in demo.stdout
    assert "Stack shop: DELETE_COMPLETE" in demo.stdout
    assert "make docs" in demo.stdout.splitlines()[-1]
    assert (demo_folder / "build" / "three-tier.svg").read_text().startswith("<svg")
    assert list((demo_folder / "temporary").iterdir()) == []


def test_ctrl_c_ends_the_demo_and_leaves_nothing(demo_folder):
    with begun(["sh", str(ROOT / "tools" / "demo.sh")], demo_folder) as demo:
        printed = next(line for line in demo.stdout if line.startswith("calor serves "))
        port = int(printed.split()[2].rpartition(":")[2])
        os.killpg(demo.pid, signal.SIGINT)
        demo.communicate(timeout=60)
    assert demo.returncode == 130
    assert list((demo_folder / "temporary").iterdir()) == []
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


def test_the_type_that_is_declared_is_the_one_that_is_tested():
    page = (DOCS / "how-to" / "declare-a-resource-type.md").read_text()
    package = ROOT / "tests" / "plugins" / "acme"
    assert (package / "acme_rockets" / "types.py").read_text() in page
    assert (package / "pyproject.toml").read_text() in page
    service = (DOCS / "how-to" / "write-a-resource-type.md").read_text()
    assert (package / "acme_rockets" / "satellite.py").read_text() in service


# Everything is where it is said to be.


@pytest.mark.parametrize("path", TEXTS, ids=name_of)
def test_links_lead_somewhere(path):
    for link in LINK.finditer(path.read_text()):
        target, _, anchor = unquote(link["target"]).partition("#")
        if "://" in target:
            continue
        found = path.parent / target if target else path
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), link["target"]


def anchors(page):
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    named = {name for one in headings for name in re.findall(r"\{ #(\S+) \}", one)}
    return named | {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def test_every_page_is_in_the_navigation():
    known = (ROOT / "mkdocs.yml").read_text()
    pages_here = [str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")]
    assert [path for path in pages_here if path not in known] == []


@pytest.mark.parametrize("path", TEXTS, ids=name_of)
def test_no_page_speaks_of_the_machine_it_was_written_on(path):
    assert not re.search(r"(?<![\w.])/(work|home|root|tmp|opt)/", path.read_text())


def test_make_tells_of_every_target():
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.M)
    assert phony
    there = set(re.findall(r"^([a-z]+):", makefile, re.M))
    told = set(re.findall(r"^([a-z]+):.*## ", makefile, re.M))
    assert told == there
    assert there <= set(phony[1].split())
