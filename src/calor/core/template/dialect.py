"""What the parser must know of a template language: its words, keys and functions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from calor.core.template.function import Function
from calor.core.template.language import Language
from calor.core.template.parameters.declaration import ParameterRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How a language spells its sections and keys; None where it has no such thing."""

    description: str
    parameter_groups: str | None
    parameters: str
    mappings: str | None
    conditions: str
    resources: str
    outputs: str
    type: str
    properties: str
    metadata: str
    depends_on: str
    deletion_policy: str
    update_policy: str
    condition: str
    external_id: str | None
    value: str
    default: str
    label: str
    hidden: str
    immutable: str | None
    schema: str | None
    constraints: str | None
    constraint_description: str
    tags: str | None


HOT_WORDS: Final = Words(
    description="description",
    parameter_groups="parameter_groups",
    parameters="parameters",
    mappings=None,
    conditions="conditions",
    resources="resources",
    outputs="outputs",
    type="type",
    properties="properties",
    metadata="metadata",
    depends_on="depends_on",
    deletion_policy="deletion_policy",
    update_policy="update_policy",
    condition="condition",
    external_id="external_id",
    value="value",
    default="default",
    label="label",
    hidden="hidden",
    immutable="immutable",
    schema="schema",
    constraints="constraints",
    constraint_description="description",
    tags="tags",
)

CFN_WORDS: Final = Words(
    description="Description",
    parameter_groups=None,
    parameters="Parameters",
    mappings="Mappings",
    conditions="Conditions",
    resources="Resources",
    outputs="Outputs",
    type="Type",
    properties="Properties",
    metadata="Metadata",
    depends_on="DependsOn",
    deletion_policy="DeletionPolicy",
    update_policy="UpdatePolicy",
    condition="Condition",
    external_id=None,
    value="Value",
    default="Default",
    label="Label",
    hidden="NoEcho",
    immutable=None,
    schema=None,
    constraints=None,
    constraint_description="ConstraintDescription",
    tags=None,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """A language in one of its versions.

    Among the functions are those that must not be used, as `Rejected`;
    `elsewhere` has the functions this version takes for plain data, with the
    version that knows them.
    """

    language: Language
    version_key: str
    version: str
    aliases: tuple[str, ...] = ()
    words: Words
    sections: frozenset[str]
    resource_keys: frozenset[str]
    output_keys: frozenset[str]
    parameter_rules: ParameterRules
    strict_resource_keys: bool
    functions: Mapping[str, Function]
    condition_functions: Mapping[str, Function] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    has_conditions: bool = False
    deletion_policies: Mapping[str, str]
    pseudo_parameters: tuple[str, ...]
