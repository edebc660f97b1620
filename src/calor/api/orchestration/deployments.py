"""Deployments: the use of software configurations on servers."""

from typing import Any, Final

from calor.api.call import Answer, Call, answer, empty
from calor.api.orchestration.answers import ServerMetadata, SoftwareDeployment, SoftwareDeployments
from calor.api.orchestration.rendering import time_of
from calor.api.orchestration.software_bodies import DeploymentBody, DeploymentUpdateBody
from calor.api.orchestration.software_configs import config_shown, everywhere
from calor.api.query import Query
from calor.api.route import Route
from calor.store.records import DeploymentRecord


async def index(call: Call) -> Answer:
    """List deployments."""
    desk = call.services.desks.deployments
    found = await desk.list(everywhere(call), call.query.get("server_id"))
    return answer({"software_deployments": [_shown(one) for one in found]})


async def metadata(call: Call) -> Answer:
    """Tell a server what it is to do."""
    desk = call.services.desks.deployments
    found = await desk.metadata(everywhere(call), call.path["server_id"])
    return answer({"metadata": [config_shown(one) for one in found]})


async def create(call: Call) -> Answer:
    """Use a configuration on a server."""
    body: DeploymentBody = call.body
    made = await call.services.desks.deployments.create(
        call.project, body.given(), is_limited=not call.caller.is_admin
    )
    return answer({"software_deployment": _shown(made)})


async def show(call: Call) -> Answer:
    """Show a deployment."""
    desk = call.services.desks.deployments
    found = await desk.show(everywhere(call), call.path["deployment_id"])
    return answer({"software_deployment": _shown(found)})


async def update(call: Call) -> Answer:
    """Change a deployment."""
    body: DeploymentUpdateBody = call.body
    desk = call.services.desks.deployments
    changed = await desk.update(everywhere(call), call.path["deployment_id"], body.changes())
    return answer({"software_deployment": _shown(changed)})


async def delete(call: Call) -> Answer:
    """Forget a deployment."""
    desk = call.services.desks.deployments
    await desk.delete(everywhere(call), call.path["deployment_id"])
    return empty(204)


def _shown(record: DeploymentRecord) -> dict[str, Any]:
    shown = {
        "id": record.id,
        "server_id": record.server_id,
        "config_id": record.config_id,
        "input_values": dict(record.input_values),
        "output_values": record.output_values,
        "action": record.action,
        "status": record.status,
        "status_reason": record.reason,
        "creation_time": time_of(record.created_at),
    }
    if record.updated_at is not None:
        shown["updated_time"] = time_of(record.updated_at)
    return shown


COLLECTION: Final = "/v1/{project}/software_deployments"
ONE: Final = f"{COLLECTION}/{{deployment_id}}"

ROUTES: Final = (
    Route(
        method="GET",
        path=COLLECTION,
        policy="software_deployments:index",
        handle=index,
        summary="List deployments.",
        query=(Query("server_id", "Only those on this server."),),
        returns=SoftwareDeployments,
        answers="The deployments, oldest first.",
    ),
    Route(
        method="GET",
        path=f"{COLLECTION}/metadata/{{server_id}}",
        policy="software_deployments:metadata",
        handle=metadata,
        summary="List the software configurations of a server.",
        returns=ServerMetadata,
        answers="The configurations that are deployed on the server, by name.",
    ),
    Route(
        method="POST",
        path=COLLECTION,
        policy="software_deployments:create",
        handle=create,
        summary="Deploy a software configuration on a server.",
        body=DeploymentBody,
        returns=SoftwareDeployment,
        answers="The deployment.",
    ),
    Route(
        method="GET",
        path=ONE,
        policy="software_deployments:show",
        handle=show,
        summary="Show a deployment.",
        returns=SoftwareDeployment,
        answers="The deployment.",
    ),
    Route(
        method="PUT",
        path=ONE,
        policy="software_deployments:update",
        handle=update,
        summary="Update a deployment.",
        body=DeploymentUpdateBody,
        returns=SoftwareDeployment,
        answers="The deployment as it is now.",
    ),
    Route(
        method="DELETE",
        path=ONE,
        policy="software_deployments:delete",
        handle=delete,
        summary="Delete a deployment.",
        success=204,
    ),
)
