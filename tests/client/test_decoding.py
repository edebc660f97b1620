import pytest

from calor.client.decoding import as_map, decoded, maps_in


@pytest.mark.parametrize("text", [b"", b"{", b"[" * 100_000, b"3 4"])
def test_whatever_is_wrong_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"column|deep"):
        decoded(text)


def test_only_maps_are_taken_for_maps():
    assert [as_map(one) for one in ({"a": 1}, None, [], "x")] == [{"a": 1}, {}, {}, {}]
    assert maps_in([{"a": 1}, 3, None]) == [{"a": 1}]
    assert maps_in({"a": 1}) == []
