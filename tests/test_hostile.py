"""Whatever a file holds, `calor validate` ends soon and says what is wrong where."""

import os
import re
import time
from functools import lru_cache

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calor.cli.command import cli
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate
from calor.core.template.checks.request import StackRequest
from calor.core.template.checks.stack import check_stack
from calor.core.template.checks.surroundings import Surroundings
from calor.plugin.checks import lookup_offline
from calor.plugin.registry import TypeRegistry
from tests.test_examples import EXAMPLES

SECONDS = 10
"""Generous, so that a busy machine fails nothing; none takes much more than two by itself."""

HOT = "heat_template_version: 2021-04-16\n"
CFN = "AWSTemplateFormatVersion: '2010-09-09'\n"
STRING = "OS::Heat::RandomString"


def resources(count, entry):
    return f"{HOT}resources:\n" + "".join(f"  r{n}: {entry(n)}\n" for n in range(count))


def output(value):
    return f"{HOT}outputs: {{o: {{value: {value}}}}}\n"


LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
)
EVIL = "(a|a)*[bc]"
CONSTRAINT = f"constraints: [{{allowed_pattern: '{EVIL}'}}]"
THOUSAND = "[" + ", ".join(f"'{n}'" for n in range(1000)) + "]"

REFUSED = {
    "alias bomb": HOT + LAUGHS,
    "deep yaml lists": HOT + "outputs: " + "[" * 10_000 + "]" * 10_000,
    "deep yaml maps": HOT + "outputs: " + "{a: " * 10_000 + "}" * 10_000,
    "deep yaml blocks": HOT + "".join(" " * n + "a:\n" for n in range(1000)),
    "deep json": '{"heat_template_version": "rocky", "outputs": ' + "[" * 10_000 + "]" * 10_000,
    "deep calls": output("{not: " * 200 + "1" + "}" * 200),
    "long scalar as a type": f"{HOT}resources: {{a: {{type: {'x' * 1_000_000}}}}}",
    "long scalar as a key": f"{HOT}? {'x' * 1_000_000}\n: 1\n",
    "long scalar as a reference": output(f"{{get_resource: {'x' * 1_000_000}}}"),
    "long names compared with long names": resources(50, lambda _: "{type: T}")
    + "  ? "
    + "x" * 400_000
    + f"\n  : {{type: {STRING}, depends_on: {'x' * 399_999}y}}\n",
    "keys that are no text": f"{HOT}1: x\n? [a]\n: y\nresources: {{5: 6, true: false}}\n",
    "invalid utf-8": HOT.encode() + b"description: \xff\xfe\xfa\n",
    "nan in yaml": f"{HOT}parameters: {{p: {{type: number, default: .nan}}}}\n",
    "nan in json": '{"heat_template_version": "rocky", "outputs": {"o": {"value": NaN}}}',
    "huge number": f"{HOT}parameters: {{p: {{type: number, default: {'9' * 4000}}}}}\n",
    "huge number as a property": f"{HOT}resources: {{a: {{type: {STRING}, "
    f"properties: {{length: {'9' * 4000}}}}}}}\n",
    "number of a million digits": f"{HOT}description: {'9' * 1_000_000}\n",
    "infinite number": f"{HOT}resources: {{a: {{type: {STRING}, properties: {{length: .inf}}}}}}\n",
    "a million copies": output(
        f"{{repeat: {{template: x, for_each: {{a: {THOUSAND}, b: {THOUSAND}}}}}}}"
    ),
    "evil pattern of a parameter": f"{HOT}parameters:\n"
    + "".join(
        f"  p{n}: {{type: string, default: {'a' * 200}, {CONSTRAINT}}}\n" for n in range(100)
    ),
    "evil pattern that is none": f"{HOT}parameters: {{p: {{type: string, default: a, "
    "constraints: [{allowed_pattern: '(((('}]}}\n",
    "endless yaql": output("{yaql: {expression: 'range(0, 1000000000).sum()', data: {}}}"),
    "growing yaql": output("{yaql: {expression: '[1] * 1000000000', data: {}}}"),
    "unknown types": resources(10_000, lambda n: f"{{type: OS::Nova::Sevrer{n}}}"),
    "unknown properties": resources(
        10_000, lambda n: f"{{type: {STRING}, properties: {{lenght{n}: 1}}}}"
    ),
    "unknown parameters": resources(
        10_000, lambda n: f"{{type: {STRING}, properties: {{length: {{get_param: lenght{n}}}}}}}"
    )
    + "parameters:\n"
    + "".join(f"  length{n}: {{type: number}}\n" for n in range(10_000)),
    "unknown resources": resources(10_000, lambda n: f"{{type: {STRING}, depends_on: q{n}}}"),
    "unknown keys": resources(10_000, lambda n: f"{{type: {STRING}, propertis{n}: 1}}"),
    "wrong values": resources(10_000, lambda _: f"{{type: {STRING}, properties: {{length: x}}}}"),
    "circle of conditions": f"{HOT}conditions:\n"
    + "".join(f"  c{n}: {{not: c{(n + 1) % 10_000}}}\n" for n in range(10_000)),
    "circle of resources": resources(
        10_000, lambda n: f"{{type: {STRING}, depends_on: r{(n + 1) % 10_000}}}"
    ),
    "conditions named by parameters": f"{HOT}parameters:\n"
    + "".join(f"  p{n}: {{type: string, default: c{n + 1}}}\n" for n in range(3000))
    + "conditions:\n"
    + "".join(f"  c{n}: {{get_param: p{n}}}\n" for n in range(3000)),
    "mappings that are none": CFN + "Mappings: {a: 5}\nOutputs: "
    "{o: {Value: {'Fn::FindInMap': [a, b, c]}}}\n",
    "null bytes": HOT.encode() + b"\0" * 1000,
    "nothing": "",
    "only text": "x",
    "a picture": bytes(range(256)) * 100,
}

