"""Software configurations: what is to be done inside servers."""

from typing import Any, Final

from calor.api.call import Answer, Call, answer, empty
from calor.api.orchestration.answers import SoftwareConfig, SoftwareConfigs
from calor.api.orchestration.rendering import time_of
from calor.api.orchestration.software_bodies import SoftwareConfigBody
from calor.api.query import Query
from calor.api.route import Route
from calor.store.records import SoftwareConfigRecord

GLOBAL: Final = "software_configs:global_index"


def everywhere(call: Call) -> str | None:
    """Return the project to which a caller is bound: none for an administrator."""
    return None if call.caller.is_admin else call.project


async def index(call: Call) -> Answer:
    """List configurations."""
    project = everywhere(call)
    if call.query.get("global_tenant"):
        call.services.policy.enforce(GLOBAL, call.caller, {"project_id": call.project})
        project = None
    found = await call.services.desks.configs.list(
        project, limit=call.query.get("limit"), marker=call.query.get("marker")
    )
    return answer({"software_configs": [_summary(call, one) for one in found]})


async def create(call: Call) -> Answer:
    """Keep a new configuration."""
    body: SoftwareConfigBody = call.body
    made = await call.services.desks.configs.create(
        call.project, body.given(), is_limited=not call.caller.is_admin
    )
    return answer({"software_config": config_shown(made)})


async def show(call: Call) -> Answer:
    """Show a configuration."""
    desk = call.services.desks.configs
    found = await desk.show(everywhere(call), call.path["config_id"])
    return answer({"software_config": config_shown(found)})


async def delete(call: Call) -> Answer:
    """Forget a configuration."""
    await call.services.desks.configs.delete(everywhere(call), call.path["config_id"])
    return empty(204)


def config_shown(record: SoftwareConfigRecord) -> dict[str, Any]:
    """Return a configuration with all that is in it."""
    return {
        **_named(record),
        "config": record.config,
        "inputs": list(record.inputs),
        "outputs": list(record.outputs),
        "options": dict(record.options),
    }


def _summary(call: Call, record: SoftwareConfigRecord) -> dict[str, Any]:
    return {**_named(record), **({"project": record.project} if call.caller.is_admin else {})}


def _named(record: SoftwareConfigRecord) -> dict[str, Any]:
    return {
        "id": record.id,
        "name": record.name,
        "group": record.group,
        "creation_time": time_of(record.created_at),
    }


COLLECTION: Final = "/v1/{project}/software_configs"
ONE: Final = f"{COLLECTION}/{{config_id}}"

ROUTES: Final = (
    Route(
        method="GET",
        path=COLLECTION,
        policy="software_configs:index",
        handle=index,
        summary="List software configurations.",
        query=(
            Query("limit", "How many at most.", int),
            Query("marker", "The id of the configuration after which to go on."),
            Query("global_tenant", "Whether to list those of all projects.", bool),
        ),
        returns=SoftwareConfigs,
        answers="The configurations, oldest first, without their contents.",
    ),
    Route(
        method="POST",
        path=COLLECTION,
        policy="software_configs:create",
        handle=create,
        summary="Create a software configuration.",
        body=SoftwareConfigBody,
        returns=SoftwareConfig,
        answers="The configuration.",
    ),
    Route(
        method="GET",
        path=ONE,
        policy="software_configs:show",
        handle=show,
        summary="Show a software configuration.",
        returns=SoftwareConfig,
        answers="The configuration.",
    ),
    Route(
        method="DELETE",
        path=ONE,
        policy="software_configs:delete",
        handle=delete,
        summary="Delete a software configuration that is not deployed.",
        success=204,
    ),
)
