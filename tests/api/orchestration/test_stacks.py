"""Stacks over the API: made, shown, changed, deleted."""

import pytest

from calor.api.services import ApiSettings
from calor.engine.limits import Limits
from tests.api.orchestration.templates import (
    ONE,
    PAIR,
    SLOW,
    begun,
    kind,
    made,
    rested,
    template,
    url,
    value,
)
from tests.api.serving import serving, token

HIDDEN = template(
    {"it": value({"get_param": "secret"})},
    parameters={
        "secret": {"type": "string", "hidden": True},
        "names": {"type": "comma_delimited_list", "default": "a,b"},
        "more": {"type": "json", "default": {"k": [1]}},
    },
    description="What it is for.",
)


async def test_a_stack_is_made_and_listed():
    async with serving() as service:
        reply = await service.post("/stacks", {"stack_name": "one", "template": ONE})
        assert reply.status_code == 201
        stack_id = reply.json()["stack"]["id"]
        assert reply.headers["location"] == url(f"/stacks/one/{stack_id}")
        assert reply.headers["x-openstack-request-id"].startswith("req-")
        assert (await service.rest(stack_id))["status"] == "CREATE_COMPLETE"
        listed = (await service.get("/stacks")).json()["stacks"]
        assert [(one["stack_name"], one["stack_status"]) for one in listed] == [
            ("one", "CREATE_COMPLETE")
        ]


async def test_a_template_with_a_mistake_is_refused_where_it_is():
    async with serving() as service:
        bad = template({"it": {"type": "OS::Heat::Nix"}})
        refused = await service.post("/stacks", {"stack_name": "one", "template": bad})
        assert kind(refused) == (400, "StackValidationFailed")
        assert "OS::Heat::Nix" in refused.json()["error"]["message"]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"template": ONE}, "HTTPBadRequest"),
        ({"stack_name": "one"}, "HTTPBadRequest"),
        ({"stack_name": "1one", "template": ONE}, "StackValidationFailed"),
        ({"stack_name": "o" * 256, "template": ONE}, "StackValidationFailed"),
        ({"stack_name": "one", "template": ONE, "converge": True}, "HTTPBadRequest"),
        ({"stack_name": "one", "template": ONE, "timeout_mins": -1}, "HTTPBadRequest"),
        ({"stack_name": "one", "template": ONE, "timeout_mins": "soon"}, "HTTPBadRequest"),
        ({"stack_name": "one", "template": ONE, "tags": "t" * 81}, "HTTPBadRequest"),
        ({"stack_name": "one", "template": "- a list"}, "StackValidationFailed"),
        ({"stack_name": "one", "template": ONE, "files_container": "c"}, "NotSupported"),
        ({"stack_name": "one", "adopt_stack_data": "{}"}, "NotSupported"),
    ],
)
async def test_a_request_that_makes_no_sense_is_refused(body, error):
    async with serving() as service:
        assert kind(await service.post("/stacks", body)) == (400, error)


async def test_a_name_is_taken_once():
    async with serving() as service:
        await made(service, "one", ONE)
        refused = await service.post("/stacks", {"stack_name": "one", "template": ONE})
        assert kind(refused) == (409, "StackExists")
        busy = await begun(service, "busy", SLOW)
        refused = await service.post(f"{busy}/actions", {"suspend": None})
        assert kind(refused) == (409, "ActionInProgress")


async def test_limits_hold_for_all_but_administrators():
    async with serving(limits=Limits(stacks_per_project=1)) as service:
        await made(service, "one", ONE)
        body = {"stack_name": "two", "template": ONE}
        assert kind(await service.post("/stacks", body)) == (400, "RequestLimitExceeded")
        allowed = await service.post("/stacks", body, headers=token("root", roles="admin"))
        assert allowed.status_code == 201


async def test_a_template_that_is_too_large_is_refused():
    async with serving(ApiSettings(max_template=50)) as service:
        refused = await service.post("/stacks", {"stack_name": "one", "template": ONE})
        assert kind(refused) == (400, "RequestLimitExceeded")


async def test_a_stack_is_shown_without_what_is_hidden():
    async with serving() as service:
        path = await made(
            service, "one", HIDDEN, parameters={"secret": "s3cret"}, tags="a,b", timeout_mins=5
        )
        reply = await service.get(path)
        shown = reply.json()["stack"]
        assert "s3cret" not in reply.text
        assert shown.pop("creation_time").endswith("Z")
        stack_id = shown["id"]
        assert shown == {
            "id": stack_id,
            "links": [{"href": url(path), "rel": "self"}],
            "stack_name": "one",
            "stack_owner": "ann",
            "stack_status": "CREATE_COMPLETE",
            "stack_status_reason": "Stack CREATE completed successfully",
            "stack_user_project_id": None,
            "description": "What it is for.",
            "template_description": "What it is for.",
            "updated_time": None,
            "deletion_time": None,
            "parent": None,
            "tags": ["a", "b"],
            "parameters": {
                "OS::project_id": "p1",
                "OS::stack_id": stack_id,
                "OS::stack_name": "one",
                "secret": "******",
                "names": "a,b",
                "more": '{"k": [1]}',
            },
            "outputs": [],
            "notification_topics": [],
            "capabilities": [],
            "disable_rollback": True,
            "timeout_mins": 5,
        }
        environment = (await service.get(f"{path}/environment")).json()
        assert environment["parameters"] == {"secret": "******"}
        assert set(environment) == {
            "parameters",
            "parameter_defaults",
            "resource_registry",
            "event_sinks",
            "encrypted_param_names",
        }


