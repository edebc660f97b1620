"""What a request needs of the cloud: the caller's own view of it, and a credential for later."""

import uuid
from dataclasses import dataclass

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.credentials import PASSWORD, TRUST
from calor.cloud.lookups import CloudLookups
from calor.cloud.openstack import OpenStackCloud
from calor.cloud.settings import TrustSettings
from calor.cloud.trusts import Caller, Trusts
from calor.core.errors import CloudRefused
from calor.store.records import CredentialRecord


@dataclass(frozen=True, slots=True)
class Identity:
    """Callers and what they leave with us; without trusts, their passwords are kept."""

    clouds: OpenStackClouds
    trusts: TrustSettings | None = None

    def cloud_of(self, caller: Caller) -> OpenStackCloud:
        """Return the cloud as a caller's own token shows it, for the time of a request."""
        return self.clouds.of_token(caller.project_id, caller.token)

    def lookups_of(self, caller: Caller) -> CloudLookups:
        """Return what tells whether the objects that a template names are there."""
        return CloudLookups(self.cloud_of(caller))

    async def credential_of(self, caller: Caller) -> CredentialRecord:
        """Return what a stack keeps in order to act for a caller later."""
        if self.trusts is not None:
            return await Trusts(self.clouds, self.trusts).create(caller)
        if caller.password is None:
            raise CloudRefused(
                "the stack cannot be looked after later without a password; send it in "
                "X-Auth-Key, or have the operator set deferred_auth_method = trusts"
            )
        body = {
            "user_id": caller.user_id,
            "password": caller.password,
            "project_id": caller.project_id,
        }
        return CredentialRecord(id=str(uuid.uuid4()), kind=PASSWORD, body=body)

    async def forget(self, record: CredentialRecord) -> None:
        """Give back what a credential stands for, once no stack needs it."""
        if record.kind == TRUST and self.trusts is not None:
            await Trusts(self.clouds, self.trusts).delete(record)
