import asyncio

from calor.plugin.addresses import Addresses
from calor.resources.heat.reporting import SIGNAL, make_user, signal_url, signed_url
from tests.resources.heat.driving import MemoryHere
from tests.resources.users import MemoryUsers


def test_addresses_that_nobody_knows_are_not_given():
    here = MemoryHere(stack_users=MemoryUsers())
    user_id = asyncio.run(make_user(here))
    assert signal_url(here) is None
    assert asyncio.run(signed_url(here, user_id, SIGNAL)) is None


def test_nothing_is_signed_without_a_user():
    here = MemoryHere(addresses=Addresses(cfn="http://cfn"))
    assert asyncio.run(make_user(here)) == here.id
    assert asyncio.run(signed_url(here, here.id, SIGNAL)) is None


def test_a_password_has_characters_of_every_kind():
    here = MemoryHere(stack_users=MemoryUsers())
    asyncio.run(make_user(here))
    password = here.secrets["password"]
    assert len(password) > 32
    assert {"lower", "upper", "digit", "other"} == {
        "lower"
        if one.islower()
        else "upper"
        if one.isupper()
        else "digit"
        if one.isdigit()
        else "other"
        for one in password
    }
