from pathlib import Path


def test_a_resource_in_a_child_stack_is_signalled(calor, service):
    calor("up", "web.yaml")
    calor("signal", "web", "web/inner", "--data", '{"x": 1}')
    method, path, body = service.asked[-1]
    assert (method, body) == ("POST", {"x": 1})
    assert "/web-web-0123456789ab/" in path


def test_the_data_may_come_from_a_file(calor, service):
    calor("up", "web.yaml")
    Path("data.json").write_text('{"y": 2}')
    calor("signal", "web", "net", "--data-file", "data.json")
    assert service.asked[-1][2] == {"y": 2}
    both = ("--data", "{}", "--data-file", "data.json")
    assert "not both" in calor("signal", "web", "net", *both, expect=2).stderr


def test_what_is_no_json_is_refused(calor):
    assert "it is not JSON" in calor("signal", "web", "net", "--data", "x", expect=2).stderr


def test_metadata_is_shown(calor):
    calor("up", "web.yaml")
    assert calor("metadata", "web", "net").stdout == "colour  red\n"
