"""A stack is found by its name, its id or its ARN."""

import pytest

from tests.api.orchestration.templates import ONE, made, rested, url
from tests.api.serving import serving


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
async def test_every_method_is_led_to_the_stack(method):
    async with serving() as service:
        path = await made(service, "one", ONE)
        stack_id = path.rpartition("/")[2]
        arn = f"arn:openstack:heat::p1:stacks/one/{stack_id}"
        for word in ("one", stack_id, arn):
            reply = await service.client.request(method, url(f"/stacks/{word}"))
            assert (reply.status_code, reply.headers["location"]) == (302, url(path))


async def test_parts_and_queries_are_kept():
    async with serving() as service:
        path = await made(service, "one", ONE)
        for part in ("resources", "events", "template", "actions", "environment", "files"):
            reply = await service.get(f"/stacks/one/{part}?a=b&c=d")
            assert reply.headers["location"] == url(f"{path}/{part}?a=b&c=d")
        reply = await service.post("/stacks/one/actions", {"check": None})
        assert reply.headers["location"] == url(f"{path}/actions")
        arn = f"arn:openstack:heat::p1:stacks/one/{path.rpartition('/')[2]}/resources/it"
        reply = await service.get(f"/stacks/{arn}")
        assert reply.headers["location"] == url(f"{path}/resources/it")


async def test_a_deleted_stack_is_found_by_its_id_alone():
    async with serving() as service:
        path = await made(service, "one", ONE)
        await service.delete(path)
        await rested(service, path)
        assert (await service.get("/stacks/one")).status_code == 404
        assert (await service.get(f"/stacks/{path.rpartition('/')[2]}")).status_code == 302


@pytest.mark.parametrize("word", ["nobody", "arn:nonsense", "arn:openstack:heat::p1:stacks/a/b"])
async def test_what_is_not_there_is_not_found(word):
    async with serving() as service:
        reply = await service.get(f"/stacks/{word}")
        assert reply.status_code == 404
        assert reply.json()["error"]["type"] == "EntityNotFound"
