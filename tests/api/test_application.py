"""The application: who asks, whether they may, and what is told when something goes wrong."""

import json

import httpx
import msgspec
import pytest

from calor.api.application import Application
from calor.api.call import Answer, answer
from calor.api.caller import Forbidden
from calor.api.rate import Rate, RateSettings, RequestRates
from calor.api.route import Route, Table
from calor.api.services import ApiSettings, Services
from calor.engine.desks import Desks
from calor.engine.limits import Limits
from calor.store.memory import MemoryStore
from tests.api.serving import TYPES, Anybody, by_name


class Body(msgspec.Struct):
    name: str
    size: int = 0


class Readers(Anybody):
    def enforce(self, rule, caller, target):
        if "reader" not in caller.roles:
            raise Forbidden(f"{rule} is not for you")


async def show(call):
    return answer({"user": call.caller.user_id, "url": call.url})


async def take(call):
    return answer({"name": call.body.name, "size": call.body.size})


async def burst(_call):
    raise KeyError("a secret")


async def long(_call):
    async def parts():
        for n in range(3):
            yield f"{n},".encode()

    return Answer(body=parts(), content_type="text/plain")


def route(method, path, handle, policy="x:y", **more):
    return Route(method=method, path=path, policy=policy, handle=handle, summary="", **more)


TABLE = Table(
    [
        route("GET", "/v1/{project}/it", show),
        route("POST", "/v1/{project}/it", take, body=Body),
        route("GET", "/v1/{project}/bug", burst),
        route("GET", "/v1/{project}/long", long),
        route("GET", "/open", show, None),
    ]
)


def client(**more):
    desks = Desks.over(MemoryStore(), types=TYPES, limits=Limits())
    services = Services(desks=desks, policy=Readers(), settings=ApiSettings(max_body=200))
    app = Application(table=TABLE, services=services, authenticate=by_name, **more)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://calor.test",
        headers={"X-Auth-Token": "ann:p:reader"},
    )


async def test_a_known_caller_is_answered():
    async with client() as calor:
        reply = await calor.get("/v1/p/it")
        assert reply.json() == {"user": "ann", "url": "http://calor.test"}
        assert reply.headers["x-openstack-request-id"].startswith("req-")


@pytest.mark.parametrize(
    ("token", "path", "status"),
    [
        ("", "/v1/p/it", 401),
        ("ann:p:member", "/v1/p/it", 403),
        ("ann:p:reader", "/v1/q/it", 403),
        ("root:p:admin,reader", "/v1/q/it", 200),
        ("", "/open", 200),
        ("ann:p:reader", "/v1/p/nothing", 404),
    ],
)
async def test_who_may_do_what(token, path, status):
    async with client() as calor:
        assert (await calor.get(path, headers={"X-Auth-Token": token})).status_code == status


async def test_a_body_becomes_what_the_route_declares():
    async with client() as calor:
        assert (await calor.post("/v1/p/it", json={"name": "a", "size": "3"})).json() == {
            "name": "a",
            "size": 3,
        }


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"{", "application/json"),
        (b"[]", "application/json"),
        (b'{"name": 3}', "application/json"),
        (b"{}", "application/json"),
        (b'{"name": "\xff"}', "application/json"),
        (b'{"name": "a"}', "application/xml"),
        (json.dumps({"name": "a" * 1000}).encode(), "application/json"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused(content, kind):
    async with client() as calor:
        reply = await calor.post("/v1/p/it", content=content, headers={"Content-Type": kind})
        assert reply.status_code == 400
        assert reply.json()["error"]["message"]


async def test_a_bug_is_told_without_its_message():
    async with client() as calor:
        reply = await calor.get("/v1/p/bug")
        assert reply.status_code == 500
        assert "secret" not in reply.text


async def test_another_method_is_told_what_is_allowed():
    async with client() as calor:
        reply = await calor.delete("/v1/p/it")
        assert (reply.status_code, reply.headers["allow"]) == (405, "GET, POST")


async def test_a_long_answer_comes_in_pieces():
    async with client() as calor:
        assert (await calor.get("/v1/p/long")).text == "0,1,2,"


async def test_whoever_asks_too_often_is_told_when_to_come_back():
    slow = Rate(per_second=0.1, burst=1)
    async with client(rates=RequestRates(RateSettings(callers=slow, addresses=slow))) as calor:
        assert (await calor.get("/v1/p/it")).status_code == 200
        reply = await calor.get("/v1/p/it")
        assert (reply.status_code, reply.headers["retry-after"]) == (429, "10")
        nobody = {"X-Auth-Token": ""}
        assert (await calor.get("/v1/p/it", headers=nobody)).status_code == 401
        assert (await calor.get("/v1/p/it", headers=nobody)).status_code == 429


async def test_every_answer_is_counted():
    counted = []

    def count(route, status, seconds):
        counted.append((route and route.path, status, seconds >= 0))

    async with client(count=count) as calor:
        await calor.get("/v1/p/it")
        await calor.get("/nowhere")
    assert counted == [("/v1/{project}/it", 200, True), (None, 404, True)]
