"""Somebody asks for more in the very moment in which an engine saves: the newest request wins."""

from dataclasses import replace

import pytest

from tests.simulation.cases import SUBJECTS, Case, Subject
from tests.simulation.requests import Ask
from tests.simulation.runs import crash_points, prepare, report, run

BY_NAME = {one.name: one for one in SUBJECTS}


def first_asks(one: Subject) -> dict[str, Ask]:
    """Return what is interrupted."""
    return {"replace": one.replaced, "fail": replace(one.spoilt, rollback=True)}


@pytest.mark.parametrize("verb", ["update", "delete", "cancel", "stop"])
@pytest.mark.parametrize("first", ["replace", "fail"])
@pytest.mark.parametrize("name", ["single", "nested"])
def test_the_newest_request_wins_whenever_it_comes(name: str, first: str, verb: str):
    subject = BY_NAME[name]
    asks = first_asks(subject)
    case = Case(f"{name}/{first}", (replace(subject.made, verb="create"),), (asks[first],))
    second = subject.changed if verb == "update" else Ask(verb, may_be_refused=True)
    start = prepare(case)
    usual = run(case, start)
    points = [one for one in crash_points(usual.counts) if one.kind == "save"]
    for point in points:
        outcome = run(case, start, meanwhile=(point, second))
        wrongs = list(outcome.wrongs)
        is_refused = any("it is refused" in line for line in outcome.transcript)
        if outcome.shape.get("stack") not in ENDS[verb] and not is_refused:
            wrongs.append(f"the end is {outcome.shape}")
        assert not wrongs, f"{verb} {point}:\n{report(case, (), wrongs, outcome)}"


ENDS = {
    "update": {"UPDATE_COMPLETE"},
    "delete": {"DELETE_COMPLETE"},
    "cancel": {"ROLLBACK_COMPLETE", "UPDATE_COMPLETE"},
    "stop": {"UPDATE_FAILED", "ROLLBACK_COMPLETE", "UPDATE_COMPLETE"},
}
"""How it may end; a request to stop may come too late."""
