"""What becomes of a resource: every rule, and which of two wins."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.plan import (
    Change,
    Existing,
    Judge,
    Kind,
    Reason,
    Rule,
    Wanted,
    decide,
    is_certain,
)
from calor.core.schema.model import Kind as ValueKind
from calor.core.schema.model import Property, TypeSchema
from calor.core.state import Action, Status
from calor.core.values import UNKNOWN

TEXT = Property(kind=ValueKind.STRING)
SCHEMA = TypeSchema(
    name="Acme::Rocket",
    properties={
        "name": replace(TEXT, update_allowed=True),
        "fuel": TEXT,
        "serial": replace(TEXT, immutable=True),
    },
)
JUDGE = Judge(schema=SCHEMA, old_schema=SCHEMA)
VALUES = {"name": "Vega", "fuel": "kerosene", "serial": "1"}
OLD = Existing(type="Acme::Rocket", properties=VALUES, action=Action.CREATE, status=Status.COMPLETE)
NEW = Wanted(type="Acme::Rocket", properties=VALUES)
FAILED = replace(OLD, status=Status.FAILED)


def wanted(**values):
    return replace(NEW, properties={**VALUES, **values})


def because(rule, name=None):
    old = VALUES.get(name)
    return (Reason(rule, name, old, f"other {name}" if name else None),)


@pytest.mark.parametrize("old", [None, replace(OLD, action=Action.INIT)])
def test_what_is_not_there_is_created(old):
    assert decide(old, NEW, JUDGE) == Change(Kind.CREATE, because(Rule.NEW))


def test_what_has_not_changed_is_kept():
    assert decide(OLD, NEW, JUDGE) == Change(Kind.KEEP, because(Rule.UNCHANGED))


@pytest.mark.parametrize(
    ("name", "kind", "rule"),
    [
        ("name", Kind.UPDATE, Rule.UPDATABLE),
        ("fuel", Kind.REPLACE, Rule.NOT_UPDATABLE),
        ("serial", Kind.REFUSE, Rule.IMMUTABLE),
    ],
)
def test_a_property_says_what_its_change_means(name, kind, rule):
    change = decide(OLD, wanted(**{name: f"other {name}"}), JUDGE)
    assert change == Change(kind, because(rule, name))
    assert change.changed == {name}


def test_a_property_that_comes_or_goes_has_changed():
    gone = replace(NEW, properties={"fuel": "kerosene", "serial": "1"})
    assert decide(OLD, gone, JUDGE).reasons == (Reason(Rule.UPDATABLE, "name", "Vega", None),)


@pytest.mark.parametrize("part", ["metadata", "definition"])
def test_metadata_and_policies_alone_are_an_update(part):
    assert decide(OLD, replace(NEW, **{part: {"a": 1}}), JUDGE) == Change(
        Kind.UPDATE, because(Rule.DEFINITION)
    )


def test_another_type_replaces():
    change = decide(OLD, replace(NEW, type="Acme::Balloon"), JUDGE)
    assert change.kind is Kind.REPLACE
    assert change.reasons == (Reason(Rule.TYPE, None, "Acme::Rocket", "Acme::Balloon"),)


def test_a_type_may_become_one_that_it_names():
    judge = replace(JUDGE, old_schema=replace(SCHEMA, becomes=("Acme::Balloon",)))
    assert decide(OLD, replace(NEW, type="Acme::Balloon"), judge).kind is Kind.KEEP


def test_what_failed_is_replaced_unless_its_type_can_go_on_with_it():
    assert decide(FAILED, NEW, JUDGE) == Change(Kind.REPLACE, because(Rule.FAILED))
    assert decide(FAILED, NEW, replace(JUDGE, survives_failure=True)).kind is Kind.KEEP


def test_what_is_found_ill_is_replaced_whatever_its_type_says():
    ill = replace(FAILED, action=Action.CHECK)
    change = decide(ill, NEW, replace(JUDGE, survives_failure=True))
    assert change == Change(Kind.REPLACE, because(Rule.FAILED))


@pytest.mark.parametrize("status", list(Status))
def test_what_was_on_its_way_out_is_created_anew(status):
    going = replace(OLD, action=Action.DELETE, status=status)
    assert decide(going, NEW, JUDGE) == Change(Kind.CREATE, because(Rule.NEW))


def test_a_type_may_demand_a_replacement():
    judge = replace(JUDGE, demands_replacement=True)
    change = decide(OLD, wanted(name="other name"), judge)
    assert change.kind is Kind.REPLACE
    assert [one.rule for one in change.reasons] == [Rule.DEMANDED, Rule.UPDATABLE]


def test_what_cannot_change_at_all_wins_over_what_replaces():
    new = wanted(serial="2", fuel="hydrogen", name="Ariane")
    for judge in (JUDGE, replace(JUDGE, demands_replacement=True)):
        change = decide(OLD, new, judge)
        assert change.kind is Kind.REFUSE
        assert change.changed == {"serial", "fuel", "name"}


def test_what_failed_is_replaced_although_a_property_could_not_change():
    assert decide(FAILED, wanted(serial="2"), JUDGE).kind is Kind.REPLACE


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [("a", "a", Kind.KEEP), ("a", "b", Kind.REFUSE), (None, "a", Kind.REFUSE)],
)
def test_what_exists_outside_of_the_stack_is_left_alone(old, new, kind):
    change = decide(replace(FAILED, external_id=old), replace(NEW, external_id=new), JUDGE)
    assert change == Change(kind, because(Rule.EXTERNAL))


@pytest.mark.parametrize(("name", "verb"), [("name", "update"), ("fuel", "replace")])
def test_what_an_operator_has_restricted_is_refused(name, verb):
    new = wanted(**{name: f"other {name}"})
    change = decide(OLD, new, JUDGE, frozenset({verb}))
    assert change.kind is Kind.REFUSE
    assert change.reasons[0] == Reason(Rule.RESTRICTED)
    assert change.changed == {name}
    others = {"update", "replace"} - {verb}
    assert decide(OLD, new, JUDGE, others).kind is Kind(verb)


def test_a_value_that_nobody_knows_may_be_a_change_and_is_told_so():
    change = decide(OLD, wanted(name=UNKNOWN), JUDGE)
    assert change.kind is Kind.UPDATE
    assert not is_certain(change)
    assert is_certain(decide(OLD, wanted(name="other name"), JUDGE))


VALUE = st.sampled_from(["Vega", "kerosene", "1", None])
SOME = st.dictionaries(st.sampled_from(sorted(VALUES)), VALUE)
ANY_OLD = st.builds(
    Existing,
    type=st.sampled_from(["Acme::Rocket", "Acme::Balloon"]),
    properties=SOME,
    metadata=st.dictionaries(st.just("m"), VALUE),
    external_id=st.sampled_from([None, "x", "y"]),
    action=st.sampled_from(Action),
    status=st.sampled_from(Status),
)
ANY_JUDGE = st.builds(
    Judge,
    schema=st.just(SCHEMA),
    demands_replacement=st.booleans(),
    survives_failure=st.booleans(),
)
RESTRICTED = st.frozensets(st.sampled_from(["update", "replace"]))


@given(ANY_OLD, ANY_OLD, ANY_JUDGE, RESTRICTED)
def test_a_decision_always_has_its_reason(old, new, judge, restricted):
    change = decide(old, new, judge, restricted)
    assert change.reasons
    assert change.kind.value not in restricted
    differ = {name for name in VALUES if old.properties.get(name) != new.properties.get(name)}
    assert change.changed in (frozenset(), differ)
    if change.kind is Kind.KEEP and not old.external_id:
        assert not differ
        assert old.metadata == new.metadata
    if change.kind is Kind.UPDATE:
        assert differ <= {"name"}
        assert old.type == new.type


@given(ANY_OLD, ANY_JUDGE)
def test_what_is_well_and_wanted_as_it_is_stays(old, judge):
    well = replace(old, action=Action.UPDATE, status=Status.COMPLETE)
    judge = replace(judge, demands_replacement=False)
    assert decide(well, well, judge).kind is Kind.KEEP
