import threading
from pathlib import Path

from tests.cli.stacks.test_up import FAILS, WAITS


def test_a_stack_at_rest_is_not_waited_for(calor):
    calor("up", "web.yaml")
    assert calor("wait", "web").stdout == "Stack web: CREATE_COMPLETE\n"


def test_a_failed_stack_says_why(calor):
    Path("fails.yaml").write_text(FAILS)
    calor("up", "fails.yaml", expect=3)
    assert "No valid host" in calor("wait", "fails", expect=3).stderr


def test_what_was_left_is_followed_to_its_end(calor, service):
    Path("waits.yaml").write_text(WAITS)
    calor("up", "waits.yaml", "--no-wait")
    later = threading.Timer(0.1, service.finish, ["waits"])
    later.start()
    shown = calor("wait", "waits").stdout
    later.join()
    assert "web  CREATE_COMPLETE" in shown
    assert shown.endswith("Stack waits: CREATE_COMPLETE\n")
