"""AWS::AutoScaling::AutoScalingGroup: instances whose number goes up and down."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from typing_extensions import override

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import Value, has_unknown
from calor.plugin import Declared, attr, check, one_of, prop, since
from calor.plugin.nested import Child, Phase, StackResource
from calor.plugin.resource import Here
from calor.plugin.scaling import Adjustment
from calor.plugin.schema import build
from calor.resources.heat.drawn_group import Aim, adjusted, in_service, next_turn
from calor.resources.heat.launching import (
    ADDRESSES,
    METERING,
    Rolling,
    Tag,
    definition_of,
    is_reconfigured,
    phase_of,
    read,
)
from calor.resources.heat.naming import MOST_MEMBERS
from calor.resources.heat.scaling import Bounds, begin_change, end_change, rest


class GroupPolicy(Declared):
    """How fast the group changes."""

    rolling: Rolling | None = prop(
        "How instances take a new launch configuration.",
        default=None,
        name="AutoScalingRollingUpdate",
    )


class AutoScalingGroup(StackResource):
    """As many instances of a launch configuration as are needed, between two bounds."""

    type_name = "AWS::AutoScaling::AutoScalingGroup"
    support = since("2014.1")
    update_policy = GroupPolicy
    attributes: ClassVar = {ADDRESSES: attr("The addresses of the instances, with commas between.")}

    availability_zones: tuple[Any, ...] = prop("Taken, and not used.", name="AvailabilityZones")
    launch_configuration_name: str | None = prop(
        "A reference to the launch configuration.",
        default=None,
        name="LaunchConfigurationName",
        updatable=True,
    )
    instance_id: str | None = prop(
        "An instance to take after.", check("nova.server"), default=None, name="InstanceId"
    )
    max_size: int = prop("How many instances there are at most.", name="MaxSize", updatable=True)
    min_size: int = prop("How many instances there are at least.", name="MinSize", updatable=True)
    cooldown: int | None = prop(
        "Seconds after a change of size in which there is no other.",
        default=None,
        name="Cooldown",
        updatable=True,
    )
    desired_capacity: int | None = prop(
        "How many instances there are at first.",
        default=None,
        name="DesiredCapacity",
        updatable=True,
    )
    health_check_grace_period: int | None = prop(
        "Taken, and not used.", default=None, name="HealthCheckGracePeriod", implemented=False
    )
    health_check_type: str | None = prop(
        "Taken, and not used.",
        one_of("EC2", "ELB"),
        default=None,
        name="HealthCheckType",
        implemented=False,
    )
    load_balancer_names: tuple[Any, ...] | None = prop(
        "Taken, and not used: there is no load balancer to tell.",
        default=None,
        name="LoadBalancerNames",
    )
    vpc_zone_identifier: tuple[str, ...] | None = prop(
        "The one subnet that the instances are in.", default=None, name="VPCZoneIdentifier"
    )
    tags: tuple[Tag, ...] | None = prop(
        "What each instance is labelled with.", default=None, name="Tags"
    )

    @override
    def next_phase(self, here: Here, child: Child | None) -> Phase | None:
        policy = build(GroupPolicy, here.update_policy).rolling
        pace = policy.pace() if policy else None
        size = self._target(here, child)
        rolls = is_reconfigured(here, self._configuration())
        turn = next_turn(here, child, self._aim(here, size).at(pace if rolls else None))
        if turn is None:
            here.data["launched"] = self._configuration()
            rest(here, self.cooldown, f"ExactCapacity : {size}")
            return None
        return phase_of(here, turn)

    @override
    def adjusted(self, here: Here, child: Child, adjustment: Adjustment) -> Phase | None:
        bounds = Bounds(self.min_size, self.max_size, self.cooldown)
        size = begin_change(here, len(in_service(child)), bounds, adjustment)
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
        low, high, desired = self.min_size, self.max_size, self.desired_capacity
        if not has_unknown([low, high, desired]):
            if not 0 <= low <= high <= MOST_MEMBERS:
                yield f"MinSize is {low} and MaxSize {high}; 0, they and {MOST_MEMBERS} must ascend"
            elif desired is not None and not low <= desired <= high:
                yield f"DesiredCapacity is {desired}, which is not between {low} and {high}"
        if _has_several(self.vpc_zone_identifier):
            yield "VPCZoneIdentifier: there can be only one subnet"
        source = [self.instance_id, self.launch_configuration_name]
        if not has_unknown(source) and sum(map(bool, source)) != 1:
            yield "either InstanceId or LaunchConfigurationName is needed, and not both"

    def _target(self, here: Here, child: Child | None) -> int:
        """Return the size to reach, found out once for each action."""
        if here.data.get("sized") != here.started_at:
            is_first = child is None or here.action is Action.CREATE
            size = self.min_size if is_first else len(in_service(child))
            wanted = min(max(self.desired_capacity or size, self.min_size), self.max_size)
            here.data.update(target=wanted, sized=here.started_at)
        return int(here.data["target"])

    def _configuration(self) -> str:
        if not self.launch_configuration_name:
            raise ResourceFailed(
                "InstanceId: what an existing instance is like cannot be read yet;"
                " give LaunchConfigurationName instead"
            )
        return self.launch_configuration_name

    def _aim(self, here: Here, size: int) -> Aim:
        subnets = self.vpc_zone_identifier or ()
        more: Mapping[str, Value] = {"SubnetId": subnets[0]} if subnets else {}
        definition = definition_of(here, self._configuration(), self.tags or (), more)
        tag = {"Key": f"{METERING}AutoScalingGroupName", "Value": here.name}
        definition["Properties"]["Tags"].append(tag)
        return Aim(definition, size, None)


def _has_several(items: tuple[str, ...] | None) -> bool:
    return not has_unknown(items) and len(items or ()) > 1
