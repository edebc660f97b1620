"""Where no identity service is, whoever needs a user is told so."""

import pytest

from calor.core.errors import CloudUnavailable
from calor.plugin.stack_users import AccessKey, NoStackUsers


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("project", ()),
        ("create_user", ("web",)),
        ("enable_user", ("u-1",)),
        ("disable_user", ("u-1",)),
        ("create_key", ("u-1",)),
        ("token", ("u-1", "secret")),
    ],
)
async def test_no_user_can_be_had(verb, given):
    with pytest.raises(CloudUnavailable, match="no identity service"):
        await getattr(NoStackUsers(), verb)(*given)


async def test_what_cannot_be_there_is_deleted():
    await NoStackUsers().delete_user("u-1")
    await NoStackUsers().delete_key("k-1")


def test_the_secret_of_a_key_is_not_shown():
    assert "hunter2" not in repr(AccessKey("1", "a", "hunter2"))
