from calor.cli.plans.reading import Cause, Kind, Planned, plan_of_new, plan_of_update


def row(name, kind="T", **more):
    return {"resource_name": name, "resource_type": kind, **more}


def test_all_of_a_new_stack_is_created():
    plan = plan_of_new({"resources": [row("a"), [row("b", parent_resource="a")]]})
    assert plan.planned == (
        Planned(("a",), Kind.CREATE, "T"),
        Planned(("a", "b"), Kind.CREATE, "T"),
    )


def test_heat_says_what_but_not_why():
    plan = plan_of_update({"resource_changes": {"updated": [row("a")], "unchanged": [row("b")]}})
    assert [one.kind for one in plan.planned] == [Kind.UPDATE, Kind.KEEP]
    assert not plan.tells_why
    assert not plan.is_empty


def test_our_service_says_why():
    reason = {"rule": "immutable", "property": "size", "old": 1, "new": 2}
    inner = row("b", change="create", reasons=[])
    told = [row("a", change="replace", reasons=[reason], nested=[inner])]
    plan = plan_of_update({"plan": told, "resource_changes": {}})
    assert plan.tells_why
    assert plan.planned[0].causes == (Cause("immutable", "size", 1, 2),)
    assert plan.planned[1].path == ("a", "b")


def test_a_plan_that_keeps_everything_is_empty():
    assert plan_of_update({"resource_changes": {"unchanged": [row("a")]}}).is_empty


def test_a_change_that_nobody_knows_yet_is_some_update():
    (planned,) = plan_of_update({"plan": [row("a", change="transmogrify")]}).planned
    assert planned.kind is Kind.UPDATE
