"""Get into a cloud: a token from its identity service, and where its services are."""

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from calor.client.access import Access, with_project
from calor.client.cloud_config import SERVICE, CloudConfig
from calor.client.decoding import as_map, decoded, maps_in
from calor.client.faults import NoService, Refused, refusal
from calor.client.transport import Transport

METHODS: Final = {
    "password": "password",
    "v3password": "password",
    "token": "token",
    "v3token": "token",
    "v3applicationcredential": "application_credential",
}
"""The ways in that need no help; keystoneauth knows the others."""

DIRECT: Final = frozenset({"none", "noauth", "admin_token"})
"""No identity service is asked."""


def get_access(config: CloudConfig, transport: Transport) -> Access:
    """Get into a cloud."""
    if config.auth_type in DIRECT:
        return _direct(config)
    if config.auth_type not in METHODS:
        # Imported here because it takes longer than most commands.
        from calor.client.plugins import access_by_plugin  # noqa: PLC0415

        return access_by_plugin(config)
    token, body = _issue(config, transport)
    found = as_map(body.get("token"))
    project = str(as_map(found.get("project")).get("id") or "")
    url = config.endpoint or endpoint_of(config, maps_in(found.get("catalog")))
    return Access(with_project(url, project), {"X-Auth-Token": token})


def endpoint_of(config: CloudConfig, catalog: Iterable[Mapping[str, Any]]) -> str:
    """Return where a catalog says the service is."""
    regions = []
    for service in catalog:
        if service.get("type") != SERVICE:
            continue
        for one in maps_in(service.get("endpoints")):
            region = one.get("region_id") or one.get("region")
            if one.get("interface") == config.interface:
                if config.region in (None, region):
                    return str(one.get("url"))
                regions.append(region)
    if regions:
        raise NoService(
            f"{config.name} has no {SERVICE} service in region {config.region!r}; "
            f"it has one in {', '.join(map(repr, regions))}"
        )
    raise NoService(
        f"the catalog of {config.name} has no {config.interface} endpoint of type {SERVICE!r}; "
        "name one with --os-endpoint"
    )


def _direct(config: CloudConfig) -> Access:
    auth = config.auth
    if not config.endpoint:
        raise NoService(f"{config.auth_type!r} needs the address of the service: OS_ENDPOINT")
    headers = {}
    if auth.get("token"):
        headers["X-Auth-Token"] = str(auth["token"])
    elif auth.get("username"):
        headers["X-Auth-User"] = str(auth["username"])
        headers["X-Auth-Key"] = str(auth.get("password") or "")
    return Access(with_project(config.endpoint, str(auth.get("project_id") or "")), headers)


def _issue(config: CloudConfig, transport: Transport) -> tuple[str, dict[str, Any]]:
    auth_url = config.auth.get("auth_url")
    if not auth_url:
        raise NoService(f"{config.name} has no auth_url; set OS_AUTH_URL")
    request = json.dumps({"auth": request_of(config)}).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    reply = transport.request("POST", f"{_versioned(str(auth_url))}/auth/tokens", headers, request)
    if reply.status == HTTPStatus.UNAUTHORIZED:
        message = f"{auth_url} does not let you in: check the name, the password and the project"
        raise Refused(message, reply.status)
    if reply.status != HTTPStatus.CREATED:
        problem = refusal(reply.status, reply.body)
        raise Refused(f"cannot get into {config.name}: {problem}", reply.status)
    try:
        return reply.headers.get("x-subject-token", ""), as_map(decoded(reply.body))
    except ValueError:
        raise NoService(f"{auth_url} does not answer as an identity service does") from None


def _versioned(auth_url: str) -> str:
    plain = auth_url.rstrip("/").removesuffix("/v2.0")
    return plain if plain.endswith("/v3") else f"{plain}/v3"


def request_of(config: CloudConfig) -> dict[str, Any]:
    """Return what is sent to an identity service for a token."""
    method, auth = METHODS[config.auth_type], config.auth
    match method:
        case "token":
            return {**_by(method, {"id": _need(auth, "token")}), **_scope(auth)}
        case "application_credential":
            return _by(method, _credential(auth))
        case _:
            user = {**_user(auth), "password": _need(auth, "password")}
            return {**_by(method, {"user": user}), **_scope(auth)}


def _by(method: str, content: Mapping[str, Any]) -> dict[str, Any]:
    return {"identity": {"methods": [method], method: dict(content)}}


def _credential(auth: Mapping[str, Any]) -> dict[str, Any]:
    secret = {"secret": _need(auth, "application_credential_secret")}
    if auth.get("application_credential_id"):
        return {"id": auth["application_credential_id"], **secret}
    name = _need(auth, "application_credential_name")
    return {"name": name, "user": _user(auth), **secret}


def _user(auth: Mapping[str, Any]) -> dict[str, Any]:
    if auth.get("user_id"):
        return {"id": auth["user_id"]}
    return {"name": _need(auth, "username"), "domain": _domain(auth, "user_domain")}


def _scope(auth: Mapping[str, Any]) -> dict[str, Any]:
    if auth.get("trust_id"):
        return {"scope": {"OS-TRUST:trust": {"id": auth["trust_id"]}}}
    if auth.get("project_id"):
        return {"scope": {"project": {"id": auth["project_id"]}}}
    if auth.get("project_name"):
        project = {"name": auth["project_name"], "domain": _domain(auth, "project_domain")}
        return {"scope": {"project": project}}
    return {}


def _domain(auth: Mapping[str, Any], which: str) -> dict[str, Any]:
    if auth.get(f"{which}_id"):
        return {"id": auth[f"{which}_id"]}
    if auth.get(f"{which}_name"):
        return {"name": auth[f"{which}_name"]}
    if auth.get("default_domain"):
        return {"name": auth["default_domain"]}
    return {"id": auth.get("default_domain_id") or "default"}


def _need(auth: Mapping[str, Any], name: str) -> Any:
    if not auth.get(name):
        raise NoService(f"{name} is missing; set OS_{name.upper()} or write it into clouds.yaml")
    return auth[name]
