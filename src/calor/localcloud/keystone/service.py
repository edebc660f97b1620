"""The identity service as the frame knows it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from calor.localcloud.frame.call import Call, Reply
from calor.localcloud.frame.refusal import Refusal
from calor.localcloud.frame.routes import Handler, Route, Routes
from calor.localcloud.frame.service import Service
from calor.localcloud.keystone.api import (
    application_credentials,
    auth,
    credentials,
    domains,
    ec2,
    endpoints,
    grants,
    groups,
    implied_roles,
    projects,
    regions,
    role_assignments,
    roles,
    services,
    tags,
    trusts,
    users,
    versions,
)
from calor.localcloud.keystone.gate import Gate
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.visit import Action, Visit

PREFIX = "/identity"
MAX_BODY = 114688
ACTIONS: tuple[Action, ...] = (
    *auth.ACTIONS,
    *users.ACTIONS,
    *projects.ACTIONS,
    *tags.ACTIONS,
    *domains.ACTIONS,
    *roles.ACTIONS,
    *grants.ACTIONS,
    *implied_roles.ACTIONS,
    *role_assignments.ACTIONS,
    *groups.ACTIONS,
    *trusts.ACTIONS,
    *application_credentials.ACTIONS,
    *credentials.ACTIONS,
    *ec2.ACTIONS,
    *services.ACTIONS,
    *endpoints.ACTIONS,
    *regions.ACTIONS,
)


def identity_service(identity: Identity, gate: Gate) -> Service:
    """Return the service that answers for an identity state."""

    def answering(action: Callable[[Visit], Reply]) -> Handler:
        return lambda call: action(Visit(identity, gate, call))

    routes = Routes(
        [
            Route("GET", "/", versions.list_versions),
            Route("GET", "/v3", versions.show_version),
            *(Route(one.method, f"/v3{one.path}", answering(one.handler)) for one in ACTIONS),
        ]
    )
    return Service(PREFIX, partial(_answer, routes), _refuse, MAX_BODY)


def _answer(routes: Routes, call: Call) -> Reply:
    handler, params = routes.find(call.method, call.path)
    try:
        reply = handler(replace(call, params=params))
    except Refusal as refusal:
        if refusal.status == HTTPStatus.UNAUTHORIZED:
            refusal.headers = {"WWW-Authenticate": f'Keystone uri="{call.root}/v3"'}
        raise
    return replace(reply, headers={"Vary": "X-Auth-Token", **reply.headers})


def _refuse(refusal: Refusal) -> Reply:
    title = HTTPStatus(refusal.status).phrase
    error: dict[str, Any] = {"code": refusal.status, "message": refusal.message, "title": title}
    error |= refusal.details
    return Reply(refusal.status, {"error": error}, {"Vary": "X-Auth-Token", **refusal.headers})
