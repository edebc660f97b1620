"""Who may do what, by default and by an operator's files."""

import os
from pathlib import Path

import pytest

from calor.api.caller import Caller, Forbidden
from calor.api.policy import FilePolicy, UnreadablePolicy, policy_options

HERE = {"project_id": "here"}


def caller(*roles, project="here", **more):
    return Caller(user_id="ann", project_id=project, roles=frozenset(roles), **more)


def may(policy, rule, who, target=HERE):
    try:
        policy.enforce(rule, who, target)
    except Forbidden:
        return False
    return True


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture(scope="module")
def policy():
    return FilePolicy()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def from_file(folder, text, clock, **options):
    write(folder / "policy.yaml", text)
    conf = policy_options(policy_file=str(folder / "policy.yaml"), **options)
    return FilePolicy(conf, clock=clock, recheck_seconds=1)


def write(path: Path, text: str) -> None:
    """Write a file that looks newer than it was, however fast the test is."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text)
    later = max(path.stat().st_mtime_ns, before + 1_000_000_000)
    os.utime(path, ns=(later, later))


def test_a_member_changes_and_a_reader_reads(policy):
    assert may(policy, "stacks:create", caller("member", "reader"))
    assert may(policy, "stacks:index", caller("reader"))
    assert not may(policy, "stacks:create", caller("reader"))


def test_nobody_reaches_into_another_project(policy):
    stranger = caller("admin", "member", "reader", project="there")
    assert not may(policy, "stacks:index", stranger)
    assert not may(policy, "stacks:create", stranger)


def test_a_stack_user_signals_and_finds_its_stack_and_nothing_else(policy):
    agent = caller("heat_stack_user")
    allowed = {"resource:signal", "resource:metadata", "stacks:lookup"}
    assert all(may(policy, rule, agent) for rule in allowed)
    assert not any(may(policy, rule, agent) for rule in ("stacks:show", "stacks:index"))


def test_a_refusal_names_the_rule_and_the_roles(policy):
    with pytest.raises(Forbidden, match="stacks:create to a user with auditor, reader"):
        policy.enforce("stacks:create", caller("reader", "auditor"), HERE)
    with pytest.raises(Forbidden, match="no role"):
        policy.enforce("stacks:create", caller(), HERE)


def test_a_rule_that_nobody_defined_allows_nothing(policy):
    assert not may(policy, "stacks:explode", caller("admin", "member"))


def test_a_token_for_no_project_is_no_token_for_every_project(policy):
    nowhere = caller("admin", "member", "reader", project="")
    assert not may(policy, "stacks:index", nowhere, {"project_id": ""})
    system = caller("admin", "member", "reader", system_scope="all")
    assert not may(policy, "stacks:index", system)


def test_an_administrator_of_the_cloud_has_the_role_in_the_admin_project(policy):
    assert policy.is_admin(caller("admin"))
    assert not policy.is_admin(caller("admin", is_admin_project=False))
    assert not policy.is_admin(caller("member"))


def test_nobody_lists_stacks_of_all_projects_by_default(policy):
    assert not may(policy, "stacks:global_index", caller("admin", "member", "reader"))


def test_types_of_administrators_are_for_administrators(policy):
    assert policy.allows_type(caller("admin"), "OS::Nova::Flavor")
    assert not policy.allows_type(caller("member"), "OS::Nova::Flavor")
    assert policy.allows_type(caller("member"), "OS::Nova::Server")


def test_a_rule_for_a_namespace_holds_for_the_types_in_it(policy):
    assert not policy.allows_type(caller("member"), "OS::Keystone::User")
    assert policy.allows_type(caller("admin"), "OS::Keystone::User")
    assert policy.allows_type(caller("member"), "Plain")


def test_a_file_overrides_a_default_and_leaves_the_others(folder, clock):
    policy = from_file(folder, '"stacks:create": "role:builder"', clock)
    assert may(policy, "stacks:create", caller("builder"))
    assert not may(policy, "stacks:create", caller("member"))
    assert may(policy, "stacks:delete", caller("member"))


def test_a_file_may_forbid_any_type(folder, clock):
    policy = from_file(folder, '"resource_types:OS::Nova::Server": "role:boss"', clock)
    assert not policy.allows_type(caller("member"), "OS::Nova::Server")
    assert policy.allows_type(caller("boss"), "OS::Nova::Server")


def test_a_file_may_make_another_role_an_administrator(folder, clock):
    policy = from_file(folder, '"context_is_admin": "role:cloud_admin"', clock)
    assert policy.is_admin(caller("cloud_admin"))
    assert not policy.is_admin(caller("admin"))


def test_a_file_may_ask_about_the_user(folder, clock):
    policy = from_file(folder, '"stacks:create": "user_id:ann"', clock)
    assert may(policy, "stacks:create", caller())
    bob = Caller(user_id="bob", project_id="here")
    assert not may(policy, "stacks:create", bob)


def test_older_defaults_hold_too_where_the_operator_wants_them(folder, clock):
    policy = from_file(folder, "{}", clock, enforce_new_defaults=False)
    assert may(policy, "stacks:create", caller("_member_"))
    assert not may(policy, "stacks:create", caller("heat_stack_user"))


def test_a_changed_file_takes_effect_without_a_restart(folder, clock):
    policy = from_file(folder, '"stacks:create": "role:builder"', clock)
    assert not may(policy, "stacks:create", caller("member"))
    write(folder / "policy.yaml", '"stacks:create": "role:member"')
    clock.now = 0.5
    assert not may(policy, "stacks:create", caller("member")), "it is not looked at all the time"
    clock.now = 1.0
    assert may(policy, "stacks:create", caller("member"))


def test_a_file_that_goes_away_gives_the_defaults_back(folder, clock):
    policy = from_file(folder, '"stacks:create": "!"', clock)
    (folder / "policy.yaml").unlink()
    clock.now = 1.0
    assert may(policy, "stacks:create", caller("member"))


def test_a_file_of_the_folder_takes_effect_over_the_first(folder, clock):
    parts = folder / "policy.d"
    parts.mkdir()
    policy = from_file(folder, '"stacks:create": "role:one"', clock, policy_dirs=[str(parts)])
    write(parts / "more.yaml", '"stacks:create": "role:two"')
    clock.now = 1.0
    assert may(policy, "stacks:create", caller("two"))
    assert not may(policy, "stacks:create", caller("one"))


def test_a_broken_file_stops_the_start_with_its_name(folder, clock):
    with pytest.raises(UnreadablePolicy, match=r"policy\.yaml"):
        from_file(folder, "{unclosed", clock)
    with pytest.raises(UnreadablePolicy, match=r"policy\.yaml"):
        from_file(folder, "- a\n- b\n", clock)


def test_a_file_that_breaks_later_leaves_the_rules_in_force(folder, clock, caplog):
    policy = from_file(folder, '"stacks:create": "role:builder"', clock)
    write(folder / "policy.yaml", "{unclosed")
    clock.now = 1.0
    assert may(policy, "stacks:create", caller("builder"))
    assert not may(policy, "stacks:create", caller("member"))
    clock.now = 2.0
    may(policy, "stacks:create", caller("builder"))
    assert caplog.text.count("stay in force") == 1


def test_the_answer_of_a_web_service_is_never_kept(folder, clock):
    kept = from_file(folder, '"stacks:create": "role:builder"', clock)
    assert kept.keeps_answers
    asking = from_file(folder, '"stacks:create": "http://localhost:1/may"', clock)
    assert not asking.keeps_answers
