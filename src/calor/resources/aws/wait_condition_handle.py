"""Handles that take signals as CloudFormation writes them."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Self

from typing_extensions import override

from calor.core.values import Value
from calor.plugin import since
from calor.plugin.resource import Signalled
from calor.resources.aws.reporter import Reporter
from calor.resources.heat.handle_signals import AMAZON, keep
from calor.resources.heat.reporting import WAITING


class WaitConditionHandle(Reporter):
    """Takes signals, and keeps them for the wait conditions that refer to it."""

    type_name = "AWS::CloudFormation::WaitConditionHandle"
    support = since("2014.1")
    way = WAITING

    @override
    async def signal(self, here: Signalled, details: Mapping[str, Value] | None) -> str | None:
        return keep(here.metadata, details, AMAZON)


class UpdateWaitConditionHandle(WaitConditionHandle):
    """The same, but each update of the stack makes a new one: all signals have to come again."""

    type_name = "OS::Heat::UpdateWaitConditionHandle"

    @override
    def must_replace(self, before: Self, changed: AbstractSet[str]) -> bool:
        return True
