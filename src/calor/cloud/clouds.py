"""The clouds of a process: one for each credential, sharing connections and what is known."""

import hashlib
from collections import OrderedDict

import msgspec
from typing_extensions import override

from calor.cloud.credentials import TOKEN, authenticate_with, with_password
from calor.cloud.endpoints import Discovery, Endpoints
from calor.cloud.login import Authenticate, Gate, Login
from calor.cloud.openstack import OpenStackCloud, new_correlation
from calor.cloud.remembering import Memory
from calor.cloud.settings import Account, CloudSettings
from calor.cloud.transport import Transport
from calor.plugin.cloud import Cloud, NoCloud
from calor.store.records import CredentialRecord


class OpenStackClouds:
    """Makes clouds of credentials; `clouds(project, credential)` is what an engine is given."""

    def __init__(self, settings: CloudSettings, trustee: Account | None = None) -> None:
        self.settings, self._trustee = settings, trustee
        self._transport = Transport(settings.patience)
        self._discovery = Discovery(settings, self._transport)
        self._gate = Gate(settings)
        self._clouds: OrderedDict[str, OpenStackCloud] = OrderedDict()

    def __call__(self, project: str, credential: CredentialRecord | None) -> Cloud:
        """Return the cloud of a project; without a credential there is none."""
        if credential is None:
            return NoCloud()
        return self.of_credential(project, credential)

    def of_credential(self, project: str, credential: CredentialRecord) -> OpenStackCloud:
        """Return the cloud as whoever a credential stands for."""
        how = authenticate_with(self.settings.auth_url, credential, project, self._trustee)
        return self._cloud(_key(credential.kind, project, credential.body), how)

    def drop(self, project: str, credential: CredentialRecord) -> None:
        """Forget the token of a credential that is not good any more."""
        self._clouds.pop(_key(credential.kind, project, credential.body), None)

    def of_token(self, project: str, token: str) -> OpenStackCloud:
        """Return the cloud as a caller's own token shows it."""
        return self.of_credential(
            project, CredentialRecord(id="", kind=TOKEN, body={"token": token})
        )

    def of_account(self, account: Account) -> OpenStackCloud:
        """Return the cloud as a user sees it whose password we know."""
        how = with_password(self.settings.auth_url, account)
        return self._cloud(_key("account", "", account), how)

    async def new_token(self, account: Account) -> str:
        """Return a token for somebody else to use; nothing of it is remembered."""
        return await Login(self._gate, with_password(self.settings.auth_url, account)).token()

    async def close(self) -> None:
        """Let go of connections and threads."""
        self._gate.close()
        await self._transport.close()

    def _cloud(self, key: str, authenticate: Authenticate) -> OpenStackCloud:
        if key not in self._clouds:
            self._clouds[key] = self._new(authenticate)
        self._clouds.move_to_end(key)
        while len(self._clouds) > self.settings.remembered_logins:
            self._clouds.popitem(last=False)
        return self._clouds[key].for_purpose(new_correlation())

    def _new(self, authenticate: Authenticate) -> OpenStackCloud:
        return OpenStackCloud(
            settings=self.settings,
            transport=self._transport,
            discovery=self._discovery,
            login=Login(self._gate, authenticate),
            endpoints=Endpoints(self.settings, self._discovery),
            found=Memory(self.settings.find_seconds),
        )

    @override
    def __repr__(self) -> str:
        return f"OpenStackClouds({self.settings.auth_url})"


def _key(*parts: object) -> str:
    """Return a word that is the same for the same credential and tells nothing of it."""
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()
