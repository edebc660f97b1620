from urllib.parse import parse_qs, urlsplit

from calor.plugin.stack_users import AccessKey
from calor.resources.heat.signing import signed

URL = "http://cfn:8000/v1/signal/arn%3Aopenstack%3Aheat%3A%3Ap%3Astacks/web/1/resources/up"
KEY = AccessKey("id", "acc", "s3cret")


def parameters(url):
    assert url.startswith(f"{URL}?")
    return {name: one for name, (one,) in parse_qs(urlsplit(url).query).items()}


def test_an_address_is_signed_as_the_identity_service_checks_it():
    assert parameters(signed("POST", URL, KEY)) == {
        "AWSAccessKeyId": "acc",
        "SignatureMethod": "HmacSHA256",
        "SignatureVersion": "2",
        "Signature": "LD6H8ZipTx966LzK/WBjccPWG521om6M0Uan+LvCWhc=",
    }


def test_an_address_can_have_a_time():
    found = parameters(signed("PUT", URL, KEY, 1000))
    assert found["Timestamp"] == "1970-01-01T00:16:40Z"
    assert found["Signature"] == "0Pocm2ujrUN2tRbFgMQhVQEcHL1GoAQy6OefJ0903b0="
