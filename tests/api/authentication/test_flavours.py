"""A flavour is chosen by its name."""

import pytest

from calor.api.authentication.flavours import (
    FLAVOURS,
    AuthenticationSettings,
    make_authentication,
)
from calor.api.authentication.keystone import KeystoneTokens
from calor.api.authentication.middleware import keystone_options
from calor.api.authentication.noauth import NoAuthentication
from calor.api.authentication.password import Password
from calor.core.errors import BrokenPlugin


def made(flavour):
    conf = keystone_options(auth_url="http://127.0.0.1:1/v3", username="u", password="p")
    return make_authentication(AuthenticationSettings(flavour=flavour, backend="nobody"), conf)


def test_each_flavour_is_its_own():
    kinds = {"keystone": KeystoneTokens, "standalone": Password, "noauth": NoAuthentication}
    assert {flavour: type(made(flavour)) for flavour in kinds} == kinds
    assert {*kinds, "custombackend"} == set(FLAVOURS)


def test_tokens_are_wanted_unless_something_else_is_chosen():
    assert AuthenticationSettings().flavour == "keystone"


def test_a_custom_backend_must_be_there():
    with pytest.raises(BrokenPlugin, match="nobody"):
        made("custombackend")
