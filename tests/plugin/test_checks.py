import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.plugin.checks import CHECKS, FINDERS, lookup_offline
from tests.core.schema.test_constraints import VALUES


def test_a_notation_is_checked():
    assert lookup_offline("ip_addr", "10.0.0.1") is None
    assert lookup_offline("ip_addr", "10.0.0") == "'10.0.0' is not an IP address"


def test_each_item_of_a_list_is_checked():
    assert lookup_offline("ip_addr", ["10.0.0.1", "x"]) == "'x' is not an IP address"


def test_what_only_the_cloud_knows_is_believed():
    assert lookup_offline("nova.flavor", "whatever") is None


def test_an_unknown_check_is_a_problem():
    problem = "there is no check called 'nova.flavour'; did you mean 'nova.flavor'?"
    assert lookup_offline("nova.flavour", "x") == problem
    assert lookup_offline("xyzzy", "x") == "there is no check called 'xyzzy'"


def test_a_notation_wants_a_string():
    assert lookup_offline("ip_addr", 5) == "expected a string, got 5"
    assert lookup_offline("test_constr", 5) is None


@pytest.mark.parametrize("name", [*CHECKS, "nova.flavor"])
@given(value=VALUES | st.text(alphabet="0123456789:./-*#,lw@ tz"))
def test_no_value_breaks_a_check(name, value):
    assert isinstance(lookup_offline(name, value), str | None)


def test_no_name_is_in_both_tables():
    assert not FINDERS & set(CHECKS)
