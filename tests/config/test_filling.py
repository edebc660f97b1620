"""Options fill the settings that they say they fill."""

from functools import reduce

import pytest

from calor.config.options import USED
from calor.config.settings import Settings
from tests.config.files import settings

BASIS = {
    ("clients_keystone", "auth_uri"): "http://keystone.example:5000",
    ("DEFAULT", "stack_domain_admin"): "boss",
    ("DEFAULT", "stack_domain_admin_password"): "hush-hush",
    ("keystone_authtoken", "username"): "calor",
    ("keystone_authtoken", "password"): "hush-hush",
    ("database", "connection"): "postgresql://u:p@h/d",
}
"""Enough for every part of the settings to be there."""

OTHER = {
    "auth_encryption_key": "another key of enough length",
    "previous_encryption_keys": "an old key of enough length",
    "connection": "sqlite:////var/lib/calor.db",
    "connection_parameters": "connect_timeout=3",
    "flavor": "noauth",
    "bind_host": "127.0.0.1",
}
"""A value for options that cannot have any."""


def text_of(values):
    groups = {}
    for (group, name), value in values.items():
        groups.setdefault(group, []).append(f"{name} = {value}")
    return "\n".join("\n".join([f"[{group}]", *lines]) for group, lines in groups.items())


def another(option):
    """Return a value that an option does not have by default."""
    choices = getattr(option.type, "choices", None)
    if option.dest in OTHER:
        return OTHER[option.dest]
    if choices:
        return next(one for one in reversed(list(choices)) if one and one != option.default)
    match type(option).__name__:
        case "BoolOpt":
            return not option.default
        case "IntOpt" | "PortOpt":
            return 17
        case "FloatOpt":
            return 1.5
        case "URIOpt":
            return "http://other.example:1234"
        case _:
            return "other"


@pytest.mark.parametrize(
    ("group", "used"),
    [
        pytest.param(group, one, id=f"{group}.{one.option.dest}")
        for group, used in USED.items()
        for one in used
    ],
)
def test_an_option_fills_its_setting(tmp_path, group, used):
    def value(of: Settings):
        return reduce(getattr, used.setting.split("."), of)

    before = settings(tmp_path, text_of(BASIS))
    changed = {(group, used.option.dest): another(used.option)}
    after = settings(tmp_path, text_of(BASIS | changed))
    assert value(before) != value(after)


def test_events_are_all_kept_where_the_operator_says_0(tmp_path):
    assert settings(tmp_path, "[DEFAULT]\nmax_events_per_stack = 0\n").store.keep_events is None


def test_no_flavour_is_the_flavour_of_tokens(tmp_path):
    assert settings(tmp_path, "[paste_deploy]\nflavor =\n").authentication.flavour == "keystone"


def test_parameters_are_added_to_the_address_of_the_database(tmp_path):
    text = "[database]\nconnection = mysql://h/d{}\nconnection_parameters = a=1\n"
    assert settings(tmp_path, text.format("")).database_url == "mysql://h/d?a=1"
    assert settings(tmp_path, text.format("?b=2")).database_url == "mysql://h/d?b=2&a=1"


def test_an_option_that_is_set_to_nothing_is_not_set(tmp_path):
    names = [
        ("DEFAULT", one.option.dest)
        for one in USED["DEFAULT"]
        if type(one.option).__name__ in {"StrOpt", "ListOpt"}
        and not getattr(one.option.type, "choices", None)
    ]
    emptied = dict.fromkeys(names, "")
    assert settings(tmp_path, text_of(emptied)) == settings(tmp_path)