async def test_outputs_are_shown_unless_they_are_not_wanted():
    async with serving() as service:
        path = await made(service, "one", PAIR)
        [output] = (await service.get(path)).json()["stack"]["outputs"]
        assert (output["output_key"], output["description"]) == ("shown", "What it is.")
        assert len(output["output_value"]) == 32
        shown = (await service.get(f"{path}?resolve_outputs=False")).json()["stack"]
        assert "outputs" not in shown


async def test_what_a_stack_was_made_of_is_given_back():
    async with serving() as service:
        files = {"a.txt": "text", "b.json": {"is": "read"}}
        text = '{"heat_template_version": "2018-08-31", "resources": {}}'
        path = await made(service, "one", text, files=files)
        assert (await service.get(f"{path}/template")).json() == template({})
        assert (await service.get(f"{path}/files")).json() == {
            "a.txt": "text",
            "b.json": '{"is":"read"}',
        }


async def test_environment_files_are_merged_in_their_order():
    async with serving() as service:
        path = await made(
            service,
            "one",
            HIDDEN,
            files={
                "a.yaml": "parameters: {secret: a, names: 'x'}",
                "b.yaml": "parameters: {secret: b}",
            },
            environment_files=["a.yaml", "b.yaml"],
            environment={"parameters": {"names": "not this"}},
            parameters={"more": {"from": "here"}},
        )
        shown = (await service.get(path)).json()["stack"]["parameters"]
        assert (shown["names"], shown["more"]) == ("x", '{"from": "here"}')
        body = {"stack_name": "two", "template": ONE, "environment_files": ["c.yaml"]}
        assert kind(await service.post("/stacks", body)) == (400, "HTTPBadRequest")


async def test_an_update_replaces_the_goal_and_a_patch_changes_what_it_names():
    async with serving() as service:
        path = await made(service, "one", HIDDEN, parameters={"secret": "old"}, tags="a")
        put = await service.put(path, {"template": PAIR, "timeout_mins": 3})
        assert (put.status_code, put.content) == (202, b"")
        assert await rested(service, path) == "UPDATE_COMPLETE"
        shown = (await service.get(path)).json()["stack"]
        assert (shown["tags"], shown["timeout_mins"]) == (None, 3)
        assert shown["updated_time"] is not None
        put = await service.put(path, {"template": HIDDEN, "parameters": {"secret": "x"}})
        await rested(service, path)
        patched = await service.client.patch(url(path), json={"parameters": {"names": "c"}})
        assert patched.status_code == 202
        await rested(service, path)
        shown = (await service.get(path)).json()["stack"]["parameters"]
        assert (shown["secret"], shown["names"]) == ("******", "c")
        await service.client.patch(url(path), json={"clear_parameters": ["names"]})
        await rested(service, path)
        shown = (await service.get(path)).json()["stack"]["parameters"]
        assert shown["names"] == "a,b"
        assert kind(await service.put(path, {})) == (400, "HTTPBadRequest")


async def test_a_patch_without_content_is_asked_about_under_a_rule_of_its_own():
    async with serving() as service:
        path = await made(service, "one", ONE)
        assert (await service.client.patch(url(path), json={})).status_code == 202


async def test_a_suspended_stack_cannot_be_updated():
    async with serving() as service:
        path = await made(service, "one", ONE)
        await service.post(f"{path}/actions", {"suspend": None})
        await rested(service, path)
        assert kind(await service.put(path, {"template": ONE})) == (400, "NotSupported")


async def test_a_deleted_stack_is_shown_by_its_id_alone():
    async with serving() as service:
        path = await made(service, "one", PAIR)
        reply = await service.delete(path)
        assert (reply.status_code, reply.content) == (204, b"")
        assert await rested(service, path) == "DELETE_COMPLETE"
        shown = (await service.get(path)).json()["stack"]
        assert shown["deletion_time"] is not None
        assert "outputs" not in shown
        assert kind(await service.delete(path)) == (404, "EntityNotFound")
        assert (await service.get("/stacks/one")).status_code == 404


async def test_a_stack_can_be_adopted_where_the_operator_allows_it():
    async with serving(ApiSettings(allow_adopt=True, allow_abandon=True)) as service:
        path = await made(service, "one", PAIR)
        document = (await service.client.delete(url(f"{path}/abandon"))).text
        body = {"stack_name": "two", "adopt_stack_data": document}
        reply = await service.post("/stacks", body)
        assert reply.status_code == 201, reply.text
        state = await service.rest(reply.json()["stack"]["id"])
        assert state["status"] == "ADOPT_COMPLETE"
