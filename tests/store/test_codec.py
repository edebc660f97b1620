"""Bodies hold what differs from the default; texts are compressed if it pays."""

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.errors import Unstorable
from calor.store.codec import ResourceBody, decode_map, encode, pack, unpack


def test_what_has_its_default_is_left_out():
    assert encode(ResourceBody()) == b"{}"
    assert (
        encode(ResourceBody(replaces="why", requires=("1",)))
        == b'{"requires":["1"],"replaces":"why"}'
    )


def test_whatever_is_like_a_map_or_text_is_written_as_one():
    class Name(str):
        __slots__ = ()

    assert encode({"a": MappingProxyType({"b": Name("c")})}) == b'{"a":{"b":"c"}}'


def test_what_is_too_deep_is_refused():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Unstorable, match="cannot be stored"):
        encode(deep)


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), st.integers() | st.booleans()))
def test_maps_are_read_back(value):
    assert decode_map(encode(value)) == value


@given(st.binary(max_size=2000) | st.binary(max_size=20).map(lambda part: part * 200))
def test_texts_are_read_back(text):
    packed = pack(text)
    assert unpack(packed) == text
    assert len(packed) <= len(text) + 1
