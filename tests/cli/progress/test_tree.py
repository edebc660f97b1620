from calor.cli.progress.happening import Happening
from calor.cli.progress.tree import Failure, Tree, causes_of
from calor.client.stacks import StackRef

ROOT = StackRef("shop", "r")
CHILD = StackRef("shop-web-0123456789ab", "c")
GRANDCHILD = StackRef("shop-web-0123456789ab-0-0123456789ab", "g")


def happening(name, status, stack=ROOT, physical="", reason=""):
    return Happening(stack, name, status, reason, physical, "")


def tree_of(*happenings):
    tree = Tree.of(ROOT, 0.0)
    for now, one in enumerate(happenings):
        tree.take(one, float(now))
    return tree


def test_a_resource_has_its_state_and_its_time():
    tree = tree_of(happening("web", "CREATE_IN_PROGRESS"), happening("web", "CREATE_COMPLETE"))
    web = tree.root.children["web"]
    assert (web.status, web.seconds(99)) == ("CREATE_COMPLETE", 1.0)


def test_a_child_stack_is_found_by_its_name_before_its_resource_names_it():
    tree = tree_of(
        happening("web", "CREATE_IN_PROGRESS"),
        happening("0", "CREATE_IN_PROGRESS", CHILD),
        happening("server", "CREATE_COMPLETE", GRANDCHILD),
    )
    assert [one.path for one in tree.root.below()] == [
        ("web",),
        ("web", "0"),
        ("web", "0", "server"),
    ]


def test_a_child_stack_is_found_by_the_id_that_its_resource_has():
    odd = StackRef("nothing-like-it", "c")
    tree = tree_of(
        happening("web", "UPDATE_IN_PROGRESS", physical="c"),
        happening("inner", "UPDATE_IN_PROGRESS", odd),
    )
    assert tree.root.children["web"].children["inner"].path == ("web", "inner")


def test_a_child_that_belongs_nowhere_is_shown_under_its_own_name():
    tree = tree_of(happening("inner", "CREATE_COMPLETE", StackRef("odd", "x")))
    assert tree.root.children["odd"].children["inner"].path == ("odd", "inner")


def test_the_state_of_the_root_is_that_of_the_stack():
    tree = tree_of(happening("shop", "CREATE_COMPLETE", physical="r"))
    assert tree.root.status == "CREATE_COMPLETE"
    assert not tree.root.children


def test_the_deepest_failure_is_the_cause():
    tree = tree_of(
        happening("server", "CREATE_FAILED", CHILD, reason="no host"),
        happening("web", "CREATE_FAILED", reason="resources.server: no host"),
    )
    assert causes_of(tree.failures) == [Failure(("web", "server"), "CREATE_FAILED", "no host")]


def test_what_only_followed_is_not_the_cause():
    first = Failure(("a",), "CREATE_FAILED", "no host")
    assert causes_of([Failure(("b",), "CREATE_FAILED", "CREATE aborted"), first]) == [first]
    only = [Failure(("b",), "CREATE_FAILED", "CREATE aborted")]
    assert causes_of(only) == only
