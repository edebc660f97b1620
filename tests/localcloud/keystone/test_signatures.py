"""Signatures of AWS clients."""

import base64
import hashlib
import hmac
from typing import Any

import pytest

from calor.localcloud.keystone.signatures import is_fresh, is_signed, is_signed_for_s3

# The example of https://docs.aws.amazon.com/general/latest/gr/signature-version-4.html
SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
SIGNATURE = "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
REQUEST: dict[str, Any] = {
    "verb": "GET",
    "host": "iam.amazonaws.com",
    "path": "/",
    "params": {"Action": "ListUsers", "Version": "2010-05-08"},
    "headers": {
        "Authorization": "AWS4-HMAC-SHA256 "
        "Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "
        "SignedHeaders=content-type;host;x-amz-date, Signature=…",
        "Content-Type": "application/x-www-form-urlencoded; charset=utf-8",
        "Host": "iam.amazonaws.com",
        "X-Amz-Date": "20150830T123600Z",
    },
    "body_hash": hashlib.sha256(b"").hexdigest(),
    "signature": SIGNATURE,
}


def test_awss_own_example_is_right():
    assert is_signed(SECRET, REQUEST)


@pytest.mark.parametrize(
    "change",
    [
        {"path": "/x"},
        {"verb": "POST"},
        {"params": {}},
        {"headers": {}},
        {"body_hash": "0"},
        {"signature": None},
        {"headers": REQUEST["headers"] | {"X-Amz-Date": "20150831T123600Z"}},
        {"headers": {"Authorization": "AWS4-HMAC-SHA256 Credential=x"}},
        {"params": {"SignatureVersion": "9"}},
        {"params": "nonsense", "headers": 7},
    ],
)
def test_a_request_that_was_changed_is_not(change):
    assert not is_signed(SECRET, REQUEST | change)


def test_a_client_may_leave_the_port_out_of_what_it_signs():
    params = {"SignatureVersion": "2", "SignatureMethod": "HmacSHA256", "Action": "a b"}
    query = "Action=a%20b&SignatureMethod=HmacSHA256&SignatureVersion=2"
    text = f"GET\ncfn.example\n/v1\n{query}".encode()
    signature = base64.b64encode(hmac.digest(b"s", text, "sha256")).decode()
    request = {"verb": "GET", "path": "/v1", "params": params, "signature": signature}
    assert is_signed("s", request | {"host": "cfn.example:8000"})
    assert not is_signed("s", request | {"host": "other.example:8000"})


def s3(text: str, signature: str) -> dict[str, str]:
    return {"token": base64.urlsafe_b64encode(text.encode()).decode(), "signature": signature}


def test_object_stores_show_the_signed_text_itself():
    text = "GET\n\n\ndate\n/bucket"
    right = base64.b64encode(hmac.digest(b"s", text.encode(), "sha1")).decode()
    assert is_signed_for_s3("s", s3(text, right))
    assert not is_signed_for_s3("s", s3(f"{text}2", right))
    assert not is_signed_for_s3("s", {"token": "é", "signature": right})


def test_object_stores_may_use_version_4():
    text = "AWS4-HMAC-SHA256\n20260101T000000Z\n20260101/r/s3/aws4_request\ndigest"
    key = b"AWS4s"
    for part in ("20260101", "r", "s3", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    right = hmac.digest(key, text.encode(), "sha256").hex()
    assert is_signed_for_s3("s", s3(text, right))
    for wrong in (text.replace("/s3/", "/ec2/"), text.replace("\ndigest", ""), "AWS4"):
        assert not is_signed_for_s3("s", s3(wrong, right))


def test_a_signature_grows_old():
    moment = 1_440_938_160.0  # 2015-08-30T12:36:00Z
    assert is_fresh(REQUEST, moment + 800)
    assert not is_fresh(REQUEST, moment + 1000)
    assert is_fresh({}, moment)
    assert not is_fresh({"params": {"Timestamp": "yesterday"}}, moment)
