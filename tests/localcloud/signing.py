"""Requests signed as AWS's clients do."""

import hashlib
from base64 import b64encode, urlsafe_b64encode
from hmac import digest

from keystoneclient.contrib.ec2.utils import Ec2Signer


def signed(
    secret: str, access: str, version: str, further: dict[str, str] | None = None
) -> dict[str, object]:
    """Sign a request to a service as AWS's clients do."""
    request = {
        "access": access,
        "host": "cfn.example:8000",
        "verb": "GET",
        "path": "/v1",
        "params": {"Action": "ListStacks", "SignatureVersion": version} | (further or {}),
        "headers": {},
        "body_hash": hashlib.sha256(b"").hexdigest(),
    }
    if version == "4":
        scope = "20990101/RegionOne/cloudformation/aws4_request"
        authorization = f"AWS4-HMAC-SHA256 Credential={access}/{scope}, SignedHeaders=host, "
        request["params"] = {"Action": "ListStacks"}
        request["headers"] = {
            "Authorization": authorization,
            "X-Amz-Date": "20990101T000000Z",
            "Host": "cfn.example:8000",
        }
    return {**request, "signature": Ec2Signer(secret).generate(request)}


def signed_for_s3(secret: str, access: str) -> dict[str, str]:
    """Sign a text that an object store made of a request."""
    text = b"GET\n\n\ndate\n/bucket"
    signature = b64encode(digest(secret.encode(), text, "sha1")).decode()
    return {"access": access, "token": urlsafe_b64encode(text).decode(), "signature": signature}
