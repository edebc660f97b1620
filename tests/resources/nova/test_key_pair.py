"""OS::Nova::KeyPair imports or generates a key."""

import pytest
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from calor.core.errors import CloudConflict, CloudUnavailable, ResourceFailed
from calor.resources.nova.key_pair import KeyPair
from tests.resources.nova.key_service import a_key_service
from tests.resources.work import Work


@pytest.fixture
def work():
    return Work(a_key_service(), KeyPair)


def test_a_given_key_is_imported(work):
    work.create(name="key", public_key="ssh-rsa AAAA", type="ssh", user="joe")
    pair = {"name": "key", "public_key": "ssh-rsa AAAA", "type": "ssh", "user_id": "u1"}
    assert work.cloud.pairs["key"] | pair == work.cloud.pairs["key"]
    assert work.reference_id == "key"
    assert work.attributes == {"public_key": "ssh-rsa AAAA"}
    assert work.attribute("private_key") == ""
    work.check().delete()
    assert work.cloud.pairs == {}


def test_a_generated_key_is_kept_if_wanted(work):
    work.create(name="key", save_private_key=True)
    private = load_pem_private_key(work.attribute("private_key").encode(), None)
    public = private.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()
    assert work.attributes["public_key"].startswith(f"{public} stack-it-")
    assert "private_key" not in work.attributes
    assert "private_key" not in work.data
    assert "private_key" not in work.attribute("show")


def test_a_generated_key_is_not_kept_else(work):
    work.create(name="key")
    assert work.attribute("private_key") == ""
    assert work.secrets == {}


def test_a_certificate_is_made_by_the_service(work):
    work.create(name="key", type="x509", save_private_key=True)
    assert work.attribute("private_key") == "made there"
    assert work.attributes["public_key"] == "a certificate"


@pytest.mark.parametrize("kind", ["ssh", "x509"])
def test_a_private_key_that_was_lost_with_the_answer_is_made_anew(work, kind):
    work.cloud.loses = 1
    wanted = {"name": "key", "type": kind, "save_private_key": True}
    with pytest.raises(CloudUnavailable):
        work.create(**wanted)
    work.again().create(**wanted)
    assert work.attribute("private_key")
    assert list(work.cloud.pairs) == ["key"]


def test_a_public_key_is_found_again(work):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(name="key", public_key="ssh-rsa AAAA")
    work.again().create(name="key", public_key="ssh-rsa AAAA")
    assert len(work.cloud.sent("POST")) == 1


def test_one_of_somebody_else_is_left_alone(work):
    Work(work.cloud, KeyPair, number=8).create(name="key")
    before = dict(work.cloud.pairs["key"])
    with pytest.raises(CloudConflict):
        work.create(name="key")
    work.delete()
    assert work.cloud.pairs["key"] == before


def test_one_of_the_same_name_is_replaced(work):
    work.create(name="key", public_key="ssh-rsa AAAA")
    Work(work.cloud, KeyPair, number=8, replaces="key").create(name="key", public_key="ssh-rsa B")
    work.delete()
    assert work.cloud.pairs["key"]["public_key"] == "ssh-rsa B"


def test_one_that_is_gone_fails_its_check(work):
    work.create(name="key")
    work.cloud.pairs.clear()
    with pytest.raises(ResourceFailed, match="is gone"):
        work.check()
    work.delete()
