"""What would become of a stack, told over the API."""

import json

from tests.api.orchestration.templates import GROUP, ONE, RANDOM, kind, made, template, url, value
from tests.api.serving import serving

RAW = {
    *("resource_name", "physical_resource_id", "resource_action", "resource_status"),
    *("resource_status_reason", "resource_type", "resource_identity", "stack_identity"),
    *("stack_name", "required_by", "creation_time", "updated_time", "description", "metadata"),
    "attributes",
}
BEFORE = template(
    {"kept": RANDOM, "changed": value({"get_param": "p"}), "gone": RANDOM, "moved": RANDOM},
    parameters={"p": {"type": "string", "default": "s3cret", "hidden": True}},
)
AFTER = template(
    {
        "kept": RANDOM,
        "changed": value("other"),
        "moved": {"type": "OS::Heat::RandomString", "properties": {"length": 5}},
        "new": value({"get_attr": ["moved", "value"]}),
    }
)


async def test_a_new_stack_is_told_in_raw_resources():
    async with serving() as service:
        of = template({"b": value("x", description="Any."), "a": value({"get_resource": "b"})})
        reply = await service.post("/stacks/preview", {"stack_name": "one", "template": of})
        stack = reply.json()["stack"]
        assert reply.status_code == 200
        assert "stack_status" not in stack
        b, a = stack["resources"]
        assert set(b) == RAW | {"properties"}
        assert (b["resource_action"], b["resource_status"]) == ("INIT", "COMPLETE")
        assert (b["required_by"], b["properties"]["value"]) == (["a"], "x")
        assert b["description"] == "Any."
        assert a["properties"]["value"] is None
        assert (await service.get("/stacks")).json() == {"stacks": []}


async def test_nobody_knows_the_ids_and_times_of_a_new_stack():
    async with serving() as service:
        parent = template({"part": {"type": "part.yaml"}})
        body = {"stack_name": "one", "template": parent, "files": {"part.yaml": json.dumps(ONE)}}
        stack = (await service.post("/stacks/preview", body)).json()["stack"]
        assert (stack["id"], stack["parameters"]["OS::stack_id"]) == ("None", "None")
        [[inner]] = stack["resources"]
        assert inner["stack_name"] == "one-part"
        assert inner["stack_identity"]["stack_id"] == "None"
        assert (inner["creation_time"], inner["updated_time"]) == (None, None)


async def test_child_stacks_of_a_new_stack_are_lists():
    async with serving() as service:
        reply = await service.post("/stacks/preview", {"stack_name": "one", "template": GROUP})
        [[first, second]] = reply.json()["stack"]["resources"]
        assert (first["resource_name"], second["resource_name"]) == ("0", "1")
        assert first["parent_resource"] == "group"


async def test_a_preview_refuses_what_would_be_refused():
    async with serving() as service:
        await made(service, "one", ONE)
        body = {"stack_name": "one", "template": ONE}
        assert kind(await service.post("/stacks/preview", body)) == (409, "StackExists")
        body = {"stack_name": "two", "template": template({"a": {"type": "Nix"}})}
        assert (await service.post("/stacks/preview", body)).status_code == 400
        assert kind(await service.post("/stacks/preview", {"stack_name": "two"})) == (
            400,
            "HTTPBadRequest",
        )


async def test_an_update_is_told_by_what_becomes_of_each_resource():
    async with serving() as service:
        path = await made(service, "one", BEFORE)
        reply = await service.put(f"{path}/preview", {"template": AFTER})
        assert reply.status_code == 200
        assert "s3cret" not in reply.text
        changes = reply.json()["resource_changes"]
        names = {key: [one["resource_name"] for one in found] for key, found in changes.items()}
        assert names == {
            "unchanged": ["kept"],
            "updated": ["changed"],
            "replaced": ["moved"],
            "added": ["new"],
            "deleted": ["gone"],
        }
        assert all(set(one) == RAW for found in changes.values() for one in found)
        plan = {one["resource_name"]: one for one in reply.json()["plan"]}
        assert plan["changed"]["reasons"] == [
            {
                "rule": "updatable",
                "property": "value",
                "old": "******",
                "new": "other",
                "is_known": True,
            }
        ]
        assert {name: one["kind"] for name, one in plan.items()} == {
            "kept": "keep",
            "changed": "update",
            "moved": "replace",
            "new": "create",
            "gone": "delete",
        }


async def test_a_patch_is_told_in_the_same_way():
    async with serving() as service:
        path = await made(service, "one", BEFORE)
        body = {"parameters": {"p": "n3w"}}
        reply = await service.client.patch(url(f"{path}/preview"), json=body)
        assert "n3w" not in reply.text
        updated = reply.json()["resource_changes"]["updated"]
        assert [one["resource_name"] for one in updated] == ["changed"]
        same = await service.put(f"{path}/preview", {**body, "existing": True})
        assert same.json()["resource_changes"]["updated"] == updated
        assert kind(await service.put(f"{path}/preview", body)) == (400, "HTTPBadRequest")


async def test_what_becomes_of_child_stacks_is_told_on_demand():
    async with serving() as service:
        path = await made(service, "one", GROUP)
        more = template(
            {
                "group": {
                    "type": "OS::Heat::ResourceGroup",
                    "properties": {"count": 3, "resource_def": RANDOM},
                }
            }
        )
        shallow = await service.put(f"{path}/preview", {"template": more})
        assert shallow.json()["resource_changes"]["added"] == []
        deep = await service.put(f"{path}/preview?show_nested=true", {"template": more})
        [added] = deep.json()["resource_changes"]["added"]
        assert (added["resource_name"], added["parent_resource"]) == ("2", "group")
        [group] = deep.json()["plan"]
        assert [one["kind"] for one in group["resources"]] == ["keep", "keep", "create"]
