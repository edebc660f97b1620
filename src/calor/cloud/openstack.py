"""An OpenStack cloud as one credential sees it.

Where a path stands: see `calor.cloud.services.Address.join`.  In short, types
write `/servers` for compute or `/v2.0/networks` (or just `/networks`) for the
network service, whatever form the address in the operator's catalog has.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from calor.cloud.calls import Answer, Call
from calor.cloud.endpoints import Discovery, Endpoints
from calor.cloud.finding import Search
from calor.cloud.login import Login
from calor.cloud.remembering import Memory
from calor.cloud.services import service_of
from calor.cloud.settings import CloudSettings
from calor.cloud.transport import Transport
from calor.cloud.watching import Watchers
from calor.core.errors import CloudRefused
from calor.plugin.cloud import Reply, Request, Shelf

UNAUTHORIZED: Final = 401


def new_correlation() -> str:
    """Return an id under which operators find all that is done for one purpose."""
    return f"req-{uuid.uuid4()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStackCloud:
    """The services of a cloud, called by one credential; implements `calor.plugin.cloud.Cloud`."""

    settings: CloudSettings
    transport: Transport = field(repr=False)
    discovery: Discovery = field(repr=False)
    login: Login = field(repr=False)
    endpoints: Endpoints = field(repr=False)
    watchers: Watchers = field(default_factory=Watchers, repr=False)
    found: Memory[tuple[str, str], str] = field(default_factory=lambda: Memory(60.0), repr=False)
    correlation: str = field(default_factory=new_correlation)
    """Sent with each request, so that services log it beside their own request ids."""

    def for_purpose(self, correlation: str) -> "OpenStackCloud":
        """Return the same cloud under another correlation."""
        return replace(self, correlation=correlation)

    async def send(self, request: Request) -> Reply:
        """Send a request, again where that may help, and return what was answered."""
        call = await self._call(request)
        answer = await self._authorized(call)
        if (problem := answer.error(call)) is not None:
            raise problem
        return Reply(answer.status, answer.body, answer.headers)

    async def find(self, kind: str, name_or_id: str) -> str:
        """Return the id of an object; what was found is remembered for a short while."""
        search = Search(self.send, self.project)
        return await self.found.ask((kind, name_or_id), lambda: search.find(kind, name_or_id))

    async def watch(self, shelf: Shelf, object_id: str) -> Mapping[str, Any] | None:
        """Return an object as it is now, or none if it is gone."""
        return await self.watchers.watch(self.send, shelf, object_id)

    async def project(self) -> str:
        """Return the id of the project."""
        project = (await self.login.access()).project_id
        if project is None:
            raise CloudRefused("the credential is for no project")
        return project

    async def region(self) -> str | None:
        """Return the name of the region, where there is one."""
        return self.settings.region

    async def microversion(self, service: str, most: str) -> str | None:
        """Return the highest microversion that a service speaks up to one; none if it has none."""
        version = await self.endpoints.version(service_of(service), self.login)
        return version.up_to(most) if version else None

    async def _call(self, request: Request) -> Call:
        service = service_of(request.service)
        address = await self.endpoints.address(service, self.login, request.region)
        headers = {"X-OpenStack-Request-ID": self.correlation}
        if request.microversion is not None:
            headers |= service.microversion_headers(request.microversion)
        body, kind = _encoded(request.body)
        headers |= {"Content-Type": kind} if kind else {}
        repeats = request.method != "POST" if request.may_repeat is None else request.may_repeat
        return Call(
            gate=address.root,
            method=request.method,
            url=address.join(request.path),
            asked=f"{service.type}: {request.method} {request.path}",
            query=request.query,
            headers={**headers, **request.headers},
            body=body,
            may_repeat=repeats,
            tls=self.settings.reach_of(service.type).tls,
        )

    async def _authorized(self, call: Call) -> Answer:
        """Send with a token, and once more with a new one if that is not accepted any longer."""
        token = await self.login.token()
        answer = await self.transport.send(_signed(call, token))
        if answer.status == UNAUTHORIZED:
            self.login.reject(token)
            answer = await self.transport.send(_signed(call, await self.login.token()))
        return answer


def _signed(call: Call, token: str) -> Call:
    return replace(call, headers={**call.headers, "X-Auth-Token": token})


def _encoded(body: Any) -> tuple[bytes | None, str | None]:
    """Return a body as bytes with its type; bytes go as they are."""
    if body is None:
        return None, None
    if isinstance(body, bytes):
        return body, "application/octet-stream"
    return msgspec.json.encode(body), "application/json"
