"""What an interrupted creation has left is known again, and nothing else is taken for it."""

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.plugin.recognition import alike, signed
from calor.plugin.resource import Sibling
from tests.resources.heat.driving import MemoryHere

CREATED = 1_800_000_000.0
NEW, OLD = "2027-01-15T08:00:01Z", "2027-01-15T07:58:00Z"


def a_here(action=Action.CREATE, **siblings):
    return MemoryHere(action=action, created_at=CREATED, siblings=siblings)


def thing(thing_id="a", **fields):
    return {"id": thing_id, "name": "web", "project_id": "p", "created_at": NEW, **fields}


def found(*things, here=None, **body):
    one = alike(things, {"name": "web", **body}, here or a_here(), "p")
    return one and one["id"]


def test_whoever_carries_our_sign_is_ours():
    things = [thing("a", name="other"), thing("b", name="sign")]
    assert signed(things, "name", "sign") == things[1]
    assert signed(things, "name", "strange") is None


def test_what_is_new_and_agrees_is_ours():
    assert found(thing(size=1), size=1) == "a"
    assert found(thing(mac="AA:BB"), mac="aa:bb") == "a"


def test_what_the_service_does_not_show_says_nothing():
    assert found(thing(), key="x", nested={"a": 1}) == "a"


@pytest.mark.parametrize(
    "other",
    [
        {"created_at": OLD},
        {"created_at": None},
        {"created_at": "yesterday"},
        {"project_id": "q"},
        {"name": "another"},
        {"size": 2},
    ],
)
def test_what_is_old_or_different_or_of_another_project_is_not_ours(other):
    assert found(thing(**other), size=1) is None


def test_clocks_may_differ_a_little_and_may_leave_their_zone_out():
    assert found(thing(created_at="2027-01-15T07:59:30.000000")) == "a"


def test_what_belongs_to_another_resource_of_the_stack_is_not_ours():
    here = a_here(a=Sibling(type="OS::Neutron::Net"))
    assert found(thing("a"), thing("b"), here=here) == "b"


def test_where_nobody_can_tell_a_creation_fails_and_a_deletion_leaves_all_alone():
    with pytest.raises(ResourceFailed, match="any of a, b may have come of it"):
        found(thing("a"), thing("b"))
    assert found(thing("a"), thing("b"), here=a_here(Action.DELETE)) is None


def test_an_object_for_another_project_is_looked_for_there():
    assert found(thing(project_id="q", tenant_id="q"), tenant_id="q") == "a"
