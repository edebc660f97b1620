"""What a template says about its parameters, and what each language lets it say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from calor.core.schema.constraints import Constraint
from calor.core.template.language import Language
from calor.core.values import Value


class ParameterKind(StrEnum):
    """The types of parameters, in HOT's spelling."""

    STRING = "string"
    NUMBER = "number"
    LIST = "comma_delimited_list"
    JSON = "json"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One declared parameter; the default is kept as it was written."""

    name: str
    kind: ParameterKind
    description: str = ""
    label: str | None = None
    default: Value = None
    hidden: bool = False
    immutable: bool = False
    tags: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    @property
    def has_default(self) -> bool:
        """Whether it may be left out; a default of null is none."""
        return self.default is not None

    @property
    def shown_label(self) -> str:
        """What to call it in front of people."""
        return self.label or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterRules:
    """What a template version lets authors write about parameters."""

    language: Language
    keys: frozenset[str]
    types: Mapping[str, ParameterKind]
    constraints: frozenset[str] = frozenset()
    """The constraints that may stand in HOT's list `constraints`."""
    later: Mapping[str, str] = field(default_factory=dict)
    """Keys and constraints this version lacks, with the version that brought them."""


HOT_KEYS: Final = frozenset(
    {"type", "description", "default", "schema", "constraints", "hidden", "label", "immutable"}
)
HOT_TYPES: Final = {str(kind): kind for kind in ParameterKind}
HOT_CONSTRAINTS: Final = frozenset(
    {"length", "range", "allowed_values", "allowed_pattern", "custom_constraint"}
)
CFN_TYPES: Final = {
    "String": ParameterKind.STRING,
    "Number": ParameterKind.NUMBER,
    "CommaDelimitedList": ParameterKind.LIST,
    "Json": ParameterKind.JSON,
    "Boolean": ParameterKind.BOOLEAN,
}

HOT_2013_05_23: Final = ParameterRules(
    language=Language.HOT,
    keys=HOT_KEYS,
    types=HOT_TYPES,
    constraints=HOT_CONSTRAINTS,
    later={"modulo": "2017-02-24", "tags": "2018-03-02"},
)
HOT_2017_02_24: Final = ParameterRules(
    language=Language.HOT,
    keys=HOT_KEYS,
    types=HOT_TYPES,
    constraints=HOT_CONSTRAINTS | {"modulo"},
    later={"tags": "2018-03-02"},
)
HOT_2018_03_02: Final = ParameterRules(
    language=Language.HOT,
    keys=HOT_KEYS | {"tags"},
    types=HOT_TYPES,
    constraints=HOT_CONSTRAINTS | {"modulo"},
)
CFN: Final = ParameterRules(
    language=Language.CFN,
    keys=frozenset(
        {"Type", "Default", "NoEcho", "AllowedValues", "AllowedPattern", "MinLength", "MaxLength"}
        | {"MinValue", "MaxValue", "Description", "ConstraintDescription", "Label"}
    ),
    types=CFN_TYPES,
)
