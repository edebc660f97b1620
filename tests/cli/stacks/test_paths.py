from calor.cli.progress.tree import Failure
from calor.cli.stacks.paths import failures_of, natural, with_paths
from calor.client.stacks import StackRef

ROOT = StackRef("shop", "r")


def resource(name, stack, nested=None, **more):
    links = [{"rel": "stack", "href": f"http://x/stacks/s/{stack}"}]
    links += [{"rel": "nested", "href": f"http://x/stacks/s/{nested}"}] if nested else []
    return {"resource_name": name, "resource_status": "CREATE_FAILED", "links": links, **more}


def paths(*resources):
    return ["/".join(path) for path, _ in with_paths(resources, ROOT)]


def test_names_lead_from_the_root():
    outer, group = resource("web", "r", nested="c"), resource("0", "c", nested="g")
    assert paths(outer, group, resource("server", "g")) == ["web", "web/0", "web/0/server"]


def test_without_the_owner_its_name_is_enough():
    assert paths(resource("server", "c", parent_resource="web")) == ["web/server"]


def test_stacks_that_hold_each_other_do_not_hang():
    assert len(paths(resource("a", "c", nested="d"), resource("b", "d", nested="c"))) == 2


def test_children_stand_behind_their_parents_in_the_order_of_their_numbers():
    paths = [("web", "10"), ("web", "2", "a"), ("net",), ("web",), ("web", "2")]
    assert sorted(paths, key=natural) == [
        ("net",),
        ("web",),
        ("web", "2"),
        ("web", "2", "a"),
        ("web", "10"),
    ]


def test_failures_are_found():
    assert failures_of([resource("a", "r", resource_status_reason="no")], ROOT) == [
        Failure(("a",), "CREATE_FAILED", "no")
    ]
