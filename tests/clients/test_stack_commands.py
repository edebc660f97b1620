"""`openstack stack …`: stacks are made, changed, looked at and deleted."""

import pytest
import yaml

from tests.clients.openstack_command import shows

pytestmark = pytest.mark.filterwarnings("ignore")


@shows("stack create", "stack show", "stack delete")
def test_a_stack_is_made_shown_and_deleted(openstack):
    made = openstack("stack", "create", "one", "-t", "simple.yaml", "--wait", "--poll", "1")
    assert made["stack_status"] == "CREATE_COMPLETE"
    assert made["description"] == "two things, one after the other"
    shown = openstack("stack", "show", "one")
    assert shown["id"] == made["id"]
    assert shown["parameters"]["word"] == "moin"
    assert shown["parameters"]["secret"] == "******"
    assert {one["output_key"]: one["output_value"] for one in shown["outputs"]}["said"] == "moin"
    assert "outputs" not in openstack("stack", "show", "one", "--no-resolve-outputs")
    openstack.text("stack", "delete", "one", "--yes", "--wait")
    assert "Stack not found: one" in openstack.fails("stack", "show", "one")


@shows("stack create")
def test_parameters_come_from_options_files_and_environments(openstack):
    create = "stack", "create", "-t", "simple.yaml"
    openstack(*create, "p1", "--parameter", "word=from an option")
    openstack(*create, "p2", "--parameter-file", "word=word.txt")
    openstack(*create, "p3", "-e", "env.yaml")
    words = [openstack("stack", "show", one)["parameters"]["word"] for one in ("p1", "p2", "p3")]
    assert words == ["from an option", "from a file", "from the environment"]


@shows("stack create")
def test_a_dry_run_tells_what_would_be_made_and_makes_nothing(openstack):
    told = openstack("stack", "create", "dry", "-t", "parent.yaml", "--dry-run", "--tags", "a,b")
    assert told["stack_name"] == "dry"
    assert [one["resource_name"] for one in told["resources"][0]] == ["first", "second"]
    assert "dry" not in [one["Stack Name"] for one in openstack("stack", "list")]


@shows("stack create", "stack update")
def test_a_failure_is_told_and_rolled_back_if_wished(openstack):
    said = openstack.fails("stack", "create", "bad", "-t", "failing.yaml", "--wait")
    assert "CREATE_FAILED" in said
    openstack("stack", "create", "back", "-t", "failing.yaml", "--enable-rollback")
    assert openstack.settled("back") == "ROLLBACK_COMPLETE"
    openstack.create("kept", "simple.yaml")
    openstack("stack", "update", "kept", "-t", "failing.yaml", "--rollback", "enabled")
    assert openstack.settled("kept") == "ROLLBACK_COMPLETE"


@shows("stack update")
def test_a_stack_is_updated_with_a_new_template_or_the_one_it_has(openstack):
    openstack.create("changing", "simple.yaml", "--parameter", "word=one")
    update = "stack", "update", "changing"
    first = openstack(*update, "-t", "simple.yaml", "--parameter", "word=two", "--wait")
    assert first["stack_status"] == "UPDATE_COMPLETE"
    openstack(*update, "--existing", "--tags", "x,y", "--timeout", "7", "--converge", "--wait")
    shown = openstack("stack", "show", "changing")
    assert (shown["parameters"]["word"], shown["timeout_mins"]) == ("two", 7)
    assert shown["tags"] == ["x", "y"]
    openstack(*update, "--existing", "--clear-parameter", "word", "--wait")
    assert openstack("stack", "show", "changing")["parameters"]["word"] == "moin"


