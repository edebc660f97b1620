"""reference/resource-types: an index by service, and a page for each service."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points

from calor.core.schema.model import Attribute, Kind, Property, Status, Support, TypeSchema
from calor.core.source import shorten
from calor.plugin.registry import GROUP, TypeRegistry
from tools.reference.constraint_words import told
from tools.reference.markdown import code, codes, literal, page, table

INTRODUCTION = """\
These are the types that calor knows: their properties and attributes are checked. Those with *yes*
in the second column can be brought up; those that do nothing stand for types that Heat has retired.
Of the others `calor validate` and `calor graph` know what to expect, and a stack that has one fails
where it is to be made; see [compatibility](../compatibility.md).

Every type has the attribute `show`, everything the cloud says about the resource, unless it is
hidden. Further types can be [declared](../how-to/declare-a-resource-type.md) and
[written](../how-to/write-a-resource-type.md) by anyone."""

LEGEND = """\
*Change* says what a new value does: it is taken over in place, it replaces the resource, or it is
refused. Properties marked with `*` are required; `[]` stands for each item of a list."""

CHANGES = {(True, False): "in place", (False, False): "replaces"}
LONGEST_DEFAULT = 40


@cache
def types() -> Mapping[str, TypeSchema]:
    """Return all types that calor itself brings along."""
    registry = _registry()
    schemas = {name: registry.get(name) for name in registry.names()}
    return {name: schema for name, schema in schemas.items() if schema}


@cache
def _registry() -> TypeRegistry:
    points = [one for one in entry_points(group=GROUP) if one.dist and one.dist.name == "calor"]
    return TypeRegistry(points)


def is_made(schema: TypeSchema) -> bool:
    """Return whether there is something that makes resources of a type."""
    return not isinstance(_registry().offer(schema.name), TypeSchema)


def services() -> dict[str, list[TypeSchema]]:
    """Return the types of each service; Amazon's are one."""
    found: dict[str, list[TypeSchema]] = {}
    for name, schema in types().items():
        first, second, *_ = name.split("::")
        found.setdefault("AWS" if first == "AWS" else f"{first}::{second}", []).append(schema)
    return found


def resource_type_pages() -> dict[str, str]:
    """Write the index and all pages, by their paths below docs/reference."""
    pages = {f"resource-types/{_file(name)}": _service(name, one) for name, one in by_service()}
    return {"resource-types.md": _index(), **pages}


def by_service() -> Iterator[tuple[str, list[TypeSchema]]]:
    """Return the services in the order of their names."""
    yield from sorted(services().items())


def _file(service: str) -> str:
    return f"{service.lower().replace('::', '-')}.md"


def _index() -> str:
    made = sum(map(is_made, types().values()))
    count = f"{len(types())} types in {len(services())} services; {made} can be brought up."
    blocks = [count]
    for service, schemas in by_service():
        link = f"resource-types/{_file(service)}"
        rows = [(f"[{code(one.name)}]({link}#{_anchor(one)})", *_state(one)) for one in schemas]
        blocks += [f"## {service}", table(["type", "made", "status"], rows)]
    return page("Resource types", INTRODUCTION, *blocks)


def _state(schema: TypeSchema) -> tuple[str, str]:
    made = "does nothing" if schema.placeholder else "yes" if is_made(schema) else ""
    return made, _status(schema.support)


def _anchor(schema: TypeSchema) -> str:
    return schema.name.lower().replace("::", "-")


def _service(service: str, schemas: list[TypeSchema]) -> str:
    return page(service, LEGEND, *(block for one in schemas for block in _type(one)))


def _type(schema: TypeSchema) -> Iterator[str]:
    yield f"## {schema.name} {{ #{_anchor(schema)} }}"
    yield schema.description
    yield " ".join(f"{one}." for one in _remarks(schema))
    if schema.properties:
        yield _properties("Property", schema.properties)
    if schema.update_policy:
        yield _properties("Update policy", schema.update_policy)
    attributes = {name: one for name, one in schema.attributes.items() if name != "show"}
    if attributes:
        rows = [(code(name), *_attribute(one)) for name, one in attributes.items()]
        yield table(["Attribute", "kind", "notes"], rows)


def _remarks(schema: TypeSchema) -> Iterator[str]:
    yield f"Status: {_status(schema.support)}"
    if schema.placeholder:
        yield "Accepts any property and attribute and does nothing"
    elif not is_made(schema):
        yield "Known, and checked; nothing makes it yet"
    if schema.open_attributes:
        yield "Has attributes beyond those listed"
    if schema.can_snapshot:
        yield "Takes the deletion policy `Snapshot`"
    if schema.becomes:
        yield f"May turn into {codes(schema.becomes)} without being replaced"
    if schema.extension:
        yield f"Needs the extension {code(schema.extension)}"


def _status(support: Support) -> str:
    since = f" since {support.since}" if support.since else ""
    message = f": {support.message}" if support.message else ""
    return f"{support.status.lower()}{since}{message}"


def _properties(title: str, properties: Mapping[str, Property]) -> str:
    rows = [row for name, one in properties.items() for row in _rows(name, one, top=True)]
    return table([title, "kind", "default", "change", "notes"], rows)


def _rows(path: str, known: Property, *, top: bool = False) -> Iterator[tuple[str, ...]]:
    name = code(path) + (" \\*" if known.required else "")
    yield name, known.kind, _default(known), _change(known) if top else "", _notes(known)
    inner = known.items if known.kind is Kind.LIST else known
    inside = f"{path}[]" if known.kind is Kind.LIST else path
    if inner and inner.kind is Kind.LIST and inner is not known:
        yield from _rows(inside, inner)
    elif inner and inner.fields:
        for key, one in inner.fields.items():
            yield from _rows(f"{inside}.{key}", one)


def _default(known: Property) -> str:
    if known.default is None:
        return ""
    text = literal(known.default)
    return text if len(text) <= LONGEST_DEFAULT else code(shorten(known.default, LONGEST_DEFAULT))


def _change(known: Property) -> str:
    return CHANGES.get((known.update_allowed, known.immutable), "refused")


def _notes(known: Property) -> str:
    """Tell what else there is to know of a property."""
    notes = [known.description] if known.description else []
    notes += [told(one) for one in known.constraints]
    if known.items:
        notes += [f"each {told(one)}" for one in known.items.constraints]
    notes += [] if known.implemented else ["not implemented: giving it is an error"]
    return "; ".join(notes + _notable(known.support))


def _attribute(known: Attribute) -> tuple[str, str]:
    kind = "" if known.kind is Kind.UNDECLARED else str(known.kind)
    notes = [known.description] if known.description else []
    return kind, "; ".join(notes + _notable(known.support))


def _notable(support: Support) -> list[str]:
    return [] if support.status is Status.SUPPORTED else [_status(support)]
