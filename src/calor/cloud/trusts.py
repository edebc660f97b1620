"""Let calor act for a user later, after the token of the request has gone."""

import logging
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Protocol

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.credentials import TRUST
from calor.cloud.settings import TrustSettings
from calor.core.errors import CloudNotFound, CloudRefused
from calor.plugin.cloud import Request
from calor.store.records import CredentialRecord

LOG = logging.getLogger(__name__)

TRUSTS: Final = "/OS-TRUST/trusts"
FORBIDDEN, NOT_FOUND = 403, 404


class Caller(Protocol):
    """Whoever sends a request, as far as it matters here."""

    @property
    def user_id(self) -> str:
        """The id of the user."""

    @property
    def project_id(self) -> str:
        """The id of the project in which they act."""

    @property
    def roles(self) -> Collection[str]:
        """The names of their roles there."""

    @property
    def token(self) -> str | None:
        """Their token, if they have sent one."""

    @property
    def trust_id(self) -> str | None:
        """The trust by which somebody else acts for the user, if so."""

    @property
    def trustee_id(self) -> str | None:
        """Who that is."""

    @property
    def password(self) -> str | None:
        """Their password, if they have sent it."""


@dataclass(frozen=True, slots=True)
class Trusts:
    """Makes and removes trusts: users hand some roles on to the user that calor is."""

    clouds: OpenStackClouds
    settings: TrustSettings

    async def create(self, caller: Caller) -> CredentialRecord:
        """Have a caller trust us, and return what is to be kept of it."""
        trustee = await self.clouds.of_account(self.settings.trustee).login.access()
        if caller.trust_id is not None and caller.trustee_id == trustee.user_id:
            return _record(caller.trust_id, caller, is_lent=True)
        roles = self.settings.delegated_roles or sorted(caller.roles)
        trust = {
            "trustor_user_id": caller.user_id,
            "trustee_user_id": trustee.user_id,
            "project_id": caller.project_id,
            "impersonation": True,
            "allow_redelegation": self.settings.may_redelegate,
            "roles": [{"name": name} for name in roles],
        }
        cloud = self.clouds.of_token(caller.project_id, caller.token or "")
        request = Request(service="identity", method="POST", path=TRUSTS, body={"trust": trust})
        try:
            reply = await cloud.send(request)
        except (CloudNotFound, CloudRefused) as problem:
            if problem.status not in (FORBIDDEN, NOT_FOUND):
                raise
            raise CloudRefused(
                f"the stack cannot be looked after later, as these roles cannot be handed on: "
                f"{', '.join(roles)}; {problem}",
                status=FORBIDDEN,
            ) from None
        return _record(reply.body["trust"]["id"], caller)

    async def delete(self, record: CredentialRecord) -> None:
        """Give a trust back; one that is not good any more has gone already."""
        if record.is_lent:
            return
        project = record.body["project_id"]
        cloud = self.clouds.of_credential(project, record)
        path = f"{TRUSTS}/{record.body['trust_id']}"
        try:
            await cloud.send(Request(service="identity", method="DELETE", path=path))
        except (CloudNotFound, CloudRefused) as problem:
            LOG.info("a trust was not given back: %s", problem)
        self.clouds.drop(project, record)


def _record(trust_id: str, caller: Caller, *, is_lent: bool = False) -> CredentialRecord:
    """Return what is kept of a trust; a stack made by another uses the other's, as it is ours."""
    return CredentialRecord(
        id=str(uuid.uuid4()),
        kind=TRUST,
        body={
            "trust_id": trust_id,
            "trustor_user_id": caller.user_id,
            "project_id": caller.project_id,
            **({"is_lent": True} if is_lent else {}),
        },
    )