@shows("stack update")
def test_a_dry_run_of_an_update_tells_what_becomes_of_each_resource(openstack):
    openstack.create("planned", "parent.yaml")
    told = openstack("stack", "update", "planned", "-t", "simple.yaml", "--dry-run")
    assert [one["resource_name"] for one in told["deleted"]] == ["child"]
    assert {one["resource_name"] for one in told["added"]} == {"first", "second"}
    nested = openstack(
        "stack", "update", "planned", "-t", "parent.yaml", "--dry-run", "--show-nested"
    )
    names = {one["resource_name"] for one in (*nested["unchanged"], *nested["updated"])}
    assert names == {"child", "first", "second"}


LISTED = {
    "listed-1": ("parent.yaml", "blue,big"),
    "listed-2": ("simple.yaml", "blue"),
    "listed-3": ("simple.yaml", "green"),
}


@shows("stack list")
def test_stacks_are_listed_by_what_they_are(openstack):
    for name, (template, tags) in LISTED.items():
        openstack.create(name, template, "--tags", tags)

    def names(*options):
        rows = openstack("stack", "list", *options)
        return [one["Stack Name"] for one in rows if one["Stack Name"].startswith("listed-")]

    assert names("--sort", "stack_name:desc") == ["listed-3", "listed-2", "listed-1"]
    assert names("--tags", "blue,big") == ["listed-1"]
    assert names("--tags", "blue,green", "--tag-mode", "any") == names()
    assert names("--tags", "blue", "--tag-mode", "not") == ["listed-3"]
    assert names("--tags", "blue,green", "--tag-mode", "not-any") == []
    assert names("--property", "name=listed-2") == ["listed-2"]
    assert names("--property", "status=COMPLETE", "--hidden") == names()
    (child,) = set(names("--nested")) - LISTED.keys()
    assert child.startswith("listed-1-child-")
    openstack.text("stack", "delete", "listed-3", "--yes", "--wait")
    assert "listed-3" not in names()
    assert "listed-3" in names("--deleted")


@shows("stack list")
def test_stacks_are_listed_page_by_page(openstack):
    for name in ("page-a", "page-b"):
        openstack.create(name, "simple.yaml")
    newest = openstack("stack", "list", "--limit", "1", "--short")
    assert [one.keys() for one in newest] == [{"ID", "Stack Name", "Stack Status"}]
    rest = openstack("stack", "list", "--marker", newest[0]["ID"])
    assert newest[0]["ID"] not in [one["ID"] for one in rest]


@shows("stack list")
def test_nobody_sees_all_projects_unless_the_policy_says_so(openstack, admin, monkeypatch):
    openstack.create("mine", "simple.yaml")
    for name, value in admin.items():
        monkeypatch.setenv(name, value)
    assert "mine" not in openstack.text("stack", "list")
    for options in ("--all-projects", "--long"):
        assert "stacks:global_index" in openstack.fails("stack", "list", options)


@shows("stack environment show", "stack file list", "stack template show")
def test_what_a_stack_was_made_of_is_shown(openstack):
    openstack.create("made", "simple.yaml", "-e", "env.yaml")
    environment = yaml.safe_load(openstack.text("stack", "environment", "show", "made"))
    assert environment["parameters"] == {"word": "from the environment"}
    openstack.create("of-files", "parent.yaml")
    (file,) = yaml.safe_load(openstack.text("stack", "file", "list", "of-files"))["files"]
    assert file.endswith("child.yaml")
    template = yaml.safe_load(openstack.text("stack", "template", "show", "made"))
    assert str(template["heat_template_version"]) == "2018-08-31"


@shows("stack output list", "stack output show")
def test_outputs_are_listed_and_shown(openstack):
    openstack.create("telling", "simple.yaml")
    listed = openstack("stack", "output", "list", "telling")
    assert {one["output_key"] for one in listed} == {"said", "chance"}
    assert openstack("stack", "output", "show", "telling", "said") == {
        "output_key": "said",
        "output_value": "moin",
        "description": "what was said",
    }
    assert openstack("stack", "output", "show", "telling", "--all").keys() == {"said", "chance"}
    assert "not found" in openstack.fails("stack", "output", "show", "telling", "nothing")
