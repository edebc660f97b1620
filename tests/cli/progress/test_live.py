import io

from rich.console import Console

from calor.cli.progress.happening import Happening
from calor.cli.progress.live import Live, duration
from calor.cli.progress.tree import Tree
from calor.client.stacks import StackRef

ROOT, CHILD = StackRef("shop", "r"), StackRef("shop-web-0123456789ab", "c")


def happening(name, status="CREATE_IN_PROGRESS", stack=ROOT, reason="", physical=""):
    return Happening(stack, name, status, reason, physical, "")


def picture(*happenings, height=24, now=1.0):
    tree = Tree.of(ROOT, 0.0)
    live = Live(Console(file=io.StringIO(), width=80, height=height))
    for one in happenings:
        tree.take(one, 0.0)
    return live.picture(tree, now).plain.splitlines()


def test_what_is_being_done_is_shown_below_what_it_belongs_to():
    lines = picture(
        happening("shop", physical="r"), happening("web"), happening("inner", stack=CHILD)
    )
    assert "shop CREATE_IN_PROGRESS  1.0s  0 done, 2 in progress" in lines[0]
    assert lines[1].endswith("web CREATE_IN_PROGRESS  1.0s")
    assert lines[2].startswith("    ")
    assert lines[2].endswith("inner CREATE_IN_PROGRESS  1.0s")


def test_what_is_done_is_only_counted():
    done = [happening(f"d{n}", "CREATE_COMPLETE", CHILD) for n in range(5)]
    lines = picture(happening("web"), *done)
    assert lines[-1] == "    ✓ 5 done"
    assert len(lines) == 3


def test_a_failure_stays_with_its_reason():
    lines = picture(happening("web", "CREATE_FAILED", reason="no host"))
    assert lines[1] == "  ✗ web CREATE_FAILED  0.0s  no host"


def test_a_stack_of_a_thousand_resources_fits_the_screen():
    lines = picture(*(happening(f"r{n}") for n in range(1000)))
    assert lines[-1] == "  … and 992 more in progress"
    assert len(lines) == 10


def test_failures_are_never_hidden_behind_what_is_busy():
    busy = [happening(f"r{n}") for n in range(100)]
    assert "bad CREATE_FAILED" in picture(*busy, happening("bad", "CREATE_FAILED"))[1]


def test_more_lines_than_the_screen_has_are_cut():
    failed = [happening(f"r{n}", "CREATE_FAILED") for n in range(100)]
    lines = picture(*failed, height=20)
    assert len(lines) == 18
    assert lines[-1] == "  … and 84 more"


def test_a_stack_that_is_done_is_a_line():
    lines = picture(
        happening("web", "CREATE_COMPLETE"), happening("shop", "CREATE_COMPLETE", physical="r")
    )
    assert lines == ["✓ shop CREATE_COMPLETE  0.0s  1 done"]


def test_it_is_shown_while_it_changes():
    text = io.StringIO()
    live = Live(Console(file=text, width=80, height=24, force_terminal=True))
    tree = Tree.of(ROOT, 0.0)
    with live.shown(tree):
        live.take(tree, happening("web", "CREATE_FAILED"))
    assert "CREATE_FAILED" in text.getvalue()


def test_lengths_of_time_are_short():
    assert [duration(one) for one in (0.25, 12, 61, 3700)] == ["0.2s", "12s", "1m01s", "1h01m"]
