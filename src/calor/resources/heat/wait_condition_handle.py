"""OS::Heat::WaitConditionHandle: where servers tell that they are ready."""

import json
from collections.abc import Mapping
from typing import ClassVar, Final

from typing_extensions import override

from calor.core.errors import ResourceFailed
from calor.core.values import Value
from calor.plugin import attr, one_of, prop, since
from calor.plugin.resource import Here, Signalled
from calor.resources.heat.handle_signals import NATIVE, completed, keep
from calor.resources.heat.reported_to import ReportedTo
from calor.resources.heat.reporting import (
    WAITING,
    has_user,
    signal_url,
    signed_url,
)

TOKEN, API, NONE = "TOKEN_SIGNAL", "HEAT_SIGNAL", "NO_SIGNAL"
CFN: Final = "CFN_SIGNAL"
TRANSPORTS: Final = (CFN, "TEMP_URL_SIGNAL", API, NONE, "ZAQAR_SIGNAL", TOKEN)
READY: Final = frozenset({TOKEN, API, NONE, CFN})


class WaitConditionHandle(ReportedTo):
    """Takes signals, and keeps them for the wait conditions that refer to it."""

    type_name = "OS::Heat::WaitConditionHandle"
    support = since("2014.2")
    attributes: ClassVar = {
        "token": attr("With which to signal, where the transport is TOKEN_SIGNAL.", live=True),
        "endpoint": attr("Where to signal, where the transport is TOKEN_SIGNAL.", live=True),
        "curl_cli": attr("The beginning of a command that signals.", live=True),
        "signal": attr("All that is needed to signal, as JSON.", live=True),
    }

    signal_transport: str = prop(
        "How a server signals.", one_of(*TRANSPORTS), default=TOKEN, support=since("6.0.0")
    )

    @override
    async def create(self, here: Here) -> str | None:
        if self.signal_transport not in READY:
            raise ResourceFailed(
                f"signal_transport: {self.signal_transport} cannot be used yet;"
                f" use one of {', '.join(sorted(READY))}"
            )
        user_id = await super().create(here)
        if self.signal_transport == TOKEN and user_id is not None and has_user(here):
            password = here.secrets["password"]
            here.secrets["token"] = await here.stack_users.token(user_id, password)
        return user_id

    @override
    async def signal(self, here: Signalled, details: Mapping[str, Value] | None) -> str | None:
        return keep(here.metadata, completed(details, here.metadata), NATIVE)

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if name == "signal":
            return json.dumps(await self._way(here))
        is_token = self.signal_transport == TOKEN
        url, token = signal_url(here, here.user_project), here.secrets.get("token")
        found = {"token": token, "endpoint": url, "curl_cli": _command(url, token)}
        return found.get(name) if is_token else None

    async def _way(self, here: Here) -> Mapping[str, Value] | None:
        """Return what a server needs to know to signal."""
        match self.signal_transport:
            case "HEAT_SIGNAL":
                return await _credentials(here)
            case "CFN_SIGNAL":
                return {"alarm_url": await signed_url(here, here.physical_id or "", WAITING)}
            case "NO_SIGNAL":
                return {}
            case _:
                return None


async def _credentials(here: Here) -> Mapping[str, Value]:
    return {
        "auth_url": here.addresses.identity,
        "username": here.physical_name(),
        "user_id": here.physical_id,
        "password": here.secrets.get("password"),
        "project_id": here.user_project,
        "region_name": await here.cloud.region(),
        "alarm_url": signal_url(here, here.user_project),
    }


def _command(url: str | None, token: str | None) -> str | None:
    if url is None or token is None:
        return None
    headers = [
        f"X-Auth-Token: {token}",
        "Content-Type: application/json",
        "Accept: application/json",
    ]
    return " ".join(["curl -i -X POST", *(f"-H '{one}'" for one in headers), url])
