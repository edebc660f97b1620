"""What all wait conditions have in common: how they wait for the signals of their handle."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from calor.core.errors import ResourceFailed
from calor.core.source import shorten
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin.resource import Here, Progress, Sibling
from calor.resources.heat.handle_signals import data_of, reasons

HANDLES: Final = frozenset(
    {
        "OS::Heat::WaitConditionHandle",
        "OS::Heat::UpdateWaitConditionHandle",
        "AWS::CloudFormation::WaitConditionHandle",
    }
)
LOOK: Final = 30.0
"""Seconds after which to look, should nobody have told of a signal."""


@dataclass(frozen=True, slots=True)
class Wait:
    """So many signals to a handle, within so many seconds."""

    handle: str
    count: int
    timeout: float

    def progress(self, here: Here) -> Progress:
        """Say whether enough signals have come; raise if they never will."""
        if here.action not in (Action.CREATE, Action.UPDATE):
            return True
        handle = find_handle(here, self.handle)
        if handle.properties.get("signal_transport") == "NO_SIGNAL":
            return True
        return self._judge(here, handle.present_metadata)

    def _judge(self, here: Here, signals: Mapping[str, Value]) -> Progress:
        if failures := reasons(signals, is_success=False):
            raise ResourceFailed(";".join(failures))
        heard = reasons(signals, is_success=True)
        if len(heard) >= self.count:
            return True
        left = here.started_at + self.timeout - here.now()
        if left <= 0:
            why = f" - {';'.join(heard)}" if heard else ""
            raise ResourceFailed(f"{len(heard)} of {self.count} received{why}")
        return min(left, LOOK)


def find_handle(here: Here, reference_id: str) -> Sibling:
    """Return the handle that a wait condition refers to."""
    handle = here.sibling(reference_id)
    if handle is None or handle.type not in HANDLES:
        raise ResourceFailed(
            f"{shorten(reference_id)} is not a valid wait condition handle;"
            " refer to one of the same stack with get_resource or Ref"
        )
    return handle


def data_at(here: Here, reference_id: str) -> str:
    """Return what was sent to a handle, as JSON; an empty text if it is gone."""
    handle = here.sibling(reference_id)
    return data_of(handle.present_metadata) if handle else ""
