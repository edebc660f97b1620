"""What answers look like; these types describe them and are never made."""

from typing import Any, NotRequired, TypedDict


class DescribedType(TypedDict):
    """A resource type in a list."""

    resource_type: str
    description: str


class ResourceTypes(TypedDict):
    """Resource types."""

    resource_types: list[str | DescribedType]


class Support(TypedDict):
    """How far something is supported."""

    status: str
    message: str | None
    version: str | None
    previous_status: "Support | None"


class TypeProperty(TypedDict):
    """A property of a type, or what is inside one."""

    type: str
    description: str
    default: NotRequired[Any]
    schema: "NotRequired[dict[str, TypeProperty]]"
    required: bool
    constraints: NotRequired[list[dict[str, Any]]]
    update_allowed: bool
    immutable: bool


class TypeAttribute(TypedDict):
    """An attribute of a type."""

    type: str
    description: str


class ResourceType(TypedDict):
    """A resource type."""

    resource_type: str
    properties: dict[str, TypeProperty]
    attributes: dict[str, TypeAttribute]
    support_status: Support


class TemplateVersion(TypedDict):
    """A version of a template language."""

    version: str
    type: str
    aliases: list[str]


class TemplateVersions(TypedDict):
    """Versions of the template languages."""

    template_versions: list[TemplateVersion]


class TemplateFunction(TypedDict):
    """A function."""

    functions: str
    description: str


class TemplateFunctions(TypedDict):
    """Functions of a template version."""

    template_functions: list[TemplateFunction]


class Validated(TypedDict):
    """A template in which no mistake was found."""

    Description: str
    Parameters: dict[str, dict[str, Any]]
    ParameterGroups: NotRequired[list[dict[str, Any]]]
    NestedParameters: NotRequired[dict[str, dict[str, Any]]]
    Environment: dict[str, Any]


class ConfigSummary(TypedDict):
    """A software configuration in a list."""

    id: str
    name: str
    group: str
    creation_time: str
    project: NotRequired[str]


class Config(TypedDict):
    """A software configuration."""

    id: str
    name: str
    group: str
    creation_time: str
    config: Any
    inputs: list[dict[str, Any]]
    outputs: list[dict[str, Any]]
    options: dict[str, Any]


class SoftwareConfigs(TypedDict):
    """Software configurations."""

    software_configs: list[ConfigSummary]


class SoftwareConfig(TypedDict):
    """One software configuration."""

    software_config: Config


class ServerMetadata(TypedDict):
    """The software configurations of a server."""

    metadata: list[Config]


class Deployment(TypedDict):
    """A software configuration on a server."""

    id: str
    server_id: str
    config_id: str
    input_values: dict[str, Any]
    output_values: dict[str, Any] | None
    action: str | None
    status: str | None
    status_reason: str | None
    creation_time: str
    updated_time: NotRequired[str]


class SoftwareDeployments(TypedDict):
    """Deployments."""

    software_deployments: list[Deployment]


class SoftwareDeployment(TypedDict):
    """One deployment."""

    software_deployment: Deployment


class EngineShown(TypedDict):
    """An engine."""

    id: str
    binary: str
    engine_id: str
    host: str
    hostname: str
    topic: str
    report_interval: int
    created_at: str
    updated_at: str
    deleted_at: str | None
    status: str


class Engines(TypedDict):
    """Engines that were seen."""

    services: list[EngineShown]


class Revision(TypedDict):
    """A revision."""

    revision: str


class Build(TypedDict):
    """Which build of the service this is."""

    api: Revision
    engine: Revision
