"""Templates that the tests of the API make stacks of, and what is done with those."""

from typing import Any

from tests.api.serving import PROJECT, Serving

VERSION = "2018-08-31"


def template(resources: dict[str, Any], **sections: Any) -> dict[str, Any]:
    return {"heat_template_version": VERSION, "resources": resources, **sections}


def value(of: Any, **more: Any) -> dict[str, Any]:
    return {"type": "OS::Heat::Value", "properties": {"value": of}, **more}


RANDOM = {"type": "OS::Heat::RandomString"}
ONE = template({"it": RANDOM})
PAIR = template(
    {"first": RANDOM, "second": value({"get_attr": ["first", "value"]})},
    outputs={"shown": {"value": {"get_attr": ["second", "value"]}, "description": "What it is."}},
)
GROUP = template(
    {
        "group": {
            "type": "OS::Heat::ResourceGroup",
            "properties": {"count": 2, "resource_def": RANDOM},
        }
    }
)
SLOW = template({"slow": {"type": "OS::Heat::Delay", "properties": {"min_wait": 60}}})
HOOKED = {"resource_registry": {"resources": {"it": {"hooks": "pre-create"}}}}


async def made(service: Serving, name: str, of: Any, **more: Any) -> str:
    """Make a stack, wait until it is at rest, and return where it is under its project."""
    stack = await service.stack(name, of, **more)
    return f"/stacks/{name}/{stack['id']}"


async def begun(service: Serving, name: str, of: Any, **more: Any) -> str:
    """Make a stack and return where it is, whatever is being done to it."""
    reply = await service.post("/stacks", {"stack_name": name, "template": of, **more})
    assert reply.status_code == 201, reply.text
    return f"/stacks/{name}/{reply.json()['stack']['id']}"


async def rested(service: Serving, path: str) -> str:
    """Wait until a stack is at rest and return its state."""
    state = await service.rest(path.rpartition("/")[2])
    return str(state["status"])


def url(path: str) -> str:
    return f"http://calor.test/v1/{PROJECT}{path}"


def kind(reply: Any) -> tuple[int, str]:
    """Return the status of an error and the name by which clients know it."""
    return reply.status_code, reply.json()["error"]["type"]
