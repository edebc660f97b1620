import asyncio

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.plugin.addresses import Addresses
from calor.resources.aws.wait_condition_handle import (
    UpdateWaitConditionHandle,
    WaitConditionHandle,
)
from tests.resources.heat.driving import MemoryHere, made, run
from tests.resources.users import MemoryUsers

SIGNAL = {"UniqueId": "1", "Status": "SUCCESS", "Reason": "up", "Data": "d"}


def test_a_reference_gives_the_signed_address():
    here = MemoryHere(stack_users=MemoryUsers(), addresses=Addresses(cfn="http://cfn/v1"))
    handle = made(WaitConditionHandle)
    run(here, handle, Action.CREATE)
    url = handle.reference_id(here)
    assert url.startswith("http://cfn/v1/waitcondition/arn")
    run(here, handle, Action.SUSPEND)
    assert here.stack_users.disabled == {here.physical_id}
    run(here, handle, Action.RESUME)
    assert handle.reference_id(here) == url
    run(here, handle, Action.DELETE)
    assert here.stack_users.passwords == {}


def test_without_an_address_to_sign_each_handle_has_a_reference_of_its_own():
    here, handle = MemoryHere(), made(WaitConditionHandle)
    run(here, handle, Action.CREATE)
    assert handle.reference_id(here) == here.id


def test_signals_are_written_as_amazon_writes_them():
    here, handle = MemoryHere(), made(WaitConditionHandle)
    assert asyncio.run(handle.signal(here, SIGNAL)) == "status:SUCCESS reason:up"
    assert here.metadata == {"1": {"Status": "SUCCESS", "Reason": "up", "Data": "d"}}
    with pytest.raises(ResourceFailed):
        asyncio.run(handle.signal(here, {"status": "SUCCESS"}))


def test_one_that_is_replaced_at_every_update():
    handle = made(UpdateWaitConditionHandle)
    assert handle.must_replace(handle, set())
