import socket

import pytest

from calor.sandbox.frames import BadFrame, decode, encode, receive, send


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def no_wait():
    pass


def test_a_message_arrives_as_it_was_sent(ends):
    ours, theirs = ends
    message = {"a": [2**80, float("inf"), "\ud800", None]}
    send(ours, encode(message))
    assert decode(receive(theirs, 1000, no_wait)) == message


def test_a_frame_longer_than_allowed_is_not_read(ends):
    ours, theirs = ends
    send(ours, b"x" * 11)
    with pytest.raises(BadFrame, match="11 bytes where at most 10"):
        receive(theirs, 10, no_wait)


def test_a_frame_cut_short_is_noticed(ends):
    ours, theirs = ends
    ours.sendall(b"\0\0\0\5abc")
    ours.close()
    with pytest.raises(BadFrame, match="closed"):
        receive(theirs, 10, no_wait)
