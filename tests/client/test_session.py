import socket
import threading

import pytest

from calor.client.access import Access
from calor.client.faults import Refused, ServiceProblem
from calor.client.session import Session, joined
from tests.client.fake_heat import Stack


def test_a_lookup_is_followed_below_our_own_address(heat, session_with):
    heat.stacks.append(Stack("web", {}))
    shown = session_with(heat, "good").call("GET", "/stacks/web", query={"resolve_outputs": False})
    assert shown["stack"]["stack_name"] == "web"
    assert heat.asked[-1][1].endswith(f"/stacks/web/{heat.stacks[0].id}")


def test_a_token_that_has_run_out_is_replaced_once(heat, session_with):
    asking = session_with(heat, "old", "good")
    assert asking.call("GET", "/stacks") == {"stacks": []}
    with pytest.raises(Refused, match="who are you"):
        session_with(heat, "old", "older").call("GET", "/stacks")


def test_an_error_is_raised_with_its_message(heat, session_with):
    with pytest.raises(Refused, match=r"The Stack \(web\) could not be found"):
        session_with(heat, "good").call("GET", "/stacks/web")


def test_what_is_no_json_is_told():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            connection, _peer = server.accept()
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>")
            connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        asking = Session(lambda: Access(f"http://127.0.0.1:{server.getsockname()[1]}", {}))
        with pytest.raises(ServiceProblem, match="not JSON"):
            asking.call("GET", "/stacks")
        thread.join()
        asking.close()


@pytest.mark.parametrize("ask", ["part", "one"])
def test_a_service_that_is_no_heat_is_told(heat, session_with, ask):
    with pytest.raises(ServiceProblem, match="does not answer as Heat does: 'stack'"):
        getattr(session_with(heat, "good"), ask)("GET", "/stacks", "stack")
    with pytest.raises(ServiceProblem, match="'stacks' is no map"):
        session_with(heat, "good").one("GET", "/stacks", "stacks")


def test_nothing_in_a_name_counts_as_a_slash():
    assert joined("stacks", "a/b?c d") == "/stacks/a%2Fb%3Fc%20d"
