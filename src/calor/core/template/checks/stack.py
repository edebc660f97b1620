"""Check a whole stack: a template with its values, and every template below it."""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.core.errors import CircularDependency
from calor.core.graph import Graph
from calor.core.source import Path, Report, shorten
from calor.core.template.analysis import unused_parameters
from calor.core.template.checks.children import Child, Children
from calor.core.template.checks.conditions import ConditionCheck
from calor.core.template.checks.families import Family
from calor.core.template.checks.references import ReferenceCheck
from calor.core.template.checks.request import StackRequest, given
from calor.core.template.checks.resource import ResourceCheck
from calor.core.template.checks.surroundings import CheckedStack, Surroundings, Verdict
from calor.core.template.checks.types import FoundType, TypeFinder
from calor.core.template.environment.environment import Environment
from calor.core.template.scope import UNDECIDED, StackScope
from calor.core.template.template import ResourceDefinition
from calor.core.values import Value


def check_stack(request: StackRequest, around: Surroundings) -> Verdict:
    """Check a stack; the problems of the whole tree are in the verdict."""
    family = Family.within(around)
    stack = _check_root(request, family)
    return Verdict(stack, tuple(family.report.problems))


def _check_root(request: StackRequest, family: Family) -> CheckedStack | None:
    root = family.read(request.document)
    if root is None:
        return None
    user = given(request, root, family)
    family.parameter_defaults = user.environment.parameter_defaults
    scope = StackScope(
        template=root.template,
        parameters=user.values,
        files=family.around.files,
        run_yaql=family.around.run_yaql,
    )
    report = family.report.elsewhere(request.document.locate)
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
        conditions = ConditionCheck(self.scope, self.report)
        finder = TypeFinder(self.environment.registry, self.family, self.report)
        resources = ResourceCheck(self.scope, self.family.around.lookup, self.report)
        # What a condition disables does not exist: everything else waits for this.
        conditions.decide()
        enabled = conditions.enabled()
        # An attribute can only be checked where the type of its resource is known.
        found = self._types(enabled, finder)
        types = {name: one.schema for name, one in found.items()}
        references = ReferenceCheck(self.scope, enabled, types, self.report)
        graph = self._graph(enabled, references)
        values = {name: resources.check(one, types.get(name)) for name, one in enabled.items()}
        self._outputs(conditions, references, resources)
        self._unused_parameters()
        # Children come last: they are given the values found so far.
        nursery = Children.of(self.environment, self.family, finder, resources)
        children = self._children(nursery, enabled, found, values)
        return CheckedStack(
            scope=self.scope,
            resources=enabled,
            types=types,
            graph=graph,
            children=children,
            size=len(enabled) + sum(one.size for one in children.values()),
            height=max((1 + one.height for one in children.values()), default=0),
        )

    def _types(
        self, enabled: Mapping[str, ResourceDefinition], finder: TypeFinder
    ) -> dict[str, FoundType]:
        words = self.scope.template.dialect.words
        found = {
            name: finder.find(one.type, name, (words.resources, name, words.type))
            for name, one in enabled.items()
        }
        return {name: one for name, one in found.items() if one}

    def _graph(
        self, enabled: Mapping[str, ResourceDefinition], references: ReferenceCheck
    ) -> Graph:
        graph = Graph.of({name: references.needs(one) for name, one in enabled.items()})
        cycle = graph.cycle()
        if cycle:
            word = self.scope.template.dialect.words.resources
            way = CircularDependency(cycle)
            self.report.error((word, cycle[0]), f"resources wait for each other; {way}")
        return graph

    def _outputs(
        self, conditions: ConditionCheck, references: ReferenceCheck, resources: ResourceCheck
    ) -> None:
        words = self.scope.template.dialect.words
        for name, output in self.scope.template.outputs.items():
            path = (words.outputs, name)
            if conditions.may_hold(output.condition, (*path, words.condition)):
                references.check(output.value)
                resources.value(output.value, (*path, words.value))

    def _unused_parameters(self) -> None:
        word = self.scope.template.dialect.words.parameters
        for name in unused_parameters(self.scope.template, UNDECIDED):
            self.report.warn((word, name), f"the parameter {shorten(name)} is never used")

    def _children(
        self,
        nursery: Children,
        enabled: Mapping[str, ResourceDefinition],
        found: Mapping[str, FoundType],
        values: Mapping[str, Mapping[str, Value]],
    ) -> dict[str, CheckedStack]:
        words = self.scope.template.dialect.words
        children = {}
        for name, one in found.items():
            path = (words.resources, name, words.properties)
            child = nursery.child(enabled[name], one, values[name], path)
            checked = self._checked(child, path[:-1]) if child else None
            if checked:
                children[name] = checked
        return children

    def _checked(self, child: Child, path: Path) -> CheckedStack | None:
        """Check a child, unless this very use of its template has been."""
        around = self.family.around
        known = self.family.checked.get(child.use)
        if self.depth + 1 + (known.height if known else 0) > around.max_depth:
            self.report.error(path, f"templates are nested more than {around.max_depth} deep")
            return None
        if known:
            return known
        if not self.family.can_look_into(child.read.template):
            what = f"there are more than {around.max_nested} resources in nested stacks"
            self.report.warn(path, f"{what}; this one is not looked into")
            return None
        report = self.family.report.elsewhere(child.read.document.locate)
        below = StackCheck(child.scope, child.environment, self.family, report, self.depth + 1)
        return self.family.checked.setdefault(child.use, below.check())
