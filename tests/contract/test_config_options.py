"""Every option of Heat is either used here, or accepted with a reason why it does nothing."""

import json
from pathlib import Path

import pytest
from oslo_config import types

from calor.config.files import Sources
from calor.config.meaningless import MEANINGLESS, why_meaningless
from calor.config.options import TRUSTEE, USED
from calor.config.reading import read_configuration

GROUPS = json.loads((Path(__file__).parent / "config_options.json").read_text())["groups"]
OPTIONS = [
    (group, name.replace("-", "_"), facts)
    for group, options in GROUPS.items()
    for name, facts in options.items()
]
KINDS = {
    "integer": types.Integer,
    "boolean": types.Boolean,
    "string": types.String,
    "float": types.Float,
    "list": types.List,
    "uri": types.URI,
}
OTHER_DEFAULTS = {
    ("DEFAULT", "auth_encryption_key"): "the keys of the data directory are used instead",
    ("DEFAULT", "client_retry_limit"): "patience with a cloud is a matter of time here",
    ("DEFAULT", "host"): "the name of the machine is found out when it is needed",
}


def used(group, name):
    found = {one.option.dest: one for one in USED.get(group, ())}
    return found.get(name)


def test_the_contract_is_there():
    assert len(OPTIONS) == 247


@pytest.mark.parametrize(("group", "name"), [one[:2] for one in OPTIONS], ids=lambda text: text)
def test_an_option_is_used_or_accepted_for_a_reason(group, name):
    is_used = used(group, name) is not None or (group == "trustee" and name in TRUSTEE)
    assert is_used != bool(why_meaningless(group, name))


@pytest.mark.parametrize(
    ("group", "name", "facts"),
    [one for one in OPTIONS if used(*one[:2])],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_an_option_that_is_used_means_what_it_means_in_heat(group, name, facts):
    option = used(group, name).option
    assert isinstance(option.type, KINDS[facts["type"]])
    if (group, name) not in OTHER_DEFAULTS:
        assert option.default == facts["default"]
    if "choices" in facts:
        assert set(facts["choices"]) <= set(option.type.choices)
    assert option.secret == facts.get("secret", False)


def test_no_option_is_both_used_and_without_meaning():
    both = [(group, name) for group, names in MEANINGLESS.items() for name in names]
    assert not [one for one in both if used(*one)]


def any_value(group, name, facts):
    """Return a value that Heat would accept."""
    default, kind = facts["default"], facts["type"]
    if (group, name) in SPECIAL:
        return SPECIAL[group, name]
    if isinstance(default, list):
        return ",".join(default)
    if default not in (None, "<hostname>"):
        return str(default)
    if "choices" in facts:
        return next(one for one in facts["choices"] if one)
    return {"integer": "1", "boolean": "true", "float": "1.5", "uri": "http://h:1"}.get(kind, "x")


SPECIAL = {
    ("paste_deploy", "flavor"): "keystone",
    ("trustee", "auth_type"): "password",
    ("trustee", "auth_section"): "",
    ("database", "connection"): "sqlite:////var/lib/heat/heat.sqlite",
}


def test_a_file_with_every_option_of_heat_is_read_and_none_is_unknown(tmp_path, caplog):
    lines = []
    for group, options in GROUPS.items():
        lines.append(f"[{group}]")
        lines += [
            f"{name} = {any_value(group, name, facts)}".replace("-", "_", name.count("-"))
            for name, facts in options.items()
        ]
    (tmp_path / "heat.conf").write_text("\n".join(lines))
    found = read_configuration(Sources((tmp_path / "heat.conf",)))
    assert found.unknown == ()
    assert len(found.meaningless) > 80
    assert sum("have no meaning here" in line for line in caplog.messages) == 1
