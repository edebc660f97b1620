"""Types to which servers report, each by a user of its own."""

from typing_extensions import override

from calor.plugin.resource import Here, Resource
from calor.resources.heat.reporting import admit_user, make_user, remove_user, silence_user


class ReportedTo(Resource):
    """A resource that takes signals from a user who is there for nothing else."""

    takes_signals = True

    @override
    async def create(self, here: Here) -> str | None:
        return await make_user(here)

    @override
    async def delete(self, here: Here) -> None:
        await remove_user(here)

    @override
    async def suspend(self, here: Here) -> None:
        await silence_user(here)

    @override
    async def resume(self, here: Here) -> None:
        await admit_user(here)
