"""Somebody else's way of finding out who asks."""

import sys
import types

import pytest

from calor.api.authentication.custombackend import CustomBackend, load_backend
from calor.api.caller import Caller, Unauthenticated
from calor.core.errors import BrokenPlugin


def known(headers):
    name = headers.get("x-badge")
    return Caller(user_id=name, project_id="here") if name else None


async def known_later(headers):
    return known(headers)


class Known:
    async def __call__(self, headers):
        return known(headers)


@pytest.mark.parametrize("backend", [known, known_later, Known()])
async def test_a_backend_says_who_asks(backend):
    ask = CustomBackend(backend)
    assert (await ask({"x-badge": "ann"})).user_id == "ann"
    with pytest.raises(Unauthenticated):
        await ask({})


async def test_a_backend_that_gives_something_else_is_broken():
    with pytest.raises(BrokenPlugin, match="gave a str"):
        await CustomBackend(str)({})


async def test_a_backend_is_found_by_module_and_name(monkeypatch):
    module = types.ModuleType("badges")
    module.office = types.SimpleNamespace(known=known)
    module.number = 3
    monkeypatch.setitem(sys.modules, "badges", module)
    assert (await load_backend("badges:office.known")({"x-badge": "ann"})).user_id == "ann"
    for name in ("badges:nobody", "nowhere:known", "badges:number"):
        with pytest.raises(BrokenPlugin, match=name):
            load_backend(name)


def test_a_name_that_no_package_offers_is_told():
    with pytest.raises(BrokenPlugin, match="'badges'"):
        load_backend("badges")
