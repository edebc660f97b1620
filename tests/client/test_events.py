import io
import threading
from dataclasses import replace
from itertools import islice

import pytest

from calor.client.events import LONGEST_LINE, Message, streamed
from calor.client.faults import Refused, Unreachable
from calor.client.stacks import StackRef

WAITS = {"resources": {"web": {"type": "Wait", "children": {"inner": {"type": "None"}}}}}


@pytest.fixture(params=["heat", "streaming"])
def service(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def client(service, client_with):
    made = client_with(service, "good")
    return replace(made, events=replace(made.events, interval=0.01))


def statuses(events):
    return [one["resource_status"] for one in events if one is not None]


def told(client, ref, number, **more):
    """Follow until so many events were told."""
    followed = client.events.follow(ref, nested_depth=2, **more)
    return list(islice((one for one in followed if one is not None), number))


def test_events_are_listed_oldest_first(client):
    ref = client.stacks.create({"stack_name": "web", "template": {"resources": {}}})
    assert statuses(client.events.listed(ref)) == ["CREATE_IN_PROGRESS", "CREATE_COMPLETE"]
    assert client.events.last(ref, 0) == "e00002"


def test_events_are_followed_as_they_happen(service, client):
    ref = client.stacks.create({"stack_name": "web", "template": WAITS})
    later = threading.Timer(0.05, service.finish, ["web"])
    later.start()
    events = told(client, ref, 8)
    later.join()
    assert statuses(events)[-2:] == ["CREATE_COMPLETE", "CREATE_COMPLETE"]
    assert "inner" in [one["resource_name"] for one in events]
    assert len({one["id"] for one in events}) == 8


def test_a_follower_may_begin_in_the_middle(service, client):
    ref = client.stacks.create({"stack_name": "web", "template": {"resources": {}}})
    client.stacks.act(ref, "check")
    assert statuses(told(client, ref, 2, after="e00002")) == ["CHECK_IN_PROGRESS", "CHECK_COMPLETE"]


def test_silence_is_told_so_that_a_follower_can_look(client):
    ref = client.stacks.create({"stack_name": "web", "template": WAITS})
    followed = client.events.follow(ref, nested_depth=0)
    assert None in list(islice(followed, 10))


def test_a_stack_that_is_not_there_cannot_be_followed(client):
    with pytest.raises(Refused):
        next(client.events.follow(StackRef("no", "no"), nested_depth=0))


def test_a_token_that_runs_out_while_following_is_replaced(streaming, client_with):
    ref = client_with(streaming, "good").stacks.create(
        {"stack_name": "web", "template": {"resources": {}}}
    )
    events = replace(client_with(streaming, "old", "good").events, interval=0.0)
    followed = (one for one in events.follow(ref, nested_depth=0) if one is not None)
    assert statuses(islice(followed, 2)) == ["CREATE_IN_PROGRESS", "CREATE_COMPLETE"]


def test_a_stream_that_broke_off_is_taken_up_behind_its_last_number(streaming, client_with):
    client = client_with(streaming, "good")
    ref = client.stacks.create({"stack_name": "web", "template": WAITS})
    streaming.breaks_after = 2
    events = replace(client.events, interval=0.01)
    followed = (one for one in events.follow(ref, nested_depth=2) if one is not None)
    ids = [one["id"] for one in islice(followed, 5)]
    assert ids == sorted(set(ids))


class Stream(io.BytesIO):
    """What a response is to its reader."""


def messages_of(text):
    return list(streamed(Stream(text)))


def test_a_stream_is_read_by_the_rules():
    text = b': hello\n\nid: 7\ndata: {"a":\ndata: 1}\n\n'
    more = b'event: event\r\nid: 8\r\ndata: {"id": "x"}\r\n\r\n'
    assert messages_of(text + more) == [None, Message({"a": 1}, "7"), Message({"id": "x"}, "8")]


@pytest.mark.parametrize(
    "text", [b"data: [\n\n", b"data: 3\n\n", b"data: \xff\n\n", b"event: end\ndata: {}\n\n"]
)
def test_what_is_no_event_counts_as_a_sign_of_life(text):
    assert messages_of(text) == [None]


def test_a_line_without_end_is_refused():
    with pytest.raises(Unreachable, match="too long"):
        messages_of(b"data: " + b"x" * LONGEST_LINE)
