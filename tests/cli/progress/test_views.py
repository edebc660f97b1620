import click

from calor.cli.progress.happening import Happening
from calor.cli.progress.tree import Tree
from calor.cli.progress.views import Lines, chosen_view, line_of
from calor.client.stacks import StackRef

ROOT, CHILD = StackRef("shop", "r"), StackRef("shop-web-0123456789ab", "c")


def happening(name="web", status="CREATE_COMPLETE", reason="", stack=ROOT, physical=""):
    return Happening(stack, name, status, reason, physical, "12:00")


def shown(*happenings):
    tree, lines = Tree.of(ROOT, 0.0), Lines()
    with lines.shown(tree):
        for one in happenings:
            lines.take(tree, one)


def test_each_event_is_a_line(capsys):
    shown(happening(), happening("inner", stack=CHILD), happening("shop", physical="r"))
    assert capsys.readouterr().out.splitlines() == [
        "12:00  web  CREATE_COMPLETE",
        "12:00  web/inner  CREATE_COMPLETE",
        "12:00  shop (stack)  CREATE_COMPLETE",
    ]


def test_a_child_stack_is_told_by_its_resource_alone(capsys):
    shown(happening(CHILD.name, stack=CHILD, physical="c"))
    assert capsys.readouterr().out == ""


def test_a_failure_and_a_hook_say_why():
    failed = click.unstyle(line_of(happening(status="CREATE_FAILED", reason="no host"), ("web",)))
    assert failed == "12:00  web  CREATE_FAILED  no host"
    held = happening(reason="CREATE paused until Hook pre-create is cleared")
    assert line_of(held, ("web",)).endswith("is cleared")


def test_what_a_terminal_might_obey_is_not_printed():
    line = line_of(happening(status="CREATE_FAILED", reason="a\x07b\nc"), ("web",))
    assert line.endswith("a b c")


def test_a_pipe_gets_lines():
    assert isinstance(chosen_view(), Lines)
