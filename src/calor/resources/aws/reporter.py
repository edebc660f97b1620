"""Types of Amazon's that take signals at a signed address, which references to them give."""

from typing import ClassVar

from typing_extensions import override

from calor.core.values import Value
from calor.plugin.resource import Here
from calor.resources.heat.reported_to import ReportedTo
from calor.resources.heat.reporting import (
    signed_url,
)


class Reporter(ReportedTo):
    """A resource to which others report."""

    way: ClassVar[str]
    """What the way to signal is called."""

    @override
    async def create(self, here: Here) -> str | None:
        user_id = await super().create(here)
        await signed_url(here, user_id or "", self.way)
        return user_id

    @override
    def reference_id(self, here: Here) -> Value:
        return here.secrets.get("signed_url") or here.physical_id or here.name
