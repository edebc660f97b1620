"""OS::Heat::SoftwareConfig: a script or manifest for a server."""

from typing_extensions import override

from calor.core.values import Value
from calor.plugin import prop, since
from calor.resources.heat.described_config import DescribedConfig


class SoftwareConfig(DescribedConfig):
    """A script or manifest, with what it takes and gives."""

    type_name = "OS::Heat::SoftwareConfig"
    support = since("2014.1")

    config: str | None = prop("The script or manifest.", default=None)

    @override
    def content(self) -> Value:
        return self.config
