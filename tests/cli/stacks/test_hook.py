import pytest

PAUSED = "CREATE paused until Hook pre-create is cleared"


@pytest.fixture
def held(calor, service):
    calor("up", "web.yaml")
    child = next(one for one in service.stacks if one.parent)
    service.event(service.live("web"), "net", "CREATE_COMPLETE", PAUSED)
    service.event(child, "inner", "CREATE_COMPLETE", PAUSED)


def test_what_is_held_is_listed(calor, held):
    lines = calor("hook", "poll", "web").stdout.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        ["net", "pre-create"],
        ["web/inner", "pre-create"],
    ]


def test_what_is_cleared_goes_on(calor, held):
    assert calor("hook", "clear", "web", "web/*").stdout == (
        "web/inner goes on: pre-create is cleared.\n"
    )
    assert "web/inner" not in calor("hook", "poll", "web").stdout


def test_a_hook_that_holds_nothing_cannot_be_cleared(calor, held):
    assert "no hook holds" in calor("hook", "clear", "web", "port", expect=1).stderr
    other = ("--hook", "pre-delete")
    assert "no hook holds" in calor("hook", "clear", "web", "*", *other, expect=1).stderr


def test_nothing_held_is_said(calor):
    calor("up", "web.yaml")
    assert calor("hook", "poll", "web").stderr == "Nothing is held.\n"
