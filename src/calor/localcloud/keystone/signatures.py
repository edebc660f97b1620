"""Checks signatures that AWS clients put under their requests, versions 1, 2 and 4.

https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
"""

import hashlib
import hmac
from base64 import b64encode, urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

ALGORITHM = "AWS4-HMAC-SHA256"
S3_SERVICES = {"s3", "iam", "sts"}
FRESH_SECONDS = 15 * 60


@dataclass(frozen=True, slots=True)
class _Request:
    """A request that somebody signed."""

    verb: str
    host: str
    path: str
    params: Mapping[str, str]
    headers: Mapping[str, str]
    body_hash: str

    def shown(self, name: str) -> str:
        """Return a part of a version 4 signature, from the header or from the query."""
        header = self.headers.get("authorization")
        if header is None:
            return self.params.get(f"X-Amz-{name}", "")
        return header.partition(f"{name}=")[2].split(",")[0].strip()

    @property
    def date(self) -> str:
        """When the request was signed, as version 4 says it."""
        return self.headers.get("x-amz-date") or self.params.get("X-Amz-Date", "")

    @property
    def is_version_4(self) -> bool:
        """Whether the signature is of version 4, which has no field that says so."""
        header = self.headers.get("authorization")
        if header is not None:
            return header.startswith(ALGORITHM)
        return self.params.get("X-Amz-Algorithm") == ALGORITHM


def _texts(shown: object) -> dict[str, str]:
    return {str(k): str(v) for k, v in shown.items()} if isinstance(shown, dict) else {}


def _request(shown: Mapping[str, Any], host: str) -> _Request:
    return _Request(
        verb=str(shown.get("verb", "")),
        host=host,
        path=str(shown.get("path", "")),
        params=_texts(shown.get("params")),
        headers={k.lower().strip(): v.strip() for k, v in _texts(shown.get("headers")).items()},
        body_hash=str(shown.get("body_hash", "")),
    )


def is_signed(secret: str, shown: Mapping[str, Any]) -> bool:
    """Return whether a request to an AWS-like service was signed with a secret."""
    signature = shown.get("signature")
    if not isinstance(signature, str) or not signature:
        return False
    host = str(shown.get("host", ""))
    # Some clients leave the port out of what they sign.
    hosts = dict.fromkeys((host, host.rpartition(":")[0] if ":" in host else host))
    return any(
        hmac.compare_digest(signature.encode(), expected.encode())
        for one in hosts
        for expected in _signatures(secret.encode(), _request(shown, one))
    )


def _signatures(secret: bytes, request: _Request) -> Iterator[str]:
    match request.params.get("SignatureVersion"):
        case "0":
            signed = request.params.get("Action", "") + request.params.get("Timestamp", "")
            yield _base64(hmac.digest(secret, signed.encode(), "sha1"))
        case "1":
            pairs = sorted(request.params.items(), key=lambda pair: pair[0].lower())
            signed = "".join(name + value for name, value in pairs)
            yield _base64(hmac.digest(secret, signed.encode(), "sha1"))
        case "2":
            yield _version_2(secret, request)
        case None if request.is_version_4:
            yield from _version_4(secret, request)


def _base64(digest: bytes) -> str:
    return b64encode(digest).decode()


def _query(params: Mapping[str, str]) -> str:
    return "&".join(
        f"{quote(name, safe='')}={quote(value, safe='-_~')}"
        for name, value in sorted(params.items())
    )


def _version_2(secret: bytes, request: _Request) -> str:
    params = {**request.params, "SignatureMethod": "HmacSHA256"}
    signed = f"{request.verb}\n{request.host}\n{request.path}\n{_query(params)}"
    return _base64(hmac.digest(secret, signed.encode(), "sha256"))


def _version_4(secret: bytes, request: _Request) -> Iterator[str]:
    scope = request.shown("Credential").split("/")[1:]
    if len(scope) != len(("date", "region", "service", "aws4_request")):
        return
    if not request.date.startswith(scope[0]):
        return
    names = request.shown("SignedHeaders")
    headers = "".join(
        f"{name}:{request.headers[name]}\n" for name in names.split(";") if name in request.headers
    )
    query = "" if request.verb.upper() == "POST" else _query(request.params)
    canonical = "\n".join(
        (request.verb.upper(), request.path, query, headers, names, request.body_hash)
    )
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    signed = "\n".join((ALGORITHM, request.date, "/".join(scope), digest))
    yield _chain(secret, scope, signed)


def _chain(secret: bytes, scope: list[str], signed: str) -> str:
    key = b"AWS4" + secret
    for part in (*scope[:3], "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.digest(key, signed.encode(), "sha256").hex()


def is_signed_for_s3(secret: str, shown: Mapping[str, Any]) -> bool:
    """Return whether a text, which an object store made of a request, was signed with a secret."""
    try:
        text = urlsafe_b64decode(str(shown.get("token", ""))).decode()
    except (NotBase64, ValueError):
        return False
    expected = _for_s3(secret.encode(), text)
    signature = str(shown.get("signature", ""))
    return expected is not None and hmac.compare_digest(signature.encode(), expected.encode())


def _for_s3(secret: bytes, text: str) -> str | None:
    if not text.startswith("AWS4"):
        return _base64(hmac.digest(secret, text.encode(), "sha1"))
    lines = text.split("\n")
    if len(lines) != len(("algorithm", "date", "scope", "digest")) or lines[0] != ALGORITHM:
        return None
    scope = lines[2].split("/")
    if len(scope) != len(("date", "region", "service", "aws4_request")):
        return None
    if scope[2] not in S3_SERVICES or scope[3] != "aws4_request":
        return None
    return _chain(secret, scope, text)


def is_fresh(shown: Mapping[str, Any], now: float) -> bool:
    """Return whether a signature is not too old; one without a date counts as fresh."""
    request = _request(shown, "")
    date = request.params.get("Timestamp") or request.date
    if not date:
        return True
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return False
    return now <= moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() + FRESH_SECONDS
