"""Go back to a snapshot with what is in the things: the template says which copies to use.

Only the resources of the stack itself are meant; what its nested stacks copied
stays where it is.
"""

from collections.abc import Mapping
from typing import Any, Final

from calor.plugin.registry import TypeRegistry

SECTIONS: Final = {"resources": "properties", "Resources": "Properties"}
"""The words of both languages for the resources, and for the properties of each."""


def restored(
    template: Mapping[str, Any], resources: Mapping[str, Any], types: TypeRegistry
) -> dict[str, Any]:
    """Return a template whose resources are made of the copies that a snapshot tells of."""
    result = dict(template)
    for section, word in SECTIONS.items():
        if isinstance(found := template.get(section), Mapping):
            result[section] = {
                name: _restored(one, word, _copies(resources.get(name), types))
                for name, one in found.items()
            }
    return result


def _copies(told: Mapping[str, Any] | None, types: TypeRegistry) -> dict[str, Any]:
    """Return the properties by which a resource is restored."""
    kind = types.offer(told["type"]) if told else None
    wanted: Mapping[str, str] = getattr(kind, "copies", {})
    data = (told or {}).get("resource_data") or {}
    return {name: data[key] for name, key in wanted.items() if data.get(key)}


def _restored(definition: Any, word: str, copies: Mapping[str, Any]) -> Any:
    if not copies or not isinstance(definition, Mapping):
        return definition
    return {**definition, word: {**(definition.get(word) or {}), **copies}}
