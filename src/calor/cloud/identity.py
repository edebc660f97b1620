"""What a request needs of the cloud: the caller's own view of it, and a credential for later."""

import logging
import uuid
from dataclasses import dataclass

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.credentials import PASSWORD, TRUST
from calor.cloud.lookups import CloudLookups
from calor.cloud.openstack import OpenStackCloud
from calor.cloud.settings import TrustSettings
from calor.cloud.stack_users import StackUserDomain, TreeUsers
from calor.cloud.trusts import Caller, Trusts
from calor.core.errors import CloudNotFound, CloudRefused
from calor.store.records import CredentialRecord

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Identity:
    """Callers and what they leave with us; without trusts, their passwords are kept."""

    clouds: OpenStackClouds
    trusts: TrustSettings | None = None
    users: StackUserDomain | None = None

    def cloud_of(self, caller: Caller) -> OpenStackCloud:
        """Return the cloud as a caller sees it, for the time of a request."""
        if caller.token is None:
            return self.clouds.of_credential(caller.project_id, _password_of(caller))
        return self.clouds.of_token(caller.project_id, caller.token)

    def lookups_of(self, caller: Caller) -> CloudLookups:
        """Return what tells whether the objects that a template names are there."""
        return CloudLookups(self.cloud_of(caller))

    async def credential_of(self, caller: Caller) -> CredentialRecord:
        """Return what a stack keeps in order to act for a caller later."""
        if self.trusts is not None and caller.token is not None:
            return await Trusts(self.clouds, self.trusts).create(caller)
        return _password_of(caller)

    async def forget(self, record: CredentialRecord, gone: str | None = None) -> None:
        """Give back what a credential stands for, and what a tree that has gone had kept.

        May be called again for the same.
        """
        project = record.body.get("project_id")
        if gone is not None and self.users is not None and project is not None:
            await self._leave(self.users(project, gone))
        if record.kind == TRUST and self.trusts is not None:
            await Trusts(self.clouds, self.trusts).delete(record)

    async def _leave(self, users: TreeUsers) -> None:
        try:
            await users.delete_project()
        except (CloudNotFound, CloudRefused) as problem:
            LOG.warning("the project of %s's users is left over: %s", users.root_id, problem)


def _password_of(caller: Caller) -> CredentialRecord:
    if caller.password is None:
        raise CloudRefused(
            "the stack cannot be looked after later: there is neither a trust nor a password; "
            "send the password in X-Auth-Key, or have the operator set deferred_auth_method"
        )
    body = {
        "user_id": caller.user_id,
        "password": caller.password,
        "project_id": caller.project_id,
    }
    return CredentialRecord(id=str(uuid.uuid4()), kind=PASSWORD, body=body)
