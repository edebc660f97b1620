"""AWS::AutoScaling::ScalingPolicy: how a scaling group changes when it is told to."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from typing_extensions import override

from calor.core.values import Value, has_unknown
from calor.plugin import at_least, attr, one_of, prop
from calor.plugin.resource import Here, Signalled
from calor.plugin.scaling import Adjustment, Measure
from calor.resources.aws.reporter import Reporter
from calor.resources.heat.reporting import SIGNAL
from calor.resources.heat.scaling_policy import ask_group

MEASURES: Final = {
    "ChangeInCapacity": Measure.CHANGE,
    "ExactCapacity": Measure.EXACT,
    "PercentChangeInCapacity": Measure.PERCENT,
}


class ScalingPolicy(Reporter):
    """Changes the size of a group by so much, each time it is signalled."""

    type_name = "AWS::AutoScaling::ScalingPolicy"
    way = SIGNAL
    attributes: ClassVar = {
        "AlarmUrl": attr("A signed address to which an alarm posts.", live=True)
    }

    group: str = prop("A reference to the group.", name="AutoScalingGroupName")
    adjustment: int = prop("By how much.", name="ScalingAdjustment", updatable=True)
    adjustment_type: str = prop(
        "What that is: a change, a size or a percentage.",
        one_of(*MEASURES),
        name="AdjustmentType",
        updatable=True,
    )
    cooldown: int | None = prop(
        "Seconds in which the group keeps its new size.",
        default=None,
        name="Cooldown",
        updatable=True,
    )
    min_adjustment_step: int | None = prop(
        "How many members come or go at least, where it is a percentage.",
        at_least(0),
        default=None,
        name="MinAdjustmentStep",
        updatable=True,
    )

    @override
    async def signal(self, here: Signalled, details: Mapping[str, Value] | None) -> str | None:
        adjustment = Adjustment(
            measure=MEASURES[self.adjustment_type],
            amount=self.adjustment,
            least=self.min_adjustment_step or 0,
            cooldown=self.cooldown,
            words=f"{self.adjustment_type} : {self.adjustment}",
        )
        ask_group(here, self.group, adjustment)
        return None

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        return here.secrets.get("signed_url") if name == "AlarmUrl" else None

    @override
    def problems(self) -> Iterable[str]:
        if has_unknown([self.adjustment_type, self.min_adjustment_step]):
            return
        is_percentage = self.adjustment_type == "PercentChangeInCapacity"
        if self.min_adjustment_step is not None and not is_percentage:
            yield "MinAdjustmentStep needs AdjustmentType to be PercentChangeInCapacity"
