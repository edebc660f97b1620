"""What a template is checked against, and what is known of a stack that was."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from calor.core.document.document import Document
from calor.core.errors import InvalidTemplate
from calor.core.graph import Graph
from calor.core.schema.constraints import Lookup, anything
from calor.core.schema.model import TypeSchema
from calor.core.source import Problem, shorten
from calor.core.template.scope import StackScope, Yaql, no_yaql
from calor.core.template.template import ResourceDefinition

MAX_DEPTH = 5
"""How many templates may stand inside each other below the first."""

MAX_NESTED = 50_000
"""How many resources of nested stacks are looked into before a check gives up."""


class Types(Protocol):
    """The resource types that plugins provide."""

    def get(self, name: str) -> TypeSchema | None:
        """Return a type by its name."""

    def names(self) -> Collection[str]:
        """Return the names of all types."""


def no_document(file: str) -> Document:
    """Have no file at all."""
    raise InvalidTemplate([Problem(f"there is no file {shorten(file)}")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Everything outside a template that its check may ask for."""

    types: Types
    document: Callable[[str], Document] = no_document
    """A provider template by the name of its file; `InvalidTemplate` if it cannot be read."""
    files: Mapping[str, str] = field(default_factory=dict)
    lookup: Lookup = anything
    run_yaql: Yaql = no_yaql
    max_depth: int = MAX_DEPTH
    max_nested: int = MAX_NESTED


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStack:
    """A template that has been checked, with all that was found out on the way."""

    scope: StackScope
    resources: Mapping[str, ResourceDefinition]
    """Those that no condition disables."""
    types: Mapping[str, TypeSchema]
    """The type of each resource whose type is known."""
    graph: Graph
    children: Mapping[str, "CheckedStack"]
    """The stack behind each resource whose type is a template; one may stand behind several."""
    size: int
    """How many resources there are in it and in all stacks below."""
    height: int
    """How many stacks stand inside each other below it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a check; no stack if not even the template could be read."""

    stack: CheckedStack | None
    problems: tuple[Problem, ...]
    """Of the template and of all below it."""
