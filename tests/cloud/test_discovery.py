"""What services say of their versions, in the forms they say it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.cloud.discovery import Version, fitting, number, versions_in
from calor.cloud.services import service_of

NOVA = {
    "versions": [
        {"id": "v2.0", "status": "SUPPORTED", "version": "", "min_version": ""},
        {
            "id": "v2.1",
            "status": "CURRENT",
            "version": "2.104",
            "min_version": "2.1",
            "links": [{"rel": "self", "href": "http://inside:8774/v2.1/"}],
        },
    ]
}
KEYSTONE = {
    "versions": {
        "values": [{"id": "v3.14", "links": [{"rel": "self", "href": "http://h/identity/v3/"}]}]
    }
}
GLANCE = {
    "versions": [
        {"id": f"v2.{minor}", "links": [{"rel": "self", "href": "http://h/v2/"}]}
        for minor in (15, 9)
    ]
}
PLACEMENT = {"versions": [{"id": "v1.0", "max_version": "1.39", "min_version": "1.0", "links": []}]}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["versions", "version", "values", "id", "links", "rel", "href"]), inner
        )
    ),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("service", "body", "segment", "highest"),
    [
        ("compute", NOVA, "v2.1", "2.104"),
        ("identity", KEYSTONE, "v3", None),
        ("image", GLANCE, "v2", None),
        ("placement", PLACEMENT, "v1.0", "1.39"),
    ],
)
def test_the_version_that_we_speak_is_chosen(service, body, segment, highest):
    chosen = fitting(service_of(service), versions_in(body))
    assert chosen is not None
    assert (chosen.segment, chosen.highest) == (segment, highest)


def test_a_service_without_our_version_has_none():
    assert fitting(service_of("block-storage"), versions_in(NOVA)) is None


@given(JSON)
def test_any_document_is_read_or_says_nothing(body):
    fitting(service_of("compute"), versions_in(body))


def test_the_highest_microversion_up_to_one_is_within_what_is_spoken():
    version = Version("v2.1", "2.1", "2.79")
    assert version.up_to("2.90") == "2.79"
    assert version.up_to("2.9") == "2.9"
    assert version.up_to("2.0") is None
    assert Version("v2.0").up_to("2.1") is None
    assert number("v2.10") > number("2.9")
