from calor.core.source import Report
from calor.core.template.environment.registry import Registry
from calor.core.template.environment.resolution import PluginType, ProviderTemplate
from calor.core.template.environment.section import read_registry


def registry(section, operator=None):
    report = Report()
    found = Registry(read_registry(section, report)).under(
        read_registry(operator or {}, report, is_users=False), frozenset({"OS::Server"})
    )
    assert report.problems == []
    return found


HOOKED = registry(
    {
        "resources": {
            "*_server": {"hooks": "pre-create"},
            "web_server": {"hooks": ["pre-update", "post-update"], "restricted_actions": "update"},
            "web*": {"restricted_actions": ["replace"]},
        }
    }
)


def test_hooks_of_every_matching_pattern_count():
    assert HOOKED.hooks_for("web_server") == {"pre-create", "pre-update", "post-update"}
    assert HOOKED.hooks_for("db_server") == {"pre-create"}
    assert HOOKED.hooks_for("db") == set()


def test_restrictions_of_every_matching_pattern_count():
    assert HOOKED.restricted_actions_for("web_server") == {"update", "replace"}
    assert HOOKED.restricted_actions_for("webby") == {"replace"}


def test_a_child_hears_only_what_is_said_inside_its_resource():
    parent = registry(
        {
            "resources": {
                "group": {"hooks": "pre-delete", "0": {"hooks": "pre-create"}},
                "g*": {"*": {"hooks": "post-create"}},
                "other": {"0": {"hooks": "pre-update"}},
            }
        }
    )
    child = parent.child("group")
    assert child.hooks_for("0") == {"pre-create", "post-create"}
    assert child.hooks_for("1") == {"post-create"}
    assert child.child("0").hooks_for("anything") == set()


def test_a_provider_template_may_use_the_type_it_stands_in_for():
    parent = registry({"OS::Server": "mine.yaml", "A": "a.yaml"})
    found = parent.resolve("OS::Server", "web")
    assert isinstance(found, ProviderTemplate)
    child = parent.child("web", found)
    assert child.resolve("OS::Server") == PluginType("OS::Server")
    assert child.to_dict() == {"resources": {}, "A": "a.yaml"}


def test_so_may_an_operators():
    parent = registry({}, {"OS::Server": "theirs.yaml"})
    child = parent.child("web", parent.resolve("OS::Server"))
    assert child.resolve("OS::Server") == PluginType("OS::Server")


def test_an_entry_for_one_resource_is_gone_in_its_child():
    parent = registry({"resources": {"web": {"OS::Server": "mine.yaml"}}})
    child = parent.child("web", parent.resolve("OS::Server", "web"))
    assert child.resolve("OS::Server", "web") == PluginType("OS::Server")


def test_it_is_shown_as_it_was_written():
    section = {"resources": {"web": {"hooks": "pre-create"}}, "A": "B", "C*": "D*"}
    assert registry(section).to_dict() == section


def test_entries_put_behind_a_users_count_only_where_the_user_has_none():
    parent = registry({"A": "OS::Server", "resources": {"web": {"hooks": "pre-create"}}})
    found = parent.behind({"A": "a.yaml", "B": "OS::Server"})
    assert found.resolve("A") == PluginType("OS::Server")
    assert found.resolve("B") == PluginType("OS::Server")
    assert found.hooks_for("web") == {"pre-create"}
