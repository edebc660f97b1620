"""OS::Heat::CloudConfig: what cloud-init does when a server starts for the first time."""

from typing import Any

import yaml
from typing_extensions import override
from yaml.representer import SafeRepresenter

from calor.core.errors import ResourceFailed
from calor.core.values import Value
from calor.plugin import prop, since
from calor.plugin.resource import Here
from calor.resources.heat.stored_config import StoredConfig


class Writer(yaml.CSafeDumper):
    """Writes values of a template, which are kinds of dict and list of their own."""


Writer.add_multi_representer(dict, SafeRepresenter.represent_dict)
Writer.add_multi_representer(list, SafeRepresenter.represent_list)


class CloudConfig(StoredConfig):
    """A map in cloud-config's own YAML."""

    type_name = "OS::Heat::CloudConfig"
    support = since("2014.1")

    cloud_config: dict[str, Any] | None = prop("The map.", default=None)

    @override
    async def body(self, here: Here) -> dict[str, Value]:
        return {"config": render(self.cloud_config)}


def render(value: Value) -> str:
    """Return a cloud-config document."""
    try:
        text: str = yaml.dump(value, Dumper=Writer)
    except (ValueError, RecursionError, yaml.YAMLError) as problem:
        raise ResourceFailed(f"cloud_config cannot be written as YAML: {problem}") from None
    return f"#cloud-config\n{text}"
