"""Check a whole stack: a template with its values, and every template below it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calor.core.errors import EvaluationError, InvalidTemplate
from calor.core.graph import Graph
from calor.core.schema.model import TypeSchema
from calor.core.source import Path, Report, shorten
from calor.core.template.analysis import unused_parameters
from calor.core.template.checks.families import Family, ReadTemplate
from calor.core.template.checks.members import member
from calor.core.template.checks.references import ReferenceCheck
from calor.core.template.checks.request import StackRequest, given
from calor.core.template.checks.resource import ResourceCheck
from calor.core.template.checks.surroundings import CheckedStack, Surroundings, Verdict
from calor.core.template.checks.types import FoundType, TypeFinder
from calor.core.template.environment.environment import Environment
from calor.core.template.environment.resolution import ProviderTemplate
from calor.core.template.expression import Compiled
from calor.core.template.functions.logic import Condition
from calor.core.template.parameters.pseudo import StackIdentity, pseudo_parameters
from calor.core.template.parameters.values import in_file, settle
from calor.core.template.scope import UNDECIDED, StackScope
from calor.core.template.template import ResourceDefinition
from calor.core.values import Value


def check_stack(request: StackRequest, around: Surroundings) -> Verdict:
    """Check a stack; every problem of the whole tree is in the verdict."""
    family = Family(around)
    try:
        stack = _check_root(request, family)
    except InvalidTemplate as problem:
        return Verdict(None, (*family.problems, *problem.problems))
    return Verdict(stack, tuple(family.problems))


def _check_root(request: StackRequest, family: Family) -> CheckedStack | None:
    root = family.read(request.document)
    if root is None:
        return None
    report = Report(request.document.locate)
    user = given(request, root, family, report)
    scope = _scope(root, user.values, family.around)
    return StackCheck(scope, user.environment, family, report).check()


@dataclass(frozen=True, slots=True)
class StackCheck:
    """Checks one template of a family; the steps stand in the order that they build on."""

    scope: StackScope
    environment: Environment
    family: Family
    report: Report
    depth: int = 0

    def check(self) -> CheckedStack:
        """Run every step."""
        # What a condition disables does not exist: everything else waits for this.
        enabled = self._enabled()
        # An attribute can only be checked where the type of its resource is known.
        found = self._types(enabled)
        types = {name: one.schema for name, one in found.items()}
        references = ReferenceCheck(self.scope, enabled, types, self.report)
        graph = self._graph(enabled, references)
        values = self._values(enabled, types)
        self._outputs(references)
        self._unused_parameters()
        # Children come last: they are given the values found so far.
        children = self._children(enabled, found, values)
        self.family.note(self.report)
        return CheckedStack(
            scope=self.scope, resources=enabled, types=types, graph=graph, children=children
        )

    def _enabled(self) -> dict[str, ResourceDefinition]:
        template = self.scope.template
        for name in template.conditions:
            self._is_enabled(Condition(name, (template.dialect.words.conditions, name)))
        return {
            name: one for name, one in template.resources.items() if self._is_enabled(one.condition)
        }

    def _is_enabled(self, condition: Compiled) -> bool:
        """Return whether a condition holds or may hold; one that is broken may."""
        if condition is True:
            return True
        try:
            return self.scope.is_enabled(condition) is not False
        except EvaluationError as problem:
            self.report.error(problem.path, problem.message)
            return True

    def _types(self, enabled: Mapping[str, ResourceDefinition]) -> dict[str, FoundType]:
        finder = self._finder()
        words = self.scope.template.dialect.words
        found = {
            name: finder.find(one.type, name, (words.resources, name, words.type))
            for name, one in enabled.items()
        }
        return {name: one for name, one in found.items() if one}

    def _graph(
        self, enabled: Mapping[str, ResourceDefinition], references: ReferenceCheck
    ) -> Graph:
        word = self.scope.template.dialect.words.resources
        graph = Graph.of({name: references.needs(one) for name, one in enabled.items()})
        cycle = graph.cycle()
        if cycle:
            way = " -> ".join(shorten(name) for name in cycle[:20])
            self.report.error((word, cycle[0]), f"resources wait for each other: {way}")
        return graph

    def _values(
        self, enabled: Mapping[str, ResourceDefinition], types: Mapping[str, TypeSchema]
    ) -> dict[str, Mapping[str, Value]]:
        check = self._resource_check()
        return {name: check.check(one, types.get(name)) for name, one in enabled.items()}

    def _outputs(self, references: ReferenceCheck) -> None:
        check = self._resource_check()
        words = self.scope.template.dialect.words
        for output in self.scope.template.outputs.values():
            if self._is_enabled(output.condition):
                references.check(output.value)
                check.value(output.value, (words.outputs, output.name, words.value))

    def _unused_parameters(self) -> None:
        word = self.scope.template.dialect.words.parameters
        for name in unused_parameters(self.scope.template, UNDECIDED):
            self.report.warn((word, name), f"the parameter {shorten(name)} is never used")

    def _children(
        self,
        enabled: Mapping[str, ResourceDefinition],
        found: Mapping[str, FoundType],
        values: Mapping[str, Mapping[str, Value]],
    ) -> dict[str, CheckedStack]:
        children = {}
        for name, one in found.items():
            resource = enabled[name]
            if resource.external_id is not None:
                continue
            if one.provider:
                child = self._child(resource, one.provider, values[name])
            else:
                child = self._members(resource, one.schema, values[name])
            if child:
                children[name] = child
        return children

    def _members(
        self, group: ResourceDefinition, schema: TypeSchema, values: Mapping[str, Value]
    ) -> CheckedStack | None:
        """Check the definition that the members of a group share."""
        first = member(schema, values)
        if first is None or schema.member is None:
            return None
        words = self.scope.template.dialect.words
        path = (words.resources, group.name, words.properties, schema.member)
        found = self._finder().find(first.type, first.name, (*path, "type"))
        if found is None:
            return None
        check, below = self._resource_check(), (*path, "properties")
        typed = check.properties(found.schema, check.map(first.properties, below), below)
        inner = replace(self, environment=self.environment.child(group.name, None, {}))
        return inner._child(first, found.provider, typed) if found.provider else None  # noqa: SLF001

    def _finder(self) -> TypeFinder:
        return TypeFinder(self.environment.registry, self.family, self.report)

    def _resource_check(self) -> ResourceCheck:
        return ResourceCheck(self.scope, self.family.around.lookup, self.report)

    def _child(
        self, resource: ResourceDefinition, provider: ProviderTemplate, given: Mapping[str, Value]
    ) -> CheckedStack | None:
        read = self.family.template(provider.file)
        words = self.scope.template.dialect.words
        if read is None or not self._may_nest((words.resources, resource.name)):
            return None
        environment = self.environment.child(resource.name, provider, given)
        use = repr((provider.file, given, environment.registry))
        if use not in self.family.checked:
            check = replace(
                self,
                scope=self._child_scope(resource, read, environment),
                environment=environment,
                report=Report(read.document.locate),
                depth=self.depth + 1,
            )
            self.family.checked[use] = check.check()
        return self.family.checked[use]

    def _child_scope(
        self, resource: ResourceDefinition, read: ReadTemplate, environment: Environment
    ) -> StackScope:
        # The parent's check has judged these values as properties; nothing is said of them twice.
        values = settle(
            read.template.parameters,
            environment.parameters,
            environment.parameter_defaults,
            in_file(Report()),
            partial=True,
        )
        pseudo = pseudo_parameters(read.template.dialect.language, StackIdentity())
        scope = _scope(read, {**values, **pseudo}, self.family.around)
        return replace(scope, parent=self._facade(resource))

    def _facade(self, resource: ResourceDefinition) -> dict[str, Value]:
        """Return what a child may ask about the resource that it stands for."""
        check = ResourceCheck(self.scope, self.family.around.lookup, Report())
        return {
            "metadata": check.value(resource.metadata, ()),
            "deletion_policy": check.value(resource.deletion_policy, ()),
            "update_policy": check.value(resource.update_policy, ()),
        }

    def _may_nest(self, path: Path) -> bool:
        around = self.family.around
        self.family.uses += 1
        if self.depth >= around.max_depth:
            self.report.error(path, f"templates are nested more than {around.max_depth} deep")
        return self.depth < around.max_depth and self.family.uses <= around.max_children


def _scope(read: ReadTemplate, parameters: Mapping[str, Value], around: Surroundings) -> StackScope:
    return StackScope(
        template=read.template,
        parameters=parameters,
        files=around.files,
        run_yaql=around.run_yaql,
    )