ACCEPTED = {
    "chain of conditions": f"{HOT}conditions:\n"
    + "".join(f"  c{n}: {{not: c{n + 1}}}\n" for n in range(10_000))
    + "  c10000: true\n",
    "chain of resources": resources(
        10_000, lambda n: f"{{type: {STRING}" + (f", depends_on: r{n - 1}" if n else "") + "}"
    ),
    "chain of resources from behind": resources(
        10_000, lambda n: f"{{type: {STRING}, depends_on: r{n + 1}}}"
    )
    + f"  r10000: {{type: {STRING}}}\n",
    "long scalar": f"{HOT}description: {'x' * 1_000_000}\n",
    "unused parameters": f"{HOT}parameters:\n"
    + "".join(f"  p{n}: {{type: string}}\n" for n in range(10_000)),
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def validate(*words, **files):
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / f"{name}.yaml").write_bytes(data)
        started = time.perf_counter()
        result = CliRunner().invoke(cli, ["validate", *words])
        assert time.perf_counter() - started < SECONDS
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert max(map(len, result.output.splitlines())) < 2000
        return result

    return validate


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_hostile_templates_are_refused_with_a_place(run, content):
    result = run("t.yaml", t=content)
    assert result.exit_code == 1
    assert re.search(r"^t\.yaml:\d+:\d+: error: ", result.stderr, re.MULTILINE)


@pytest.mark.parametrize("content", ACCEPTED.values(), ids=ACCEPTED)
def test_large_templates_are_accepted(run, content):
    assert run("t.yaml", t=content).exit_code == 0


def test_evil_patterns_of_children_have_one_allowance_together(run):
    child = f"{HOT}parameters: {{p: {{type: string, {CONSTRAINT}}}}}\n"
    child += "outputs: {o: {value: {get_param: p}}}\n"
    text = resources(1000, lambda n: f"{{type: c.yaml, properties: {{p: {'a' * (200 + n)}}}}}")
    result = run("t.yaml", t=text, c=child)
    assert result.exit_code == 1
    assert "takes too long; simplify it" in result.stderr


def test_a_template_that_includes_itself_ends(run):
    result = run("t.yaml", t=f"{HOT}resources: {{a: {{type: t.yaml}}, b: {{type: t.yaml}}}}")
    assert result.exit_code == 1
    assert "templates are nested more than 5 deep" in result.stderr


