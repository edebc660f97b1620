"""The service catalog that a token carries."""

import re
from typing import Any

from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.records import Endpoint

PLACEHOLDER = re.compile(r"[%$]\((\w+)\)s")


def catalog(identity: Identity, user_id: str, project_id: str | None) -> list[dict[str, Any]]:
    """Return the enabled services with the addresses they have for a project."""
    values = {"user_id": user_id}
    if project_id is not None:
        values |= {"project_id": project_id, "tenant_id": project_id}
    return [
        {"endpoints": endpoints, "id": service.id, "type": service.type, "name": service.name or ""}
        for service in identity.services
        if service.enabled
        for endpoints in [_endpoints(identity.endpoints.find("service", service.id), values)]
    ]


def _endpoints(endpoints: list[Endpoint], values: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "id": one.id,
            "interface": one.interface,
            "region_id": one.region_id,
            "url": url,
            "region": one.region_id,
        }
        for one in endpoints
        if one.enabled and (url := address(one.url, values)) is not None
    ]


def address(url: str, values: dict[str, str]) -> str | None:
    """Fill in an address, or return nothing if it needs a value that there is not."""
    names = set(PLACEHOLDER.findall(url))
    if not names <= values.keys():
        return None
    return PLACEHOLDER.sub(lambda found: values[found[1]], url)
