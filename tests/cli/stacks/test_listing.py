import json


def test_stacks_are_listed_newest_first(calor):
    calor("up", "web.yaml")
    calor("up", "web.yaml", "--name", "other")
    lines = calor("list").stdout.splitlines()
    assert lines[0].split() == ["NAME", "STATUS", "CREATED", "UPDATED", "TAGS", "ID"]
    assert [line.split()[0] for line in lines[1:]] == ["other", "web"]


def test_nested_stacks_are_listed_on_demand(calor):
    calor("up", "web.yaml")
    assert "web-web-0123456789ab" not in calor("list").stdout
    assert "web-web-0123456789ab" in calor("list", "-a").stdout


def test_filters_go_to_the_service(calor):
    calor("up", "web.yaml")
    assert json.loads(calor("list", "--name", "other", "-o", "json").stdout) == []
    assert len(json.loads(calor("list", "--limit", "1", "-o", "json").stdout)) == 1


def test_a_newcomer_is_told_what_to_do(calor):
    assert "calor up TEMPLATE" in calor("list").stderr
