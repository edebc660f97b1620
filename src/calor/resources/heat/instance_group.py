"""OS::Heat::InstanceGroup: as many instances as wanted, all of one launch configuration."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from typing_extensions import override

from calor.core.errors import EvaluationError, ResourceFailed
from calor.core.source import shorten
from calor.core.template.functions.references import follow
from calor.core.values import Value, has_unknown
from calor.plugin import Declared, attr, prop
from calor.plugin.nested import Child, Phase, StackResource
from calor.plugin.resource import Here
from calor.plugin.scaling import Adjustment
from calor.plugin.schema import build
from calor.resources.heat.drawn_group import Aim, Turn, adjusted, in_service, next_turn
from calor.resources.heat.duration import seconds_of
from calor.resources.heat.naming import MOST_MEMBERS
from calor.resources.heat.rolling import RollingUpdate
from calor.resources.heat.scaling import Bounds, begin_change, end_change

MEMBER: Final = "OS::Heat::ScaledResource"
"""The type of the members; what it stands for may be said in an environment."""
INSTANCE: Final = "AWS::EC2::Instance"
ADDRESSES: Final = "InstanceList"
ADDRESS: Final = "PublicIp"
NO_ADDRESS: Final = "0.0.0.0"  # noqa: S104  # what a member without an address is shown with
METERING: Final = "metering."
LONGEST_PAUSE: Final = 3600
MIXED: Final = ""
"""Stands for the launch configuration while members may have several."""


class Tag(Declared):
    """What an instance is labelled with."""

    key: str = prop("What the tag is called.", name="Key")
    value: str = prop("What it says.", name="Value")


class Rolling(Declared):
    """How instances take a new launch configuration."""

    min_in_service: int = prop(
        "How many instances are left alone at any time.", default=0, name="MinInstancesInService"
    )
    max_batch_size: int = prop("How many at a time.", default=1, name="MaxBatchSize")
    pause_time: str = prop(
        "The time between two batches, at most PT1H.", default="PT0S", name="PauseTime"
    )

    def pace(self) -> RollingUpdate:
        """Return the same with the pause in seconds."""
        if self.max_batch_size < 1:
            raise ResourceFailed(f"MaxBatchSize is {self.max_batch_size}, but must be at least 1")
        pause = seconds_of(self.pause_time)
        if pause > LONGEST_PAUSE:
            raise ResourceFailed(f"PauseTime is {self.pause_time}, but at most PT1H is possible")
        return RollingUpdate(
            min_in_service=self.min_in_service,
            max_batch_size=self.max_batch_size,
            pause_time=float(pause),
        )


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
        rolls = self._is_reconfigured(here)
        aim = Aim(self._definition(here), self.size, pace if rolls else None)
        turn = next_turn(here, child, aim)
        if turn is None:
            here.data["launched"] = self.launch_configuration_name
            return None
        return _phase(here, turn)

    @override
    def adjusted(self, here: Here, child: Child, adjustment: Adjustment) -> Phase | None:
        size = begin_change(here, len(in_service(child)), Bounds(0, MOST_MEMBERS), adjustment)
        if size is None:
            return None
        return _phase(here, adjusted(here, child, Aim(self._definition(here), size, None)))

    @override
    def adjustment_over(self, here: Here, child: Child, *, is_done: bool) -> None:
        end_change(here, is_done=is_done)

    @override
    def child_attribute(self, here: Here, child: Child, path: tuple[Value, ...]) -> Value:
        shown = child.outputs.get(ADDRESSES)
        known = shown if isinstance(shown, dict) else {}
        members = in_service(child)
        found = [known.get(one.name) or one.attributes.get(ADDRESS) for one in members]
        own = {ADDRESSES: ",".join(str(one or NO_ADDRESS) for one in found) or None}
        if path and path[0] not in own:
            raise EvaluationError(f"{shorten(path[0])} is no attribute of an instance group")
        return follow(own, path, None, digits=False)

    @override
    def problems(self) -> Iterable[str]:
        if not has_unknown(self.size) and not 0 <= self.size <= MOST_MEMBERS:
            yield f"Size is {self.size}, but must be between 0 and {MOST_MEMBERS}"

    def _is_reconfigured(self, here: Here) -> bool:
        """Return whether the launch configuration is another one; found out once for each action.

        Until all members have the new one none is taken for launched, so that whatever comes
        in between, a rollback too, goes through all of them.
        """
        if here.data.get("since") != here.started_at:
            launched = here.data.setdefault("launched", self.launch_configuration_name)
            is_other = launched != self.launch_configuration_name
            here.data.update(rolls=is_other, since=here.started_at)
            if is_other:
                here.data["launched"] = MIXED
        return bool(here.data["rolls"])

    def _definition(self, here: Here) -> dict[str, Value]:
        """Return what each member is, in the words of CloudFormation."""
        configuration = here.sibling(self.launch_configuration_name)
        if configuration is None:
            raise ResourceFailed(
                f"LaunchConfigurationName: nothing in this stack is referred to by"
                f" {shorten(self.launch_configuration_name)}; use Ref or get_resource with the"
                " name of a launch configuration"
            )
        properties = {**_given(configuration.properties), "Tags": self._tags(here)}
        definition: dict[str, Value] = {"Type": MEMBER, "Properties": properties}
        if configuration.metadata:
            definition["Metadata"] = configuration.metadata
        return definition

    def _tags(self, here: Here) -> list[Value]:
        """Return the tags, with one by which alarms find the group."""
        tags = [{"Key": one.key, "Value": one.value} for one in self.tags or ()]
        if any(one.key.startswith(METERING) for one in self.tags or ()):
            return tags
        return [*tags, {"Key": f"{METERING}groupname", "Value": here.name}]


def _given(value: Value) -> Value:
    """Return a value without what is null in its maps."""
    match value:
        case Mapping():
            return {key: _given(one) for key, one in value.items() if one is not None}
        case list() | tuple():
            return [_given(one) for one in value]
        case _:
            return value


def _is_read(here: Here) -> bool:
    return any(path[:1] == (ADDRESSES,) for path in here.reads)


def _phase(here: Here, turn: Turn) -> Phase:
    template = _template(turn.members, shows_addresses=_is_read(here))
    return Phase(template=template, registry={MEMBER: INSTANCE}, pause=turn.pause)


def _template(
    members: Mapping[str, Mapping[str, Value]], *, shows_addresses: bool
) -> dict[str, Value]:
    outputs: dict[str, Value] = {"references": {name: {"Ref": name} for name in members}}
    if shows_addresses:
        outputs[ADDRESSES] = {name: {"Fn::GetAtt": [name, ADDRESS]} for name in members}
    return {
        "HeatTemplateFormatVersion": "2012-12-12",
        "Resources": {name: dict(one) for name, one in members.items()},
        "Outputs": {name: {"Value": value} for name, value in outputs.items()},
    }
