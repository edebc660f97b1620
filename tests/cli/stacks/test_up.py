import threading
from pathlib import Path

BROKEN = """\
heat_template_version: 2021-04-16
resources:
  web:
    type: OS::Heat::None
    properties:
      size: broken
"""
FAILS = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Heat::None}
  web:
    type: Fail
    reason: No valid host was found
"""
WAITS = """\
heat_template_version: 2021-04-16
resources:
  web: {type: Wait}
"""


def test_a_stack_is_created_and_its_outputs_shown(calor, service):
    shown = calor("up", "web.yaml", "-P", "size=3", "--tags", "a,b", "--timeout", "5").stdout
    assert shown.startswith("Creating stack web\n")
    assert "web/inner  CREATE_COMPLETE" in shown
    assert shown.endswith("Stack web: CREATE_COMPLETE\nOutputs\n  address  10.0.0.1\n")
    sent = next(body for method, path, body in service.asked if method == "POST")
    assert sent["parameters"] == {"size": "3"}
    assert (sent["tags"], sent["timeout_mins"], sent["disable_rollback"]) == ("a,b", 5, True)


def test_a_stack_that_is_there_is_updated_after_its_plan(calor):
    calor("up", "web.yaml", "--name", "shop")
    template = Path("web.yaml").read_text().replace("  net:", "  port:")
    Path("web.yaml").write_text(template)
    shown = calor("up", "web.yaml", "--name", "shop").stdout
    assert "+ create   port  OS::Heat::None" in shown
    assert "- delete   net" in shown
    assert "CREATE_COMPLETE" not in shown, "what happened before the update is old news"
    assert "Stack shop: UPDATE_COMPLETE" in shown


def test_a_failure_shows_its_cause_in_the_template(calor):
    Path("fails.yaml").write_text(FAILS)
    result = calor("up", "fails.yaml", expect=3)
    assert "fails.yaml:4:3: error: web: CREATE_FAILED: No valid host was found" in result.stderr
    assert "    4 |   web:" in result.stderr


def test_what_the_service_refuses_is_shown_in_the_template(calor):
    Path("broken.yaml").write_text(BROKEN)
    result = calor("up", "broken.yaml", expect=1)
    assert "broken.yaml:6:7: error: resources.web.properties.size" in result.stderr
    assert "    6 |       size: broken" in result.stderr


def test_one_need_not_wait(calor, service):
    Path("waits.yaml").write_text(WAITS)
    assert "Follow it with: calor wait waits" in calor("up", "waits.yaml", "--no-wait").stdout
    assert service.live("waits").status == "CREATE_IN_PROGRESS"


def test_the_way_to_go_on_names_the_same_service(calor, service):
    Path("waits.yaml").write_text(WAITS)
    words = ("up", "waits.yaml", "--no-wait", "--os-endpoint", service.endpoint, "--insecure")
    expected = f"calor wait waits --os-endpoint {service.endpoint} --insecure"
    assert expected in calor(*words).stdout


def test_progress_is_followed_to_the_end(calor, service):
    Path("waits.yaml").write_text(WAITS)
    later = threading.Timer(0.1, service.finish, ["waits"])
    later.start()
    assert "Stack waits: CREATE_COMPLETE" in calor("up", "waits.yaml").stdout
    later.join()


def test_a_file_that_is_not_there_is_told(calor, service):
    assert "cannot read no.yaml" in calor("up", "no.yaml", expect=1).stderr
    assert service.asked == []