def test_files_that_name_each_other_end(run):
    environment = "resource_registry: {A: t.yaml, B: e.yaml}\n"
    text = f"{HOT}resources: {{a: {{type: A}}, b: {{type: e.yaml}}}}\n"
    text += "outputs: {o: {value: {get_file: t.yaml}}}\n"
    result = run("t.yaml", "-e", "e.yaml", t=text, e=environment)
    assert result.exit_code == 1
    assert "t.yaml:2:17: error: resources.a.type: there is no resource type 'A'" in result.stderr
    assert "e.yaml:1:1: error: the template does not say which version" in result.stderr


def test_nesting_without_measure_ends(run):
    files = {
        f"c{n}": f"{HOT}parameters: {{p: {{type: string}}}}\nresources:\n"
        + "".join(
            f"  r{m}: {{type: c{n + 1}.yaml, properties: {{p: {{list_join: ['', "
            f"[{{get_param: p}}, '{m}']]}}}}}}\n"
            for m in range(100)
        )
        for n in range(4)
    }
    last = (
        f"{HOT}parameters: {{p: {{type: string}}}}\noutputs: {{o: {{value: {{get_param: p}}}}}}\n"
    )
    result = run("c0.yaml", "-P", "p=x", **files, c4=last)
    assert result.exit_code == 0
    assert "this one is not looked into" in result.stderr


def test_what_is_no_file_is_told(run, tmp_path):
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    for name, reason in (
        ("folder", "it is a folder"),
        ("pipe", "it is not a regular file"),
        ("none", "there is no such file"),
    ):
        result = run(f"{name}.yaml")
        assert result.exit_code == 1
        assert f"cannot read {name}.yaml: {reason}" in result.stderr
        result = run("t.yaml", t=f"{HOT}resources: {{a: {{type: {name}.yaml}}}}")
        assert result.exit_code == 1
        assert f"t.yaml:2:17: error: resources.a.type: cannot read '{name}.yaml'" in result.stderr


def test_an_environment_that_is_none_is_told(run):
    assert "e.yaml" in run("t.yaml", "-e", "e.yaml", t=HOT).stderr
    assert "e.yaml:1:1" in run("t.yaml", "-e", "e.yaml", t=HOT, e="- a\n").stderr


@lru_cache
def around():
    return Surroundings(types=TypeRegistry(), lookup=lookup_offline)


def check(content):
    """Check a template as far as it goes; only problems may come of it."""
    try:
        document = parse_document(content, "t.yaml")
    except InvalidTemplate as problem:
        return problem.problems
    return check_stack(StackRequest(document=document, partial=True), around()).problems


SEEDS = [one.read_bytes() for one in EXAMPLES]
SCRAPS = [
    b"{",
    b"}",
    b"[",
    b"]",
    b": ",
    b"- ",
    b"\n",
    b"  ",
    b"get_attr",
    b"if",
    b"*a",
    b"&a ",
    b"'",
]


@given(st.sampled_from(SEEDS), st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_bytes_may_be_changed_at_will(seed, data):
    content = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.integers(0, 30)))
        content[start:end] = data.draw(st.sampled_from(SCRAPS) | st.binary(max_size=4))
    assert all(str(one) for one in check(bytes(content)))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "get_param",
                    "get_attr",
                    "get_resource",
                    "if",
                    "equals",
                    "repeat",
                    "type",
                    "Ref",
                    "a",
                ]
            ),
            inner,
            max_size=2,
        )
    ),
    max_leaves=6,
)


def places(value, path=()):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))


@given(st.sampled_from(SEEDS), st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_values_may_be_changed_at_will(seed, data):
    document = parse_document(seed, "t.yaml")
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(list(places(document.value))))
        node = document.value
        for step in way:
            node = node[step]
        if data.draw(st.booleans()):
            node[last] = data.draw(VALUES)
        elif isinstance(node, dict):
            del node[last]
    verdict = check_stack(StackRequest(document=document, partial=True), around())
    assert all(str(one) for one in verdict.problems)
