"""Queries are read into typed values, once, by what a route declares."""

import pytest

from calor.api.faults import BadRequest
from calor.api.query import Query, read_query

DECLARED = {
    one.name: one
    for one in (
        Query("limit", "", int),
        Query("deep", "", bool),
        Query("name", "", many=True),
        Query("marker", ""),
    )
}


def read(raw, *, is_closed=False):
    return read_query(DECLARED, raw.encode(), is_closed=is_closed)


def test_values_have_the_kinds_that_were_declared():
    read_values = read("limit=3&deep=TRUE&name=a&name=b%20c&marker=&marker=x")
    assert read_values == {"limit": 3, "deep": True, "name": ["a", "b c"], "marker": "x"}


def test_what_nobody_knows_is_left_out_or_refused_with_a_hint():
    assert read("colour=red") == {}
    with pytest.raises(BadRequest, match="limit"):
        read("limt=3", is_closed=True)


@pytest.mark.parametrize(
    "raw", ["limit=-1", "limit=", "limit=1e3", "deep=yes", "limit=" + "9" * 30]
)
def test_a_wrong_value_is_refused(raw):
    with pytest.raises(BadRequest):
        read(raw)


@pytest.mark.parametrize("raw", ["&".join(["name=a"] * 1000), "name=%ff%fe"])
def test_what_cannot_be_read_is_refused(raw):
    with pytest.raises(BadRequest):
        read(raw)
