import json

import pytest

from calor.client.faults import refusal


def body(**content):
    return json.dumps(content).encode()


def test_an_error_of_the_api_has_its_message_and_its_name():
    problem = refusal(409, body(error={"type": "StackExists", "message": "it is there"}))
    assert (str(problem), problem.status, problem.kind) == ("it is there", 409, "StackExists")


def test_without_a_message_the_explanation_is_told():
    assert str(refusal(500, body(explanation="broken", error={"type": "X"}))) == "broken"


def test_what_is_no_error_of_the_api_is_quoted():
    assert str(refusal(502, b"<html>Bad Gateway</html>")) == (
        "the service answers with status 502: <html>Bad Gateway</html>"
    )


@pytest.mark.parametrize("content", [b"", b"[]", b'{"error": "text"}', b"\xff" * 100_000])
def test_any_answer_makes_a_short_message(content):
    assert 0 < len(str(refusal(500, content))) < 3000
