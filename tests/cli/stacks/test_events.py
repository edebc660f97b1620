import json


def test_events_are_shown_with_names_that_lead_to_resources(calor):
    calor("up", "web.yaml")
    shown = calor("events", "web", "-n", "2").stdout
    assert "web/inner    CREATE_COMPLETE" in shown
    assert "web (stack)" in shown


def test_only_the_newest_may_be_asked_for(calor):
    calor("up", "web.yaml")
    found = json.loads(calor("events", "web", "--limit", "2", "-o", "json").stdout)
    assert [one["resource_name"] for one in found] == ["web", "web"]
    assert found[0]["id"] < found[1]["id"]
