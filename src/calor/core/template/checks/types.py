"""Resource types: what stands behind each name, a plugin's type or a template."""

from dataclasses import dataclass, field

from calor.core.schema.facade import facade_problems
from calor.core.schema.model import TypeSchema
from calor.core.source import Hint, Path, Report, did_you_mean, shorten
from calor.core.template.checks.families import Family
from calor.core.template.environment.registry import Registry
from calor.core.template.environment.resolution import PluginType, ProviderTemplate, Unresolved


@dataclass(frozen=True, slots=True)
class FoundType:
    """A type, and the template behind it if there is one."""

    schema: TypeSchema
    provider: ProviderTemplate | None = None


@dataclass(frozen=True, slots=True)
class TypeFinder:
    """Finds the types of one stack's resources."""

    registry: Registry
    family: Family
    report: Report
    _found: dict[str, FoundType] = field(default_factory=dict)

    def find(self, type_name: str, resource: str, path: Path) -> FoundType | None:
        """Return a type; none if there is no such type or its template is broken."""
        if self.registry.user.resources:  # there, a name may stand for another type each time
            return self._find(type_name, resource, path)
        known = self._found.get(type_name) or self._find(type_name, resource, path)
        if known:
            self._found[type_name] = known
        return known

    def _find(self, type_name: str, resource: str, path: Path) -> FoundType | None:
        match self.registry.resolve(type_name, resource):
            case PluginType(name):
                return self._plugin_type(name, path)
            case ProviderTemplate() as provider:
                return self._template(provider, type_name, path)
            case Unresolved(message):
                self.report.error(path, message, self._meant(type_name))
                return None

    def _plugin_type(self, name: str, path: Path) -> FoundType | None:
        schema = self.family.around.types.get(name)
        if schema:
            return FoundType(schema)
        self.report.error(path, f"there is no resource type {shorten(name)}", self._meant(name))
        return None

    def _template(self, provider: ProviderTemplate, type_name: str, path: Path) -> FoundType | None:
        child = self.family.template(provider.file, self.report, path)
        if child is None:
            return None
        native = self.family.around.types.get(type_name)
        if native:
            for problem in facade_problems(native, child.schema):
                message = f"{child.schema.name} cannot stand in for {type_name}: {problem}"
                self.report.error(path, message)
        return FoundType(child.schema, provider)

    def _meant(self, name: str) -> Hint:
        return lambda: did_you_mean(name, self.family.around.types.names())
