"""OS::Nova::KeyPair: a key with which to log in to servers."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar, Final
from urllib.parse import quote

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from typing_extensions import override

from calor.core.errors import CloudNotFound, ResourceFailed
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin import Here, Request, Resource, attr, length, one_of, prop, since
from calor.plugin.recognition import is_new

MICROVERSION: Final = "2.10"
PRIVATE, NUMBER = "private_key", "number"


class KeyPair(Resource):
    """A key pair; what is not given is generated."""

    type_name = "OS::Nova::KeyPair"
    service = "nova"
    support = since("2014.1")
    checkable = True
    attributes: ClassVar = {
        "public_key": attr("The public key."),
        "private_key": attr("The private key, if it is kept.", live=True),
    }

    name: str = prop("What it is called.", length(1, 255))
    save_private_key: bool = prop("Whether a generated private key is kept.", default=False)
    public_key: str | None = prop("The public key; generated if none is given.", default=None)
    type: str | None = prop(
        "The kind of key.", one_of("ssh", "x509"), default=None, support=since("8.0.0")
    )
    user: str | None = prop(
        "The user it belongs to.", finds="keystone.user", default=None, support=since("9.0.0")
    )

    @override
    async def create(self, here: Here) -> str | None:
        if here.replaces == self.name:
            # Two of the same name cannot be there, not even for a moment.
            await self._remove(here)
        body = {"name": self.name, "type": self.type, "user_id": self.user}
        public, private = await self._keys(here)
        wanted = {**body, "public_key": public}
        made = await self._send(
            here, "POST", body={key: one for key, one in wanted.items() if one is not None}
        )
        if self.save_private_key and (private := private or made.get(PRIVATE)):
            here.secrets[PRIVATE] = private
        return _taken(here, await self._send(here, "GET", self.name))

    @override
    async def find(self, here: Here) -> str | None:
        try:
            found = await self._send(here, "GET", self.name)
        except CloudNotFound:
            return None
        if not self._is_ours(here, found):
            return None
        if here.action is Action.CREATE and self._is_key_lost(here):
            await self._remove(here)
            return None
        return _taken(here, found)

    @override
    async def delete(self, here: Here) -> None:
        if here.physical_id is not None and await self._is_still_ours(here):
            await self._remove(here)

    @override
    async def check(self, here: Here) -> None:
        try:
            await self._send(here, "GET", self.name)
        except CloudNotFound:
            raise ResourceFailed(f"{here.name} ({here.physical_id}) is gone") from None

    @override
    async def show(self, here: Here) -> Mapping[str, Value]:
        if self.public_key is not None or here.physical_id is None:
            return {"public_key": self.public_key}
        return {"public_key": (await self._send(here, "GET", self.name))["public_key"]}

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if name == PRIVATE:
            return here.secrets.get(PRIVATE, "")
        if here.physical_id is None:
            return None
        found = await self._send(here, "GET", self.name)
        return dict(found) if name == "show" else found.get(name)

    @override
    def reference_id(self, here: Here) -> Value:
        return here.physical_id

    async def _keys(self, here: Here) -> tuple[str | None, str | None]:
        """Return the public and private key; the service itself makes certificates."""
        if self.public_key or self.type == "x509":
            return self.public_key or None, None
        # Newer compute services make none.  Our name behind it tells the key after a crash.
        return await asyncio.to_thread(_generated, here.physical_name())

    def _is_ours(self, here: Here, found: Mapping[str, Any]) -> bool:
        if self.public_key:
            return found["public_key"] == self.public_key and is_new(found, here)
        if self.type == "x509":
            return found.get("type") == self.type and is_new(found, here)
        return str(found["public_key"]).endswith(f" {here.physical_name()}")

    async def _is_still_ours(self, here: Here) -> bool:
        """Return whether the name is not taken by one that has replaced this one."""
        try:
            found = await self._send(here, "GET", self.name)
        except CloudNotFound:
            return False
        return here.data.get(NUMBER) in (None, found["id"])

    def _is_key_lost(self, here: Here) -> bool:
        """Return whether a private key was to be kept, and never was."""
        return self.save_private_key and not self.public_key and PRIVATE not in here.secrets

    async def _remove(self, here: Here) -> None:
        with suppress(CloudNotFound):
            await self._send(here, "DELETE", self.name)

    async def _send(
        self, here: Here, method: str, name: str = "", body: Any = None
    ) -> Mapping[str, Any]:
        request = Request(
            service="compute",
            method=method,
            path=f"/os-keypairs/{quote(name, safe='')}" if name else "/os-keypairs",
            body={"keypair": body} if body else None,
            query={"user_id": self.user} if self.user and name else {},
            microversion=MICROVERSION,
        )
        found: Mapping[str, Any] = ((await here.cloud.send(request)).body or {}).get("keypair", {})
        return found


def _taken(here: Here, found: Mapping[str, Any]) -> str:
    here.data[NUMBER] = found["id"]
    return str(found["name"])


def _generated(comment: str) -> tuple[str, str]:
    """Return a new public key, with a comment behind it, and its private key."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    public = key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    return f"{public.decode()} {comment}", private.decode()
