"""OS::Heat::InstanceGroup: as many instances as wanted, all of one launch configuration."""

from collections.abc import Iterable
from typing import Any, ClassVar

from typing_extensions import override

from calor.core.values import Value, has_unknown
from calor.plugin import Declared, attr, prop
from calor.plugin.nested import Child, Phase, StackResource
from calor.plugin.resource import Here
from calor.plugin.scaling import Adjustment
from calor.plugin.schema import build
from calor.resources.heat.drawn_group import Aim, adjusted, in_service, next_turn
from calor.resources.heat.launching import (
    ADDRESSES,
    Rolling,
    Tag,
    definition_of,
    is_reconfigured,
    phase_of,
    read,
)
from calor.resources.heat.naming import MOST_MEMBERS
from calor.resources.heat.scaling import Bounds, begin_change, end_change


class InstancePolicy(Declared):
    """How fast the group changes."""

    rolling: Rolling | None = prop(
        "How instances take a new launch configuration.", default=None, name="RollingUpdate"
    )


class InstanceGroup(StackResource):
    """As many instances as wanted, all made from one launch configuration."""

    type_name = "OS::Heat::InstanceGroup"
    update_policy = InstancePolicy
    attributes: ClassVar = {ADDRESSES: attr("The addresses of the instances, with commas between.")}

    availability_zones: tuple[Any, ...] = prop("Taken, and not used.", name="AvailabilityZones")
    launch_configuration_name: str = prop(
        "A reference to the launch configuration.", name="LaunchConfigurationName", updatable=True
    )
    size: int = prop("How many instances there are.", name="Size", updatable=True)
    load_balancer_names: tuple[Any, ...] | None = prop(
        "Taken, and not used: there is no load balancer to tell.",
        default=None,
        name="LoadBalancerNames",
    )
    tags: tuple[Tag, ...] | None = prop(
        "What each instance is labelled with.", default=None, name="Tags"
    )

    @override
    def next_phase(self, here: Here, child: Child | None) -> Phase | None:
        policy = build(InstancePolicy, here.update_policy).rolling
        pace = policy.pace() if policy else None
        rolls = is_reconfigured(here, self.launch_configuration_name)
        turn = next_turn(here, child, self._aim(here, self.size).at(pace if rolls else None))
        if turn is None:
            here.data["launched"] = self.launch_configuration_name
            return None
        return phase_of(here, turn)

    @override
    def adjusted(self, here: Here, child: Child, adjustment: Adjustment) -> Phase | None:
        size = begin_change(here, len(in_service(child)), Bounds(0, MOST_MEMBERS), adjustment)
        if size is None:
            return None
        return phase_of(here, adjusted(here, child, self._aim(here, size)))

    @override
    def adjustment_over(self, here: Here, child: Child, *, is_done: bool) -> None:
        end_change(here, is_done=is_done)

    @override
    def child_attribute(self, here: Here, child: Child, path: tuple[Value, ...]) -> Value:
        return read(child, path)

    @override
    def problems(self) -> Iterable[str]:
        if not has_unknown(self.size) and not 0 <= self.size <= MOST_MEMBERS:
            yield f"Size is {self.size}, but must be between 0 and {MOST_MEMBERS}"

    def _aim(self, here: Here, size: int) -> Aim:
        return Aim(definition_of(here, self.launch_configuration_name, self.tags or ()), size, None)
