"""A thing that cannot be found again may be left behind, but only by a crash in one moment."""

from tests.simulation.cases import Case
from tests.simulation.requests import Ask
from tests.simulation.runs import crash_points, prepare, run

TEMPLATE = "resources: {s: {type: Sim::Stray, properties: {value: x}}}\n"
CASE = Case("stray", (), (Ask("create", TEMPLATE),))


def test_only_a_crash_between_the_creation_and_its_save_leaves_a_stray():
    start = prepare(CASE)
    usual = run(CASE, start)
    assert not usual.wrongs
    left = {}
    for crash in crash_points(usual.counts):
        outcome = run(CASE, start, (crash,))
        assert outcome.shape["stack"] == "CREATE_COMPLETE"
        left[str(crash)] = sum("is left" in one for one in outcome.wrongs)
    assert {crash for crash, number in left.items() if number} == {
        "after-call-1",  # made, and the reply was not even read
        "before-call-2",  # the reply was read, but not saved
        "after-call-2",
        "before-save-3",
    }
    assert set(left.values()) == {0, 1}
