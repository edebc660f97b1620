"""Children: the stacks behind resources whose type is a template, also those inside groups."""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.core.source import Path, Report
from calor.core.template.checks.families import Family, ReadTemplate
from calor.core.template.checks.members import member
from calor.core.template.checks.resource import ResourceCheck
from calor.core.template.checks.types import FoundType, TypeFinder
from calor.core.template.environment.environment import Environment
from calor.core.template.environment.resolution import ProviderTemplate
from calor.core.template.parameters.checking import Place
from calor.core.template.parameters.pseudo import StackIdentity, pseudo_parameters
from calor.core.template.parameters.values import settle
from calor.core.template.scope import StackScope
from calor.core.template.template import ResourceDefinition
from calor.core.values import Value


@dataclass(frozen=True, slots=True)
class Child:
    """A template in a resource's place, with all that it is given."""

    read: ReadTemplate
    environment: Environment
    scope: StackScope
    use: str
    """Equal for uses of which it is enough to check one."""


@dataclass(frozen=True, slots=True)
class Children:
    """Finds the children of one stack."""

    environment: Environment
    family: Family
    finder: TypeFinder
    check: ResourceCheck
    registry: str
    """The registry as text, to tell uses of a template apart."""

    @classmethod
    def of(
        cls, environment: Environment, family: Family, finder: TypeFinder, check: ResourceCheck
    ) -> "Children":
        """Prepare for one stack."""
        registry = environment.registry
        return cls(environment, family, finder, check, repr((registry.user, registry.operator)))

    def child(
        self, resource: ResourceDefinition, found: FoundType, given: Mapping[str, Value], path: Path
    ) -> Child | None:
        """Return the stack behind a resource whose properties stand at `path`, if there is one."""
        if resource.external_id is not None:
            return None
        if found.provider:
            return self._provided(resource, found.provider, given, path)
        return self._member(resource.name, found, given, path)

    def _member(
        self, group: str, found: FoundType, given: Mapping[str, Value], path: Path
    ) -> Child | None:
        """Check the definition that the members of a group share, and return what is behind it."""
        first = member(found.schema, given)
        if first is None:
            return None
        place = (*path, found.schema.member or "")
        inside = self.environment.child(group, None, {})
        finder = TypeFinder(inside.registry, self.family, self.check.report)
        kind = finder.find(first.type, first.name, (*place, "type"))
        if kind is None:
            return None
        below = (*place, "properties")
        typed = self.check.properties(kind.schema, first.properties, below)
        return Children.of(inside, self.family, finder, self.check).child(first, kind, typed, below)

    def _provided(
        self,
        resource: ResourceDefinition,
        provider: ProviderTemplate,
        given: Mapping[str, Value],
        path: Path,
    ) -> Child | None:
        report = self.check.report
        read = self.family.template(provider.file, report, path)
        if read is None:
            return None
        environment = self.environment.child(resource.name, provider, given)
        parameters = self._parameters(read, environment, report, path)
        parent = self._facade(resource)
        around = self.family.around
        scope = StackScope(
            template=read.template,
            parameters=parameters,
            files=around.files,
            parent=parent,
            run_yaql=around.run_yaql,
        )
        nodes = list(self.environment.registry.user.nodes(resource.name))
        use = repr((self.registry, provider, nodes, parameters, parent))
        return Child(read, environment, scope, use)

    def _parameters(
        self, read: ReadTemplate, environment: Environment, report: Report, path: Path
    ) -> Mapping[str, Value]:
        def where(name: str) -> Place:
            return report, (*path, name)

        values = settle(
            read.template.parameters,
            environment.parameters,
            environment.parameter_defaults,
            where,
            checker=self.family.checker,
            partial=True,  # the check of the resource has told what is missing
        )
        return {**values, **pseudo_parameters(read.template.dialect.language, StackIdentity())}

    def _facade(self, resource: ResourceDefinition) -> dict[str, Value]:
        """Return what a child may ask about the resource that it stands for."""
        silent = ResourceCheck(self.check.scope, self.check.lookup, Report())
        return {
            "metadata": silent.value(resource.metadata, ()),
            "deletion_policy": silent.value(resource.deletion_policy, ()),
            "update_policy": silent.value(resource.update_policy, ()),
        }
