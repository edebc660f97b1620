import json

import pytest

from calor.core.errors import ResourceFailed
from calor.resources.heat.handle_signals import (
    AMAZON,
    MOST_CHARACTERS,
    NATIVE,
    completed,
    data_of,
    keep,
    reasons,
)


def heard(*signals):
    metadata = {}
    for one in signals:
        keep(metadata, completed(one, metadata), NATIVE)
    return metadata


def test_what_a_signal_does_not_say_is_success_under_the_next_number():
    assert heard(None, {}) == {
        "1": {"status": "SUCCESS", "reason": "Signal 1 received", "data": None},
        "2": {"status": "SUCCESS", "reason": "Signal 2 received", "data": None},
    }


def test_no_signal_takes_the_number_of_another():
    assert list(heard({"id": 2}, None, None)) == ["2", "3", "4"]


def test_the_same_id_replaces_what_was_said_before():
    metadata = heard({"id": "a", "data": 1}, {"id": "a", "data": 2})
    assert data_of(metadata) == '{"a": 2}'


def test_what_is_told_has_the_status_and_the_reason():
    signal = completed({"status": "FAILURE", "reason": "no space"}, {})
    assert keep({}, signal, NATIVE) == "status:FAILURE reason:no space"


@pytest.mark.parametrize("details", [{"status": "success"}, {"more": 1}, {"status": None}])
def test_a_signal_of_another_form_is_refused_and_not_kept(details):
    metadata = {}
    with pytest.raises(ResourceFailed):
        keep(metadata, completed(details, metadata), NATIVE)
    assert metadata == {}


def test_amazon_leaves_nothing_to_guess():
    with pytest.raises(ResourceFailed, match="UniqueId, Status, Reason, Data"):
        keep({}, None, AMAZON)
    metadata = {}
    keep(metadata, {"UniqueId": 1, "Status": "SUCCESS", "Reason": "up", "Data": "x"}, AMAZON)
    assert (reasons(metadata, is_success=True), data_of(metadata)) == (["up"], '{"1": "x"}')


def test_a_handle_keeps_only_so_much():
    metadata = {}
    with pytest.raises(ResourceFailed, match="at most"):
        keep(metadata, completed({"data": "x" * MOST_CHARACTERS}, metadata), NATIVE)
    assert metadata == {}


def test_metadata_that_anybody_set_is_no_signal():
    metadata = {"a": 1, "b": {"no": "status"}, "c": {"status": "FAILURE", "reason": "r"}}
    assert reasons(metadata, is_success=False) == ["r"]
    assert reasons(metadata, is_success=True) == []
    assert json.loads(data_of(metadata)) == {"b": None, "c": None}
