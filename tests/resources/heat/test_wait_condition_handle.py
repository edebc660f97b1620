import asyncio
import json

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.plugin.addresses import Addresses
from calor.resources.heat.wait_condition_handle import WaitConditionHandle
from tests.resources.heat.driving import MemoryHere, attribute, made, run
from tests.resources.users import MemoryUsers

PLACES = Addresses(api="http://api/v1/%(project)s", cfn="http://cfn/v1", identity="http://id/v3")
URL = "http://api/v1/users-project/stacks/stack/1/resources/it/signal"


def brought_up(transport="TOKEN_SIGNAL"):
    here = MemoryHere(stack_users=MemoryUsers(), addresses=PLACES)
    handle = made(WaitConditionHandle, signal_transport=transport)
    run(here, handle, Action.CREATE)
    return here, handle


def read(here, handle, *names):
    return [attribute(here, handle, name) for name in names]


def test_a_token_and_an_address_are_all_that_is_needed():
    here, handle = brought_up()
    token = f"token of {here.physical_id}"
    found = read(here, handle, "token", "endpoint", "curl_cli", "signal")
    assert found[:2] == [token, URL]
    assert found[2].startswith(f"curl -i -X POST -H 'X-Auth-Token: {token}'")
    assert found[2].endswith(URL)
    assert found[3] == "null"
    assert here.user_project == "users-project"


def test_the_credentials_of_a_user_are_shown_where_they_are_needed():
    here, handle = brought_up("HEAT_SIGNAL")
    shown = json.loads(attribute(here, handle, "signal"))
    password = here.stack_users.passwords[here.physical_id]
    assert shown == {
        "auth_url": "http://id/v3",
        "username": here.physical_name(),
        "user_id": here.physical_id,
        "password": password,
        "project_id": "users-project",
        "region_name": None,
        "alarm_url": URL,
    }
    assert read(here, handle, "token", "endpoint", "curl_cli") == [None] * 3


def test_a_signed_address_stays_the_same():
    here, handle = brought_up("CFN_SIGNAL")
    first = attribute(here, handle, "signal")
    here.clock += 100
    assert attribute(here, handle, "signal") == first
    assert json.loads(first)["alarm_url"].startswith("http://cfn/v1/waitcondition/arn%3Aopenstack")
    assert here.stack_users.keys == 1


def test_without_an_identity_service_only_the_owner_can_signal():
    here, handle = MemoryHere(addresses=PLACES), made(WaitConditionHandle)
    run(here, handle, Action.CREATE)
    assert read(here, handle, "token", "curl_cli") == [None, None]
    assert attribute(here, handle, "endpoint") == URL.replace("users-project", "owner")
    run(here, handle, Action.SUSPEND)
    run(here, handle, Action.DELETE)


@pytest.mark.parametrize("transport", ["TEMP_URL_SIGNAL", "ZAQAR_SIGNAL"])
def test_what_cannot_be_used_is_refused(transport):
    with pytest.raises(ResourceFailed, match=transport):
        run(MemoryHere(), made(WaitConditionHandle, signal_transport=transport), Action.CREATE)


def test_the_user_is_kept_out_while_the_handle_is_suspended_and_goes_with_it():
    here, handle = brought_up()
    users = here.stack_users
    run(here, handle, Action.SUSPEND)
    assert users.disabled == {here.physical_id}
    run(here, handle, Action.RESUME)
    assert users.disabled == set()
    run(here, handle, Action.DELETE)
    assert users.passwords == {}


def test_a_handle_made_again_has_the_same_user_and_password():
    here, handle = brought_up()
    before = dict(here.stack_users.passwords)
    run(here, handle, Action.CREATE)
    assert here.stack_users.passwords == before


def test_a_signal_is_kept_as_metadata():
    here, handle = brought_up()
    told = asyncio.run(handle.signal(here, {"id": "a", "data": 5}))
    assert told == "status:SUCCESS reason:Signal 1 received"
    assert here.metadata["a"]["data"] == 5
