"""Instances that are made from a launch configuration: what groups of them have in common."""

from collections.abc import Iterable, Mapping
from typing import Final

from calor.core.errors import EvaluationError, ResourceFailed
from calor.core.source import shorten
from calor.core.template.functions.references import follow
from calor.core.values import Value
from calor.plugin import Declared, prop
from calor.plugin.nested import Child, Phase
from calor.plugin.resource import Here
from calor.resources.heat.drawn_group import Turn, in_service
from calor.resources.heat.duration import seconds_of
from calor.resources.heat.rolling import RollingUpdate

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


def is_reconfigured(here: Here, configuration: str) -> bool:
    """Return whether the launch configuration is another one; found out once for each action.

    Until all members have the new one none is taken for launched, so that whatever comes
    in between, a rollback too, goes through all of them.
    """
    if here.data.get("since") != here.started_at:
        launched = here.data.setdefault("launched", configuration)
        is_other = launched != configuration
        here.data.update(rolls=is_other, since=here.started_at)
        if is_other:
            here.data["launched"] = MIXED
    return bool(here.data["rolls"])


def definition_of(
    here: Here, configuration: str, tags: Iterable[Tag], more: Mapping[str, Value] | None = None
) -> dict[str, Value]:
    """Return what each member is, in the words of CloudFormation."""
    found = here.sibling(configuration)
    if found is None:
        raise ResourceFailed(
            f"LaunchConfigurationName: nothing in this stack is referred to by"
            f" {shorten(configuration)}; use Ref or get_resource with the"
            " name of a launch configuration"
        )
    properties = {**_given(found.properties), **(more or {}), "Tags": _tags(here, list(tags))}
    definition: dict[str, Value] = {"Type": MEMBER, "Properties": properties}
    if found.metadata:
        definition["Metadata"] = found.metadata
    return definition


def phase_of(here: Here, turn: Turn) -> Phase:
    """Return what the child stack is to become."""
    shows = any(path[:1] == (ADDRESSES,) for path in here.reads)
    template = _template(turn.members, shows_addresses=shows)
    return Phase(template=template, registry={MEMBER: INSTANCE}, pause=turn.pause)


def read(child: Child, path: tuple[Value, ...]) -> Value:
    """Return an attribute of a group of instances."""
    shown = child.outputs.get(ADDRESSES)
    known = shown if isinstance(shown, dict) else {}
    found = [known.get(one.name) or one.attributes.get(ADDRESS) for one in in_service(child)]
    own = {ADDRESSES: ",".join(str(one or NO_ADDRESS) for one in found) or None}
    if path and path[0] not in own:
        raise EvaluationError(f"{shorten(path[0])} is no attribute of a group of instances")
    return follow(own, path, None, digits=False)


def _tags(here: Here, given: list[Tag]) -> list[Value]:
    """Return the tags, with one by which alarms find the group."""
    tags = [{"Key": one.key, "Value": one.value} for one in given]
    if any(one.key.startswith(METERING) for one in given):
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
