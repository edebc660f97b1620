"""The outputs of a stack over the API."""

from tests.api.orchestration.templates import PAIR, kind, made, template
from tests.api.serving import serving


async def test_outputs_are_listed_without_values_and_shown_with_them():
    async with serving() as service:
        path = await made(service, "one", PAIR)
        assert (await service.get(f"{path}/outputs")).json() == {
            "outputs": [{"output_key": "shown", "description": "What it is."}]
        }
        shown = (await service.get(f"{path}/outputs/shown")).json()["output"]
        assert len(shown.pop("output_value")) == 32
        assert shown == {"output_key": "shown", "description": "What it is."}
        assert kind(await service.get(f"{path}/outputs/nix")) == (404, "EntityNotFound")


async def test_an_output_that_cannot_be_told_says_why():
    async with serving() as service:
        bad = {"value": {"list_join": [",", {"get_attr": ["it", "value"]}]}}
        of = template(
            {"it": {"type": "OS::Heat::Value", "properties": {"value": {"a": 1}}}},
            outputs={"bad": bad, "bare": {"value": 1}},
        )
        path = await made(service, "one", of)
        shown = (await service.get(f"{path}/outputs/bad")).json()["output"]
        assert shown["output_value"] is None
        assert shown["output_error"]
        bare = (await service.get(f"{path}/outputs/bare")).json()["output"]
        assert (bare["output_value"], bare["description"]) == (1, "No description given")
