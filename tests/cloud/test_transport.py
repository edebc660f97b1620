"""Requests are carried within bounds."""

import ssl

import pytest

from calor.cloud.calls import Call
from calor.cloud.settings import Patience, Tls
from calor.cloud.transport import Transport, ssl_context
from calor.core.errors import CloudRefused, CloudUnavailable
from tests.cloud.fake import Says, lose

QUICK = Patience(first_pause=0.001, longest_pause=0.01, largest_answer=1000)


@pytest.fixture
async def transport():
    transport = Transport(QUICK)
    yield transport
    await transport.close()


@pytest.fixture
def call(fake):
    return Call(gate="a", method="GET", url=f"{fake.url}/a/", asked="a thing", may_repeat=True)


async def test_an_answer_that_is_too_long_is_not_read_to_its_end(fake, transport, call):
    fake.on("GET", "/a/", Says(body={"long": "x" * 2000}))
    with pytest.raises(CloudUnavailable, match="too long"):
        await transport.send(call)


async def test_an_answer_that_is_no_json_has_no_body(fake, transport, call):
    fake.on("GET", "/a/", Says(text="hello"))
    assert (await transport.send(call)).body is None
    fake.on("GET", "/a/", Says(text="{", headers={"Content-Type": "application/json"}))
    with pytest.raises(CloudUnavailable, match="not the JSON"):
        await transport.send(call)


async def test_nobody_is_followed_elsewhere(fake, transport, call):
    fake.on("GET", "/a/", Says(302, headers={"Location": "http://elsewhere.invalid/"}))
    answer = await transport.send(call)
    assert isinstance(answer.error(call), CloudRefused)


async def test_where_nobody_listens_even_a_creation_is_tried_again(unused_tcp_port, transport):
    call = Call(
        gate="b", method="POST", url=f"http://127.0.0.1:{unused_tcp_port}/", asked="a thing"
    )
    with pytest.raises(CloudUnavailable, match="a thing: Cannot connect"):
        await transport.send(call)


async def test_a_connection_that_breaks_is_opened_anew(fake, transport, call):
    fake.on("GET", "/a/", lose, lose, Says(body={"a": 1}))
    assert (await transport.send(call)).body == {"a": 1}


def test_a_service_is_trusted_by_its_certificate_unless_told_otherwise():
    assert ssl_context(Tls()) is True
    careless = ssl_context(Tls(insecure=True))
    assert isinstance(careless, ssl.SSLContext)
    assert careless.verify_mode is ssl.CERT_NONE
