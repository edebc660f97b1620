"""What somebody wants checked, and the values that its template gets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calor.core.document.document import Document
from calor.core.template.checks.families import Family, ReadTemplate
from calor.core.template.checks.surroundings import Types
from calor.core.template.environment.defaults import DEFAULT_ENTRIES
from calor.core.template.environment.environment import Environment, read_environment
from calor.core.template.environment.layer import Layer
from calor.core.template.environment.merge import Written, merge_environments, written_in
from calor.core.template.parameters.checking import Place
from calor.core.template.parameters.pseudo import StackIdentity, pseudo_parameters
from calor.core.template.parameters.values import Where, in_file, settle
from calor.core.values import Value

OPERATOR = Layer.of(DEFAULT_ENTRIES, {}, is_users=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackRequest:
    """A template with everything that a user gives along with it."""

    document: Document
    environments: tuple[Document, ...] = ()
    """In the order in which they are merged."""
    parameters: Mapping[str, Value] = field(default_factory=dict)
    """Values that were given by hand; they beat those of the environments."""
    partial: bool = False
    """Whether parameters without a value are no mistake."""
    operator: Layer = OPERATOR
    identity: StackIdentity = field(default_factory=StackIdentity)


@dataclass(frozen=True, slots=True)
class KnownTypes:
    """The names of the types that plugins have, asked one by one."""

    types: Types

    def __contains__(self, name: object) -> bool:
        """Return whether a plugin has a type of this name."""
        return self.types.get(str(name)) is not None


@dataclass(frozen=True, slots=True)
class Given:
    """The merged environment of a request, and its template's parameters."""

    environment: Environment
    values: Mapping[str, Value]


def given(request: StackRequest, root: ReadTemplate, family: Family) -> Given:
    """Merge what a user gives; problems are noted in the files they stand in."""
    written = [_read(one, family) for one in request.environments]
    merged = merge_environments(written, root.template.parameters)
    environment = replace(
        merged,
        parameters={**merged.parameters, **request.parameters},
        registry=merged.registry.under(request.operator, KnownTypes(family.around.types)),
    )
    values = settle(
        root.template.parameters,
        environment.parameters,
        environment.parameter_defaults,
        _where(request, written, root, family),
        checker=family.checker,
        partial=request.partial,
    )
    pseudo = pseudo_parameters(root.template.dialect.language, request.identity)
    return Given(environment, {**values, **pseudo})


def _read(document: Document, family: Family) -> Written:
    family.report.problems += document.repeated
    report = family.report.elsewhere(document.locate)
    return read_environment(document.value, report), report


def _where(
    request: StackRequest, written: list[Written], root: ReadTemplate, family: Family
) -> Where:
    report = family.report.elsewhere(root.document.locate)
    otherwise = written_in(written, in_file(report, root.template.dialect.words.parameters))

    def where(name: str) -> Place:
        if request.parameters.get(name) is not None:
            return family.report, ("parameters", name)
        return otherwise(name)

    return where
