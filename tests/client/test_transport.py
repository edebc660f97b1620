import socket
import threading

import pytest

from calor.client.faults import Unreachable
from calor.client.transport import Transport, Trust

GOOD = {"X-Auth-Token": "good"}


def test_a_connection_is_kept_for_the_next_question(heat, transport):
    for _ in range(3):
        assert transport.request("GET", f"{heat.endpoint}/stacks", GOOD).status == 200
    assert len(heat.callers) == 1


def test_what_changes_something_is_never_sent_over_an_old_connection(heat, transport):
    for _ in range(3):
        transport.request("POST", f"{heat.endpoint}/nowhere", GOOD, b"{}")
    assert len(heat.callers) == 3


def test_a_kept_connection_that_was_closed_is_made_anew(transport):
    with socket.create_server(("127.0.0.1", 0)) as server:
        answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

        def serve():
            for _ in range(2):
                connection, _peer = server.accept()
                connection.recv(65536)
                connection.sendall(answer)
                connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        assert transport.request("GET", url, {}).body == b"ok"
        assert transport.request("GET", url, {}).body == b"ok"
        thread.join()


def test_where_nothing_listens_is_said():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(Unreachable, match=f"127.0.0.1:{port}: nothing listens there"):
        Transport().request("GET", f"http://127.0.0.1:{port}/", {})


def test_a_service_that_does_not_answer_is_given_up():
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        with pytest.raises(Unreachable, match="does not answer in time"):
            Transport(timeout=0.05).request("GET", url, {})


@pytest.mark.parametrize("url", ["", "heat", "ftp://x/", "http://", "http://[x/", "http://x:99999"])
def test_what_is_no_address_is_refused(url):
    with pytest.raises(Unreachable, match="is not the address of a service"):
        Transport().request("GET", url, {})


def test_a_proxy_is_asked_for_other_hosts(heat, transport, monkeypatch):
    monkeypatch.setenv("http_proxy", heat.url)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    transport.request("GET", "http://elsewhere.invalid/heat/v1/p1/stacks", GOOD)
    assert heat.asked[-1][1].endswith("/heat/v1/p1/stacks")
    transport.request("GET", f"{heat.endpoint}/stacks", GOOD)


def test_certificates_that_cannot_be_read_are_named(tmp_path):
    missing = str(tmp_path / "authority.pem")
    with pytest.raises(Unreachable, match=r"authority\.pem"):
        Transport(Trust(authority=missing)).request("GET", "https://127.0.0.1:1/", {})
