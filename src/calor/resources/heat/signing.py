"""Addresses signed as on EC2, version 2: whoever has one may use it, and only for what it says."""

import base64
import hashlib
import hmac
from datetime import UTC, datetime
from urllib.parse import quote, unquote, urlencode, urlsplit

from calor.plugin.stack_users import AccessKey


def signed(verb: str, url: str, key: AccessKey, time: float | None = None) -> str:
    """Return an address with a signature; without a time it holds for as long as the key does."""
    parts = urlsplit(url)
    parameters = {
        "AWSAccessKeyId": key.access,
        "SignatureMethod": "HmacSHA256",
        "SignatureVersion": "2",
    }
    if time is not None:
        parameters["Timestamp"] = datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    asked = "&".join(
        f"{quote(name, safe='')}={quote(value, safe='-_~')}"
        for name, value in sorted(parameters.items())
    )
    # The service sees the path without its escapes.
    text = "\n".join([verb, parts.netloc.lower(), unquote(parts.path), asked])
    digest = hmac.digest(key.secret.encode(), text.encode(), hashlib.sha256)
    signature = base64.b64encode(digest).decode()
    return f"{url}?{urlencode({**parameters, 'Signature': signature})}"
