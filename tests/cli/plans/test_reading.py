import pytest

from calor.cli.plans.reading import Cause, Kind, Planned, plan_of_new, plan_of_update


def row(name, **more):
    return {"resource_name": name, "resource_type": "T", **more}


def test_all_of_a_new_stack_is_created():
    inner = [row("b", parent_resource="a"), [row("c", parent_resource="d")]]
    plan = plan_of_new({"resources": [row("first"), inner]})
    assert [one.path for one in plan.planned] == [("first",), ("a", "b"), ("a", "d", "c")]
    assert {one.kind for one in plan.planned} == {Kind.CREATE}


@pytest.mark.parametrize("suffix", ["", "-abcdefghijkl"])
def test_a_group_of_stacks_is_known_by_the_names_of_its_stacks(suffix):
    name = f"shop-my-group{suffix}-0{suffix}"
    inner = [[row("one", parent_resource="0", stack_name=name)]]
    plan = plan_of_new({"stack_name": "shop", "resources": [inner]})
    assert [one.path for one in plan.planned] == [("my-group", "0", "one")]


def test_heat_says_what_but_not_why():
    plan = plan_of_update({"resource_changes": {"updated": [row("a")], "unchanged": [row("b")]}})
    assert [one.kind for one in plan.planned] == [Kind.UPDATE, Kind.KEEP]
    assert not plan.tells_why
    assert not plan.is_empty


def test_our_service_says_why():
    reason = {"rule": "immutable", "property": "size", "old": 1, "new": 2}
    later = {"rule": "updatable", "property": "net", "old": 1, "new": None, "is_known": False}
    inner = {"resource_name": "b", "kind": "create", "reasons": [], "resources": []}
    told = {"resource_name": "a", "kind": "replace", "reasons": [reason, later]}
    changes = {"replaced": [row("a")], "added": [row("b", parent_resource="a")]}
    plan = plan_of_update({"plan": [told | {"resources": [inner]}], "resource_changes": changes})
    assert plan.tells_why
    assert plan.planned[0].causes == (
        Cause("immutable", "size", 1, 2),
        Cause("updatable", "net", 1, None, is_known=False),
    )
    assert plan.planned[1] == Planned(("a", "b"), Kind.CREATE, "T")


def test_a_plan_that_keeps_everything_is_empty():
    assert plan_of_update({"resource_changes": {"unchanged": [row("a")]}}).is_empty


def test_a_change_that_nobody_knows_yet_is_some_update():
    (planned,) = plan_of_update({"plan": [row("a", kind="transmogrify")]}).planned
    assert planned.kind is Kind.UPDATE
