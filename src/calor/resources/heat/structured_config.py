"""OS::Heat::StructuredConfig: a configuration that is a map instead of a text."""

from typing import Any

from typing_extensions import override

from calor.core.values import Value
from calor.plugin import prop, since
from calor.resources.heat.described_config import DescribedConfig


class StructuredConfig(DescribedConfig):
    """A map for a tool that reads JSON or YAML."""

    type_name = "OS::Heat::StructuredConfig"
    support = since("2014.1")

    config: dict[str, Any] | None = prop("The map.", default=None)

    @override
    def content(self) -> Value:
        return self.config
