"""The one way from what an author gave to a resource's typed properties."""

from collections.abc import Mapping

from calor.core.schema.constraints import Lookup, anything
from calor.core.schema.model import TypeSchema
from calor.core.schema.properties import Note, check_properties
from calor.core.schema.translation import Find, translate
from calor.core.source import Hint, Path, Severity
from calor.core.values import Value


def typed_properties(
    schema: TypeSchema,
    given: Mapping[str, Value],
    note: Note,
    lookup: Lookup = anything,
    find: Find | None = None,
) -> dict[str, Value]:
    """Translate and check a resource's properties; paths are those the author wrote."""
    if schema.placeholder:
        return {}
    translated = translate(schema, given, note, find)
    if not translated.moved:
        return check_properties(schema.properties, translated.values, note, lookup)

    def note_at_origin(severity: Severity, path: Path, message: str, hint: Hint) -> None:
        if severity is Severity.WARNING and path in translated.moved:
            return  # it is about the present name, which the author did not use
        note(severity, translated.origin(path), message, hint)

    return check_properties(schema.properties, translated.values, note_at_origin, lookup)
