"""The names that physical things are given."""

import re
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.engine.here import physical_name, short_id

ID = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
NAME = st.text("abcdefghijklmnopqrstuvwxyz0123456789-_", min_size=1, max_size=255)
UUID = st.uuids(version=4).map(str)


def test_a_name_has_the_stack_the_resource_and_a_short_id():
    assert short_id(ID) == "dum5vvv2poaq"
    assert physical_name("web", "server", ID) == "web-server-dum5vvv2poaq"


def test_a_name_that_is_too_long_keeps_its_first_two_letters_and_its_end():
    name = physical_name("a" * 60, "server", ID, 53)
    assert name == f"aa-{'a' * 30}-server-dum5vvv2poaq"
    assert len(name) == 53


@pytest.mark.parametrize("limit", [53, 64, 255])
@given(stack=NAME, resource=NAME, resource_id=UUID)
def test_no_name_is_longer_than_its_limit_or_loses_its_short_id(
    limit, stack, resource, resource_id
):
    whole = f"{stack}-{resource}-{short_id(resource_id)}"
    name = physical_name(stack, resource, resource_id, limit)
    assert len(name) == min(len(whole), limit)
    assert name[:2] == whole[:2]
    assert name.endswith(f"-{short_id(resource_id)}")
    assert physical_name(stack, resource, resource_id, limit) == name


@given(UUID, UUID)
def test_short_ids_are_twelve_letters_and_digits_and_differ_as_the_ids_do(one, other):
    assert re.fullmatch("[a-z2-7]{12}", short_id(one))
    same = uuid.UUID(one).time == uuid.UUID(other).time
    assert (short_id(one) == short_id(other)) == same
