import json


def test_outputs_are_listed(calor):
    calor("up", "web.yaml")
    assert "address  10.0.0.1" in calor("outputs", "web").stdout


def test_one_output_is_printed_as_it_is(calor):
    calor("up", "web.yaml")
    assert calor("outputs", "web", "address").stdout == "10.0.0.1\n"
    assert json.loads(calor("outputs", "web", "address", "-o", "json").stdout) == "10.0.0.1"


def test_an_output_that_is_not_there_is_told(calor):
    calor("up", "web.yaml")
    assert "output key colour not found" in calor("outputs", "web", "colour", expect=1).stderr
