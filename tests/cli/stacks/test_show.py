from pathlib import Path

from tests.cli.stacks.test_up import FAILS


def test_a_stack_is_shown_with_what_was_given_to_it(calor):
    calor("up", "web.yaml", "-P", "size=3")
    shown = calor("show", "web").stdout
    assert "status      CREATE_COMPLETE" in shown
    assert "parameters  size: '3'" in shown
    assert "OS::stack_name" not in shown
    assert shown.endswith("Outputs\n  address  10.0.0.1\n")


def test_a_failed_stack_says_what_failed(calor):
    Path("fails.yaml").write_text(FAILS)
    calor("up", "fails.yaml", expect=3)
    assert "error: web: CREATE_FAILED: No valid host" in calor("show", "fails").stderr


def test_a_stack_that_is_not_there_is_told(calor):
    result = calor("show", "web", expect=1)
    assert result.stderr == "Error: The Stack (web) could not be found.\n"
