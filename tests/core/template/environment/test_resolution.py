import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.template.environment.defaults import DEFAULT_ENTRIES
from calor.core.template.environment.layer import Layer
from calor.core.template.environment.registry import Registry
from calor.core.template.environment.resolution import (
    PluginType,
    ProviderTemplate,
    Unresolved,
)

PLUGINS = frozenset({"OS::Nova::Server", "OS::Neutron::Net", "OS::Heat::None", "OS::Aodh::Alarm"})


def registry(user=(), operator=(), resources=(), known=PLUGINS, removed=()):
    return Registry(Layer.of(dict(user), dict(resources))).under(
        Layer.of(dict(operator), {}, removed, is_users=False), known
    )


def test_a_plugin_stands_for_its_own_type():
    assert registry().resolve("OS::Nova::Server") == PluginType("OS::Nova::Server")


def test_an_unknown_type_is_not_found():
    assert registry().resolve("OS::Nope") == Unresolved("there is no resource type 'OS::Nope'")


def test_without_known_plugins_every_name_may_be_one():
    assert registry({"A": "B"}, known=None).resolve("A") == PluginType("B")


def test_aliases_are_followed_to_the_end():
    found = registry({"A": "B", "B": "OS::Heat::None"}).resolve("A")
    assert found == PluginType("OS::Heat::None")


def test_wildcards_keep_the_rest_of_the_name():
    found = registry(operator=DEFAULT_ENTRIES).resolve("OS::Quantum::Net")
    assert found == PluginType("OS::Neutron::Net")


@pytest.mark.parametrize("name", ["OS::Metering::Alarm", "OS::Ceilometer::Alarm"])
def test_old_names_of_alarms_still_work(name):
    assert registry(operator=DEFAULT_ENTRIES).resolve(name) == PluginType("OS::Aodh::Alarm")


def test_many_types_may_become_one():
    everything = registry({"OS::*": "OS::Heat::None"})
    assert everything.resolve("OS::Nova::Server") == PluginType("OS::Heat::None")
    assert everything.resolve("OS::Heat::None") == PluginType("OS::Heat::None")


def test_users_come_before_operators():
    found = registry({"A": "user.yaml"}, {"A": "operator.yaml"}).resolve("A")
    assert isinstance(found, ProviderTemplate)
    assert (found.file, found.entry.is_users) == ("user.yaml", True)


def test_what_is_said_for_one_resource_comes_first():
    both = registry({"A": "all.yaml"}, resources={"web": {"A": "web.yaml"}})
    files = [both.resolve("A", name).file for name in ("web", "db")]
    assert files == ["web.yaml", "all.yaml"]


def test_an_entry_that_leads_to_nothing_gives_way_to_the_next():
    found = registry({"OS::Nova*": "Nope*"}).resolve("OS::Nova::Server")
    assert found == PluginType("OS::Nova::Server")


def test_a_type_may_be_a_template():
    found = registry().resolve("nested/web.yaml")
    assert isinstance(found, ProviderTemplate)
    assert found.file == "nested/web.yaml"


def test_an_operator_may_take_types_away():
    assert isinstance(registry(removed=("OS::Nova*",)).resolve("OS::Nova::Server"), Unresolved)
    assert registry(removed=("OS::Nova*",)).resolve("OS::Heat::None")


def test_an_operators_alias_leads_to_what_the_operator_has():
    found = registry({"OS::Neutron::Net": "mine.yaml"}, DEFAULT_ENTRIES).resolve("OS::Quantum::Net")
    assert found == PluginType("OS::Neutron::Net")


def test_a_type_mapped_to_itself_is_itself():
    found = registry({"OS::Nova::Server": "OS::Nova::Server"}).resolve("OS::Nova::Server")
    assert found == PluginType("OS::Nova::Server")


@pytest.mark.parametrize(
    "entries",
    [
        {"A": "B", "B": "A"},
        {"A*": "AA*"},
        {f"A{n}*": f"A{n + 1}*" for n in range(9)} | {"A*": "A0*"},
    ],
)
def test_loops_end_with_a_message(entries):
    found = registry(entries).resolve("A")
    assert isinstance(found, Unresolved)
    assert "'A' -> " in found.message
    assert "without end" in found.message


def test_a_maze_of_dead_ends_is_left_in_time():
    maze = {f"{'A' * n}*": f"{'A' * (n + 1)}{m}*" for n in range(1, 30) for m in range(3)}
    assert isinstance(registry(maze).resolve("A" * 30), Unresolved)


TYPES = st.sampled_from(["A", "B", "AB", "A*", "B*", "*", "x.yaml", "OS::Nova::Server"])
ENTRIES = st.dictionaries(TYPES, TYPES, max_size=6)


@given(ENTRIES, ENTRIES, TYPES)
def test_every_lookup_ends_with_something_that_exists(user, operator, name):
    found = registry(user, operator).resolve(name)
    if isinstance(found, PluginType):
        assert found.name in PLUGINS
    elif isinstance(found, ProviderTemplate):
        assert found.file == "x.yaml"
    else:
        assert found.message
