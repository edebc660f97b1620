"""OS::Heat::ScalingPolicy: how a scaling group changes when it is told to."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from typing_extensions import override

from calor.core.errors import ResourceFailed
from calor.core.source import shorten
from calor.core.values import Value, has_unknown
from calor.plugin import at_least, attr, one_of, prop, since
from calor.plugin.resource import Here, Signalled
from calor.plugin.scaling import Adjustment, Measure
from calor.resources.heat.reported_to import ReportedTo
from calor.resources.heat.reporting import (
    SIGNAL,
    signal_url,
    signed_url,
)


class ScalingPolicy(ReportedTo):
    """Changes the size of a group by so much, each time it is signalled."""

    type_name = "OS::Heat::ScalingPolicy"
    attributes: ClassVar = {
        "alarm_url": attr("A signed address to which an alarm posts.", live=True),
        "signal_url": attr("The address of the API that takes signals.", support=since("5.0.0")),
    }

    auto_scaling_group_id: str = prop("A reference to the group.")
    scaling_adjustment: float = prop("By how much.", updatable=True)
    adjustment_type: str = prop(
        "What that is: a change, a size or a percentage.",
        one_of("change_in_capacity", "exact_capacity", "percent_change_in_capacity"),
        updatable=True,
    )
    cooldown: float | None = prop(
        "Seconds in which the group keeps its new size.", default=None, updatable=True
    )
    min_adjustment_step: int | None = prop(
        "How many members come or go at least, where it is a percentage.",
        at_least(0),
        default=None,
        updatable=True,
    )

    @override
    async def signal(self, here: Signalled, details: Mapping[str, Value] | None) -> str | None:
        kind, amount = self.adjustment_type, self.scaling_adjustment
        adjustment = Adjustment(
            measure=Measure(kind),
            amount=amount,
            least=self.min_adjustment_step or 0,
            cooldown=self.cooldown,
            words=f"{kind} : {amount}",
        )
        ask_group(here, self.auto_scaling_group_id, adjustment)
        return None

    @override
    async def show(self, here: Here) -> Mapping[str, Value]:
        return {"signal_url": signal_url(here)}

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if name != "alarm_url":
            return None
        return await signed_url(here, here.physical_id or "", SIGNAL)

    @override
    def problems(self) -> Iterable[str]:
        if has_unknown([self.adjustment_type, self.min_adjustment_step]):
            return
        is_percentage = self.adjustment_type == Measure.PERCENT
        if self.min_adjustment_step is not None and not is_percentage:
            yield f"min_adjustment_step needs adjustment_type to be {Measure.PERCENT}"


def ask_group(here: Signalled, group: str, adjustment: Adjustment) -> None:
    """Ask a group for another size."""
    if here.sibling(group) is None:
        raise ResourceFailed(
            f"nothing in this stack is referred to by {shorten(group)};"
            " use get_resource or Ref with the name of a group"
        )
    here.adjust(group, adjustment)
