"""Looking at many objects of a collection costs a listing, at a few a request each."""

import asyncio

import pytest

from calor.cloud.watching import unwrapped
from calor.core.errors import CloudUnavailable
from calor.plugin.cloud import Shelf
from tests.cloud.fake import Says

PORTS = Shelf(service="network", path="/v2.0/ports", key="ports")
SERVERS = Shelf(service="compute", path="/servers/detail", key="servers")


def ports(*numbers):
    return [{"id": str(one), "status": "UP"} for one in numbers]


async def test_one_object_is_asked_for_alone(fake, cloud):
    fake.on("GET", "/compute/v2.1/servers/1", Says(body={"server": {"id": "1", "name": "web"}}))
    assert await cloud.watch(SERVERS, "1") == {"id": "1", "name": "web"}


async def test_what_is_not_there_any_more_is_none(cloud):
    assert await cloud.watch(SERVERS, "1") is None


async def test_many_objects_are_seen_by_one_listing(fake, cloud):
    fake.on("GET", "/network/v2.0/ports", Says(body={"ports": ports(*range(20))}))
    seen = await asyncio.gather(*(cloud.watch(PORTS, str(one)) for one in range(20)))
    assert [one["id"] for one in seen] == [str(one) for one in range(20)]
    (listing,) = [one for one in fake.heard if "ports" in one.path]
    assert listing.query == {"limit": "500"}


async def test_in_a_large_collection_a_few_are_asked_for_alone(fake, cloud):
    fake.on("GET", "/network/v2.0/ports", Says(body={"ports": ports(*range(400))}))
    await asyncio.gather(*(cloud.watch(PORTS, str(one)) for one in range(6)))
    for one in range(5):
        fake.on("GET", f"/network/v2.0/ports/{one}", Says(body={"port": ports(one)[0]}))
    assert all(await asyncio.gather(*(cloud.watch(PORTS, str(one)) for one in range(5))))
    assert len(fake.asked("/network/v2.0/ports")) == 1


async def test_all_pages_are_read_until_everybody_is_answered(fake, cloud):
    link = {"rel": "next", "href": "http://inside:9696/v2.0/ports?limit=500&marker=4"}
    first = {"ports": ports(*range(5)), "ports_links": [link]}
    fake.on("GET", "/network/v2.0/ports", Says(body=first), Says(body={"ports": ports(5, 6)}))
    seen = await asyncio.gather(*(cloud.watch(PORTS, str(one)) for one in range(7)))
    assert all(seen)
    assert [one.query.get("marker") for one in fake.asked("/network/v2.0/ports")] == [None, "4"]


async def test_what_a_listing_does_not_show_is_asked_for_alone(fake, cloud):
    fake.on("GET", "/network/v2.0/ports", Says(body={"ports": ports(*range(6))}))
    fake.on("GET", "/network/v2.0/ports/hidden", Says(body={"port": {"id": "hidden"}}))
    names = [*map(str, range(6)), "hidden", "gone"]
    seen = await asyncio.gather(*(cloud.watch(PORTS, one) for one in names))
    assert [one and one["id"] for one in seen] == [*map(str, range(6)), "hidden", None]


async def test_nobody_is_answered_by_what_was_read_before_they_asked(fake, cloud):
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(request):
        begun.set()
        await go_on.wait()
        return await Says(body={"ports": ports(*range(5))})(request)

    fake.on("GET", "/network/v2.0/ports", slow)
    fake.on("GET", "/network/v2.0/ports/0", Says(body={"port": {"id": "0", "status": "DOWN"}}))
    early = [asyncio.create_task(cloud.watch(PORTS, str(one))) for one in range(5)]
    await begun.wait()
    late = asyncio.create_task(cloud.watch(PORTS, "0"))
    await asyncio.sleep(0)
    go_on.set()
    assert (await early[0])["status"] == "UP"
    assert (await late)["status"] == "DOWN"
    await asyncio.gather(*early)


async def test_a_failure_is_told_to_everybody_and_the_next_look_is_free_of_it(fake, cloud):
    fake.on("GET", "/network/v2.0/ports", Says(500, {"x": {"message": "broken"}}))
    looks = [cloud.watch(PORTS, str(one)) for one in range(6)]
    for problem in await asyncio.gather(*looks, return_exceptions=True):
        assert isinstance(problem, CloudUnavailable)
    fake.on("GET", "/network/v2.0/ports", Says(body={"ports": ports(*range(6))}))
    assert all(await asyncio.gather(*(cloud.watch(PORTS, str(one)) for one in range(6))))


async def test_one_who_gives_up_disturbs_nobody(fake, cloud):
    fake.on("GET", "/network/v2.0/ports", Says(body={"ports": ports(*range(6))}))
    looks = [asyncio.create_task(cloud.watch(PORTS, str(one))) for one in range(6)]
    await asyncio.sleep(0)
    looks[0].cancel()
    assert all(await asyncio.gather(*looks[1:]))
    with pytest.raises(asyncio.CancelledError):
        await looks[0]


def test_an_object_stands_alone_or_in_a_map():
    assert unwrapped({"server": {"id": "1"}}, "id") == {"id": "1"}
    assert unwrapped({"id": "1", "properties": {"a": 1}}, "id")["id"] == "1"
    assert unwrapped(None, "id") == {}
