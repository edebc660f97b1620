import json


def test_all_of_a_new_stack_is_new(calor, service):
    shown = calor("plan", "web.yaml").stdout
    assert "+ create   net  OS::Heat::None" in shown
    assert shown.endswith("Plan: 2 to create.\n")
    assert service.stacks == []


def test_a_stack_that_is_as_it_should_be_has_nothing_to_do(calor):
    calor("up", "web.yaml")
    assert calor("plan", "web.yaml", "--detailed-exitcode").stdout == "Nothing changes.\n"


def test_the_exit_status_may_tell_of_changes(calor):
    calor("plan", "web.yaml", "--detailed-exitcode", expect=2)
    calor("plan", "web.yaml")


def test_a_plan_can_be_read_by_programs(calor):
    found = json.loads(calor("plan", "web.yaml", "-o", "json").stdout)
    assert found[0] == {
        "resource": "net",
        "type": "OS::Heat::None",
        "change": "create",
        "reasons": [],
    }
