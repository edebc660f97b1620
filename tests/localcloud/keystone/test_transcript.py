"""The local cloud says what a real Keystone said when it was asked the same."""

import json

import pytest

from tests.localcloud.keystone.conversations import CONVERSATIONS
from tests.localcloud.keystone.transcript import PATH, lines


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda one: one.__name__)
async def test_the_local_cloud_answers_as_keystone_did(conversation, cloud):
    await conversation(cloud)
    assert lines(cloud) == json.loads(PATH.read_text())[conversation.__name__]
