"""Types of Amazon's that take signals at a signed address, which references to them give."""

from typing import ClassVar

from typing_extensions import override

from calor.core.values import Value
from calor.plugin.resource import Here, Resource
from calor.resources.heat.reporting import (
    admit_user,
    make_user,
    remove_user,
    signed_url,
    silence_user,
)


class Reporter(Resource):
    """A resource to which others report."""

    takes_signals = True
    way: ClassVar[str]
    """What the way to signal is called."""

    @override
    async def create(self, here: Here) -> str | None:
        user_id = await make_user(here)
        await signed_url(here, user_id, self.way)
        return user_id

    @override
    async def delete(self, here: Here) -> None:
        await remove_user(here)

    @override
    async def suspend(self, here: Here) -> None:
        await silence_user(here)

    @override
    async def resume(self, here: Here) -> None:
        await admit_user(here)

    @override
    def reference_id(self, here: Here) -> Value:
        return here.secrets.get("signed_url") or here.physical_id or here.name
