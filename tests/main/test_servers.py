"""Applications are served on a port of their own until the end of a block."""

import asyncio
import os
import signal
import socket
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from starlette.responses import PlainTextResponse

from calor.core.errors import CalorError
from calor.main.servers import Certificate, bound, listening, run, told_to_stop, url_of

HELLO = PlainTextResponse("hello")


async def test_an_application_is_served_until_the_end_of_the_block():
    opened = bound("127.0.0.1", 0)
    url = url_of(opened)
    async with httpx.AsyncClient() as client:
        async with listening(HELLO, opened):
            assert (await client.get(url)).text == "hello"
        with pytest.raises(httpx.ConnectError):
            await client.get(url)


@pytest.fixture
def certificate(tmp_path):
    """Make a certificate that signs itself, for an address of this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .add_extension(address, critical=False)
        .sign(key, SHA256())
    )
    (tmp_path / "cert.pem").write_bytes(made.public_bytes(Encoding.PEM))
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "key.pem").write_bytes(text)
    return Certificate(str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))


async def test_with_a_certificate_an_application_is_served_by_tls(certificate):
    opened = bound("127.0.0.1", 0)
    trusting = ssl.create_default_context(cafile=certificate.file)
    async with httpx.AsyncClient(verify=trusting) as client, listening(HELLO, opened, certificate):
        assert (await client.get(url_of(opened, "https"))).text == "hello"


async def test_a_certificate_that_is_none_is_told_at_once(tmp_path):
    (tmp_path / "empty.pem").write_text("")
    for name in ("empty.pem", "nowhere.pem"):
        told = pytest.raises(CalorError, match=f"TLS cannot be served with .*{name}")
        with bound("127.0.0.1", 0) as opened, told:
            async with listening(HELLO, opened, Certificate(str(tmp_path / name))):
                pass


def test_a_socket_on_every_interface_is_reached_by_the_name_of_the_machine():
    with bound("0.0.0.0", 0) as opened:  # noqa: S104
        port = opened.getsockname()[1]
        assert url_of(opened) == f"http://{socket.gethostname()}:{port}"


def test_a_port_in_use_is_told_in_words():
    opened = bound("127.0.0.1", 0)
    opened.listen()
    port = opened.getsockname()[1]
    with pytest.raises(CalorError, match=f"cannot listen on 127.0.0.1:{port}.*another port"):
        bound("127.0.0.1", port)
    opened.close()


def test_a_program_waits_for_the_signal_that_ends_it():
    async def program():
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
        await told_to_stop()

    run(program())
