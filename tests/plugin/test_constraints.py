import pytest

from calor.core.schema.constraints import anything
from calor.plugin.constraints import (
    at_least,
    at_most,
    between,
    check,
    length,
    matches,
    multiple_of,
    one_of,
)


@pytest.mark.parametrize(
    ("constraint", "right", "wrong"),
    [
        (one_of(4, 6), 4, 5),
        (at_least(1), 1, 0),
        (at_most(9), 9, 10),
        (between(1, 2), 1.5, 3),
        (multiple_of(3, 1), 4, 3),
        (length(1, 2), "ab", ""),
        (matches("[a-z]+"), "ab", "a1"),
    ],
)
def test_a_word_means_what_it_says(constraint, right, wrong):
    assert constraint.problem(right, anything) is None
    assert constraint.problem(wrong, anything) is not None


def test_a_check_is_made_by_name():
    assert check("ip_addr").name == "ip_addr"
