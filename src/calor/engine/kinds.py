"""Find what a resource is made by: a plugin's class, or a template as a child stack."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from calor.core.document.parse import parse_document
from calor.core.errors import CalorError
from calor.core.schema.facade import template_schema
from calor.core.schema.model import TypeSchema
from calor.core.source import Report, shorten
from calor.core.template.environment.registry import Registry
from calor.core.template.environment.resolution import PluginType, ProviderTemplate, Resolution
from calor.core.template.functions.references import follow
from calor.core.template.reader import read_template
from calor.core.values import Value
from calor.plugin import prop
from calor.plugin.nested import Child, Phase, StackResource, inner_path
from calor.plugin.registry import TypeRegistry
from calor.plugin.resource import Here, Resource
from calor.plugin.schema import build


class NotRunnable(CalorError):
    """A type is not there, or nothing is there yet that could bring it up."""


class TemplateResource(StackResource):
    """A resource whose type is a template."""

    type_name = "template"
    follows_metadata = True

    template: dict[str, Any] = prop("What the child stack is made of.")
    parameters: dict[str, Any] = prop("What it is given.")

    @override
    def next_phase(self, here: Here, child: Child | None) -> Phase | None:
        if child is not None and child.phases:
            return None
        return Phase(template=self.template, parameters=self.parameters)

    @override
    def child_attribute(self, here: Here, child: Child, path: tuple[Value, ...]) -> Value:
        inner = inner_path(path)
        if inner is None:
            return super().child_attribute(here, child, path)
        member = next((one for one in child.members if one.name == inner[0]), None)
        if member is None:
            return None
        if len(inner) == 1:
            return member.reference_id
        return follow(member.attributes, inner[1:], None, digits=False)


class Placeholder(Resource):
    """A resource of a type that is kept only so that old templates load: it does nothing."""

    type_name = "placeholder"
    placeholder = True


@dataclass(frozen=True, slots=True)
class Kind:
    """A type that can be brought up."""

    schema: TypeSchema
    resolution: Resolution
    made_by: type[Resource] | None = None
    template: Mapping[str, Value] | None = None

    def make(self, values: Mapping[str, Value]) -> Resource:
        """Return the resource that has these typed properties."""
        if self.template is not None:
            return TemplateResource(template=dict(self.template), parameters=dict(values))
        if self.made_by is None:
            raise NotRunnable(f"resources of type {self.schema.name} cannot be brought up yet")
        # The properties of what exists outside of the stack say nothing and may be missing.
        return build(self.made_by, values or dict.fromkeys(self._required()))

    def _required(self) -> list[str]:
        return [name for name, one in self.schema.properties.items() if one.required]


@dataclass(frozen=True, slots=True)
class Kinds:
    """All types that an engine can bring up."""

    types: TypeRegistry

    def find(
        self, registry: Registry, type_name: str, resource: str, files: Mapping[str, str]
    ) -> Kind:
        """Return what stands behind a type in the environment of a stack."""
        match registry.resolve(type_name, resource):
            case PluginType(name) as resolution:
                return self._plugin(name, resolution)
            case ProviderTemplate(file) as resolution:
                return _template(file, files, resolution)
            case unresolved:
                raise NotRunnable(unresolved.message)

    def schema(self, registry: Registry, type_name: str, resource: str) -> TypeSchema | None:
        """Return the schema of a type that is a plugin's, under whatever name it is used."""
        match registry.resolve(type_name, resource):
            case PluginType(name):
                return self.types.get(name)
            case _:
                return None

    def _plugin(self, name: str, resolution: Resolution) -> Kind:
        offer = self.types.offer(name)
        schema = self.types.get(name)
        if schema is None:
            raise NotRunnable(f"there is no resource type {shorten(name)}")
        if schema.placeholder:
            return Kind(schema, resolution, Placeholder)
        if isinstance(offer, type) and issubclass(offer, Resource):
            return Kind(schema, resolution, offer)
        return Kind(schema, resolution)


def _template(file: str, files: Mapping[str, str], resolution: Resolution) -> Kind:
    if file not in files:
        raise NotRunnable(f"there is no file {shorten(file)}")
    document = parse_document(files[file], file)
    template = read_template(document, Report())
    if template is None:
        raise NotRunnable(f"{shorten(file)} is not a template")
    outputs = {name: one.description for name, one in template.outputs.items()}
    schema = template_schema(file, template.parameters, outputs, template.description)
    return Kind(schema, resolution, template=document.value)
