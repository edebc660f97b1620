"""Stacks over the API."""

from tests.api.serving import PROJECT, serving

ONE = {
    "heat_template_version": "2018-08-31",
    "resources": {"it": {"type": "OS::Heat::RandomString"}},
}


async def test_a_stack_is_made_and_listed():
    async with serving() as service:
        made = await service.post("/stacks", {"stack_name": "one", "template": ONE})
        assert made.status_code == 201
        stack_id = made.json()["stack"]["id"]
        url = f"http://calor.test/v1/{PROJECT}/stacks/one/{stack_id}"
        assert made.headers["location"] == url
        assert made.headers["x-openstack-request-id"].startswith("req-")
        assert (await service.rest(stack_id))["status"] == "CREATE_COMPLETE"
        listed = (await service.get("/stacks")).json()["stacks"]
        assert [(one["stack_name"], one["stack_status"]) for one in listed] == [
            ("one", "CREATE_COMPLETE")
        ]


async def test_a_template_with_a_mistake_is_refused_where_it_is():
    async with serving() as service:
        bad = {
            "heat_template_version": "2018-08-31",
            "resources": {"it": {"type": "OS::Heat::Nix"}},
        }
        refused = await service.post("/stacks", {"stack_name": "one", "template": bad})
        assert refused.status_code == 400
        assert refused.json()["error"]["type"] == "StackValidationFailed"
        assert "OS::Heat::Nix" in refused.json()["error"]["message"]
