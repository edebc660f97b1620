"""Templates, environments and files are stored once each, whatever asks for them."""

from hypothesis import given
from hypothesis import strategies as st

from calor.engine.texts import Definition, decode, digest_of, encode

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON))
def test_the_same_value_has_the_same_name_in_whatever_order_it_is_written(value):
    turned = dict(reversed(value.items()))
    assert digest_of(encode(value)) == digest_of(encode(turned))
    assert decode(encode(value)) == value


def test_a_template_keeps_the_order_of_its_keys():
    one, other = Definition.of({"b": 1, "a": 2}), Definition.of({"a": 2, "b": 1})
    assert list(decode(one.template)) == ["b", "a"]
    assert one.digests[0] != other.digests[0]
    assert one.digests[1:] == other.digests[1:]


def test_texts_are_found_by_their_names():
    definition = Definition.of({"t": 1}, {"parameters": {"a": 1}}, {"f.yaml": "text"})
    template, environment, files = definition.digests
    assert {name: decode(one) for name, one in definition.texts.items()} == {
        template: {"t": 1},
        environment: {"parameters": {"a": 1}},
        files: {"f.yaml": "text"},
    }


def test_what_is_empty_is_stored_once():
    assert len(Definition.of({"t": 1}).texts) == 2
