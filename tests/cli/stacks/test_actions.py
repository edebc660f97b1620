from pathlib import Path

import pytest

from tests.cli.stacks.test_up import WAITS


@pytest.mark.parametrize("action", ["suspend", "resume", "check"])
def test_a_stack_is_acted_upon(calor, action):
    calor("up", "web.yaml")
    shown = calor(action, "web").stdout
    assert shown.endswith(f"Stack web: {action.upper()}_COMPLETE\n")
    assert "CREATE" not in shown


def test_an_update_is_cancelled_and_that_is_no_failure(calor):
    calor("up", "web.yaml", "--name", "waits")
    Path("waits.yaml").write_text(WAITS)
    calor("up", "waits.yaml", "--no-wait")
    assert calor("cancel", "waits").stdout.endswith("Stack waits: ROLLBACK_COMPLETE\n")


def test_what_cannot_be_cancelled_is_told(calor):
    calor("up", "web.yaml")
    assert "not supported" in calor("cancel", "web", expect=1).stderr


def test_one_need_not_wait(calor):
    calor("up", "web.yaml")
    assert "calor wait web" in calor("check", "web", "--no-wait").stdout
