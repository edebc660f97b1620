"""Nobody is asked for anything: for development, and never without being chosen by name."""

import logging
from collections.abc import Mapping

from calor.api.authentication.request import TOKEN, project_in_path
from calor.api.caller import Caller

EVERY_ROLE = frozenset({"admin", "member", "reader"})

log = logging.getLogger(__name__)


class NoAuthentication:
    """Believes whatever a request says of itself."""

    def __init__(self) -> None:
        log.warning(
            "authentication is off: whoever reaches this service may do anything with it; "
            "choose another flavour for anything but development"
        )

    async def __call__(self, headers: Mapping[str, str]) -> Caller:
        """Return who a request says it comes from; an administrator if it does not say."""
        project = (
            project_in_path(headers)
            or headers.get("x-auth-project")
            or headers.get("x-project-id")
            or "admin"
        )
        user = headers.get("x-auth-user") or headers.get("x-user-id") or "admin"
        return Caller(
            user_id=user,
            user_name=user,
            user_domain_id="default",
            project_id=project,
            project_name=project,
            project_domain_id="default",
            roles=_roles(headers.get("x-roles")),
            token=headers.get(TOKEN),
            region=headers.get("x-region-name"),
        )


def _roles(told: str | None) -> frozenset[str]:
    if told is None:
        return EVERY_ROLE
    return frozenset(role.strip() for role in told.split(",") if role.strip())
