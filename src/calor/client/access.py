"""What one has once one is in: where a service is, and what lets one ask it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Access:
    """Where the service is, and what every request to it carries."""

    url: str
    headers: Mapping[str, str] = field(repr=False)


def with_project(url: str, project: str) -> str:
    """Return an endpoint in which a place for the project is filled."""
    for place in ("%(tenant_id)s", "%(project_id)s", "$(tenant_id)s", "$(project_id)s"):
        url = url.replace(place, project)
    return url.rstrip("/")
