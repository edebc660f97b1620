import json
from pathlib import Path

import pytest


def test_a_stack_is_abandoned_and_adopted_again(calor):
    calor("up", "web.yaml")
    assert "calor adopt web.json" in calor("abandon", "web", "-f", "web.json").stdout
    assert "ADOPT_COMPLETE" in calor("adopt", "web.json").stdout
    calor("show", "web")


def test_what_was_known_may_go_to_a_pipe(calor):
    calor("up", "web.yaml")
    assert json.loads(calor("abandon", "web").stdout)["name"] == "web"


@pytest.mark.parametrize("text", ["", "[]", "{}"])
def test_what_tells_of_no_stack_is_refused(calor, text):
    Path("no.json").write_text(text)
    assert "no.json does not tell of a stack" in calor("adopt", "no.json", expect=1).stderr
