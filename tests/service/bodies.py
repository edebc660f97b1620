"""Bodies for requests about stacks: sound ones, changed ones, and hostile ones."""

import json
from typing import Any

from hypothesis import strategies as st

from calor.core.document.parse import parse_document
from tests.test_examples import EXAMPLES
from tests.test_hostile import ACCEPTED, CFN, HOT, REFUSED

LONGEST = 400_000
TYPES = (
    "OS::Heat::RandomString",
    "OS::Heat::TestResource",
    "OS::Heat::ResourceGroup",
    "OS::Heat::Value",
    "OS::Heat::None",
    "OS::Heat::Stack",
    "OS::Heat::WaitConditionHandle",
    "OS::Heat::AutoScalingGroup",
    "OS::Nova::Server",
    "AWS::CloudFormation::WaitConditionHandle",
    "child.yaml",
    "file:///etc/passwd",
    "T::No",
)
FUNCTIONS = [
    "get_param",
    "get_attr",
    "get_resource",
    "get_file",
    "list_join",
    "str_replace",
    "repeat",
    "if",
    "equals",
    "not",
    "and",
    "or",
    "digest",
    "str_split",
    "map_merge",
    "map_replace",
    "yaql",
    "contains",
    "filter",
    "make_url",
    "list_concat",
    "Ref",
    "resource_facade",
    "Fn::GetAtt",
    "Fn::Join",
    "Fn::FindInMap",
    "Fn::Select",
    "Fn::Base64",
    "Fn::If",
]
NAMES = st.sampled_from(
    ["a", "b", "p", "q", "", "é\u2028", "OS::stack_id", "AWS::Region", "x" * 300]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    NAMES,
    st.sampled_from(
        ["\0", "\ud7ff", "%s %(a)s {0}", "$" * 100, "2018-08-31", "1e999", "x" * 70_000]
    ),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(NAMES, inner, max_size=3),
        st.dictionaries(st.sampled_from(FUNCTIONS), inner, min_size=1, max_size=1),
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(
    [
        "type",
        "properties",
        "depends_on",
        "metadata",
        "condition",
        "deletion_policy",
        "update_policy",
        "count",
        "resource_def",
        "length",
        "salt",
        "value",
        "external_id",
        "default",
        "constraints",
        "hidden",
        "Type",
        "Properties",
    ]
)
RESOURCES = st.builds(
    lambda kind, rest: {"type": kind, **rest},
    st.sampled_from(TYPES) | st.text(max_size=5),
    st.dictionaries(KEYS, VALUES, max_size=4),
)
SECTIONS = {
    "resources": st.dictionaries(NAMES, RESOURCES, max_size=5),
    "parameters": st.dictionaries(NAMES, st.dictionaries(KEYS, VALUES, max_size=4), max_size=3),
    "outputs": st.dictionaries(NAMES, st.dictionaries(KEYS, VALUES, max_size=2), max_size=3),
    "conditions": st.dictionaries(NAMES, VALUES, max_size=3),
    "parameter_groups": VALUES,
    "encrypted_parameters": VALUES,
    "Resources": st.dictionaries(NAMES, RESOURCES, max_size=3),
    "Mappings": VALUES,
    "Outputs": VALUES,
}
HEADS = st.sampled_from(
    [
        {"heat_template_version": "2021-04-16"},
        {"heat_template_version": "2013-05-23"},
        {"heat_template_version": "rocky"},
        {"heat_template_version": 20180831},
        {"AWSTemplateFormatVersion": "2010-09-09"},
        {"HeatTemplateFormatVersion": "2012-12-12"},
        {},
    ]
)
MADE_UP = st.builds(
    lambda head, sections: {**head, **sections},
    HEADS,
    st.fixed_dictionaries({}, optional=SECTIONS),
)


def _text(content: str | bytes) -> str:
    return content.decode("latin-1") if isinstance(content, bytes) else content


HOSTILE = st.sampled_from(
    [
        *(one for one in map(_text, [*REFUSED.values(), *ACCEPTED.values()]) if len(one) < LONGEST),
        HOT + "resources: &r {a: *r}\n",
        HOT
        + "resources: {a: {type: OS::Heat::Value, properties: {value: {get_attr: [a, value]}}}}",
        HOT + "<<: {resources: {}}\n",
        HOT + "resources: !!python/object/apply:os.system ['true']\n",
        CFN + "Resources: {A: {Type: 'OS::Heat::None', DependsOn: A}}\n",
        "%YAML 1.1\n---\n" + HOT + "...\n---\nx: 1\n",
        "\ufeff" + HOT,
    ]
)
SOUND = [_text(one.read_bytes()) for one in EXAMPLES]
SOUND_MAPS = [parse_document(one, "t.yaml").value for one in SOUND]


@st.composite
def mutated(draw: Any) -> dict[str, Any]:
    """Return an example in which some values are others."""
    document = json.loads(json.dumps(draw(st.sampled_from(SOUND_MAPS)), default=str))
    for _ in range(draw(st.integers(1, 3))):
        node: Any = document
        while isinstance(node, dict | list) and node:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            key = draw(st.sampled_from(keys))
            if not isinstance(node[key], dict | list) or draw(st.integers(0, 3)) == 0:
                node[key] = draw(VALUES)
                break
            node = node[key]
    return document


SMALL = st.builds(
    lambda values: {
        "heat_template_version": "2018-08-31",
        "resources": {
            f"r{n}": {"type": "OS::Heat::Value", "properties": {"value": one}}
            for n, one in enumerate(values)
        },
        "outputs": {f"o{n}": {"value": one} for n, one in enumerate(values)},
    },
    st.lists(SCALARS | st.lists(SCALARS, max_size=3), max_size=3),
)
"""Templates that are mostly sound: their values are anything but functions."""
TEMPLATES = SMALL | MADE_UP | mutated() | HOSTILE | st.sampled_from(SOUND) | VALUES
ENVIRONMENTS = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "parameters": st.dictionaries(NAMES, VALUES, max_size=3),
            "parameter_defaults": VALUES,
            "resource_registry": st.dictionaries(
                st.sampled_from(["T::No", "resources", "OS::Heat::*", "*", "a"]),
                st.sampled_from(["child.yaml", "OS::Heat::None", "T::No", "*"]) | VALUES,
                max_size=3,
            ),
            "encrypted_param_names": VALUES,
            "event_sinks": VALUES,
            "parameter_merge_strategies": VALUES,
        },
    ),
    HOSTILE,
    VALUES,
)
FILES = st.dictionaries(
    st.sampled_from(["child.yaml", "e.yaml", "file:///etc/passwd", "T::No", "a"]),
    st.sampled_from(SOUND) | HOSTILE | VALUES,
    max_size=3,
)
PLAIN = st.fixed_dictionaries({"template": SMALL | st.sampled_from(SOUND) | mutated()})
FULL = st.fixed_dictionaries(
    {"template": TEMPLATES},
    optional={
        "environment": ENVIRONMENTS,
        "files": FILES,
        "environment_files": st.lists(st.just("e.yaml") | VALUES, max_size=2),
        "parameters": st.dictionaries(NAMES, VALUES, max_size=3) | VALUES,
        "timeout_mins": VALUES,
        "disable_rollback": VALUES,
        "tags": VALUES,
        "adopt_stack_data": MADE_UP | VALUES,
        "existing": VALUES,
        "clear_parameters": VALUES,
        "converge": VALUES,
        "files_container": VALUES,
        "template_url": st.sampled_from(["http://127.0.0.1:1/", "file:///etc/passwd", "x", ""]),
    },
)
BODIES = PLAIN | FULL
"""Requests that may create, preview, validate or update a stack."""
