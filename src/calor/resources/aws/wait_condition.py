"""AWS::CloudFormation::WaitCondition: waits until servers have told that they are ready."""

from typing import ClassVar

from typing_extensions import override

from calor.core.values import Value
from calor.plugin import at_least, attr, between, prop, since
from calor.plugin.resource import Here, Progress, Resource
from calor.resources.heat.waiting import Wait, data_at, find_handle


class WaitCondition(Resource):
    """Comes up when its handle was signalled often enough, and fails with the first failure."""

    type_name = "AWS::CloudFormation::WaitCondition"
    support = since("2014.1")
    heeds_signals = True
    attributes: ClassVar = {
        "Data": attr("What was sent with each signal, by its id, as JSON.", live=True)
    }

    handle: str = prop("A reference to the wait condition handle.", name="Handle")
    timeout: int = prop("Seconds to wait at most.", between(1, 43200), name="Timeout")
    count: int = prop(
        "How many signals to wait for.", at_least(1), default=1, name="Count", updatable=True
    )

    @override
    async def create(self, here: Here) -> str | None:
        find_handle(here, self.handle)
        return None

    @override
    async def progress(self, here: Here) -> Progress:
        return Wait(self.handle, self.count, float(self.timeout)).progress(here)

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        return data_at(here, self.handle) if name == "Data" else None
