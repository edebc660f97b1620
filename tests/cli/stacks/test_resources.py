import json


def test_resources_are_listed_with_those_of_children(calor):
    calor("up", "web.yaml")
    names = [line.split()[0] for line in calor("resources", "web", "-n", "1").stdout.splitlines()]
    assert names == ["RESOURCE", "net", "web", "web/inner"]


def test_one_resource_is_shown_by_the_names_that_lead_to_it(calor):
    calor("up", "web.yaml")
    found = json.loads(calor("resources", "web", "web/inner", "-o", "json").stdout)
    assert found["resource_name"] == "inner"


def test_what_has_no_child_stack_cannot_be_looked_into(calor):
    calor("up", "web.yaml")
    result = calor("resources", "web", "net/inner", expect=1)
    assert result.stderr == "Error: net in net/inner has no child stack\n"


def test_only_what_failed_may_be_asked_for(calor):
    calor("up", "web.yaml")
    assert "There are no such resources" in calor("resources", "web", "--status", "failed").stderr
