"""Schemas as tables for people."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final

DEEPEST: Final = 4


def shape_of(schema: Mapping[str, Any], document: Mapping[str, Any], depth: int = 0) -> str:
    """Write the fields of a schema; those inside them follow, further to the right."""
    fields = resolved(schema, document).get("properties", {})
    required = resolved(schema, document).get("required", ())
    rows = "".join(
        _row(name, one, document, depth, is_required=name in required)
        for name, one in fields.items()
    )
    return f'<table class="shape">{rows}</table>' if rows and not depth else rows


def resolved(schema: Mapping[str, Any], document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema that a reference means."""
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Mapping[str, Any] = document["components"]["schemas"][name] if name else schema
    return found


def kind_of(schema: Mapping[str, Any], document: Mapping[str, Any]) -> str:
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


def _row(
    name: str,
    schema: Mapping[str, Any],
    document: Mapping[str, Any],
    depth: int,
    *,
    is_required: bool,
) -> str:
    mark = ' <b class="required" title="required">*</b>' if is_required else ""
    row = (
        f'<tr><td class="d{depth}"><code>{escape(name)}</code>{mark}</td>'
        f'<td class="kind">{escape(kind_of(schema, document))}</td>'
        f"<td>{escape(schema.get('description', ''))}</td></tr>"
    )
    inner = _inside(schema, document)
    return row + (shape_of(inner, document, depth + 1) if inner and depth < DEEPEST else "")


def _inside(schema: Mapping[str, Any], document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what has fields of its own inside a schema."""
    if "$ref" in schema:
        return schema
    meant = resolved(schema, document)
    if "items" in meant:
        return _inside(meant["items"], document)
    return next((one for one in meant.get("anyOf", ()) if "$ref" in one), None)
