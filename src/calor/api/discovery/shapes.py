"""Schemas as tables for people."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final, TypeAlias

Schema: TypeAlias = Mapping[str, Any]
MARK: Final = ' <b class="required" title="required">*</b>'


def shape_of(schema: Schema, document: Mapping[str, Any], within: tuple[str, ...] = ()) -> str:
    """Write the fields of a schema; those inside them follow, further to the right."""
    name = _name_of(schema)
    if name and name in within:
        return ""
    meant = resolved(schema, document)
    trail = (*within, name)
    rows = "".join(
        f'<tr><td class="d{len(within)}"><code>{escape(field)}</code>'
        f"{MARK if field in meant.get('required', ()) else ''}</td>{_cells(one, document)}</tr>"
        f"{_inner(one, document, trail)}"
        for field, one in meant.get("properties", {}).items()
    )
    return f'<table class="shape">{rows}</table>' if rows and not within else rows


def resolved(schema: Schema, document: Mapping[str, Any]) -> Schema:
    """Return the schema that a reference means."""
    name = _name_of(schema)
    found: Schema = document["components"]["schemas"][name] if name else schema
    return found


def kind_of(schema: Schema, document: Mapping[str, Any]) -> str:
    """Name the kind of value that a schema allows."""
    meant = resolved(schema, document)
    if "anyOf" in meant:
        kinds = [kind_of(one, document) for one in meant["anyOf"]]
        return " or ".join(dict.fromkeys(one for one in kinds if one != "null"))
    if "enum" in meant:
        return " | ".join(map(str, meant["enum"]))
    if meant.get("type") == "array":
        return f"list of {kind_of(meant.get('items', {}), document)}"
    kind = str(meant.get("type", "any"))
    return "map" if kind == "object" else kind


def text_of(words: str) -> str:
    """Write words in which code stands between backticks."""
    parts = escape(words).split("`")
    return "".join(f"<code>{one}</code>" if n % 2 else one for n, one in enumerate(parts))


def _name_of(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _cells(schema: Schema, document: Mapping[str, Any]) -> str:
    return (
        f'<td class="kind">{escape(kind_of(schema, document))}</td>'
        f"<td>{text_of(schema.get('description', ''))}</td>"
    )


def _inner(schema: Schema, document: Mapping[str, Any], within: tuple[str, ...]) -> str:
    inside = _inside(schema)
    return shape_of(inside, document, within) if inside else ""


def _inside(schema: Schema) -> Schema | None:
    """Return what has fields of its own inside a schema."""
    if "$ref" in schema:
        return schema
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), Mapping):
            return _inside(schema[key])
    return next((one for one in schema.get("anyOf", ()) if "$ref" in one), None)
