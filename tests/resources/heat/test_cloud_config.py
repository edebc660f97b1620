import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from calor.core.document.parse import parse_document
from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.resources.heat.cloud_config import CloudConfig, render
from tests.resources.heat.driving import MemoryHere, made, run, shown


def test_a_map_becomes_yaml_that_cloud_init_knows():
    here = MemoryHere()
    it = made(CloudConfig, cloud_config={"runcmd": ["a", ["b", 1]], "hostname": "x: y"})
    run(here, it, Action.CREATE)
    assert shown(here, it) == {
        "config": "#cloud-config\nhostname: 'x: y'\nruncmd:\n- a\n- - b\n  - 1\n"
    }


def test_no_map_at_all_is_null():
    assert render(None) == "#cloud-config\nnull\n"


def test_a_map_straight_from_a_template_is_written_like_any_other():
    value = parse_document("a: [1, {b: c}]", "t.yaml").value
    assert render(value) == render({"a": [1, {"b": "c"}]})


@pytest.mark.parametrize("value", [{"a": "\ud800"}, {"a": 10**5000}])
def test_what_yaml_cannot_say_is_an_error(value):
    with pytest.raises(ResourceFailed):
        render(value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda one: st.lists(one) | st.dictionaries(st.text(), one),
    )
)
def test_what_is_written_reads_the_same(value):
    try:
        text = render({"key": value})
    except ResourceFailed:
        return
    assert text.startswith("#cloud-config\n")
    assert yaml.safe_load(text) == {"key": value}
