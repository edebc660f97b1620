"""Documents of stacks as they may be seen: the values of hidden parameters are left out."""

from collections.abc import Mapping, Set
from typing import Any, Final

from calor.core.template.parameters.values import MASK

DECLARATIONS: Final = (("parameters", "hidden"), ("Parameters", "NoEcho"))
GIVEN: Final = ("parameters", "parameter_defaults")


def without_hidden(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a stack without hidden values, also where they were handed down."""
    environment = _map(document, "environment")
    names = _hidden(_map(document, "template")) | set(environment.get("encrypted_param_names", ()))
    values = {
        value
        for section in GIVEN
        for name, value in _map(environment, section).items()
        if name in names and isinstance(value, str) and value
    }
    shown: dict[str, Any] = _scrubbed(document, values) if values else dict(document)
    resources = _map(shown, "resources")
    if not resources:
        return shown
    return {**shown, "resources": {name: without_hidden(one) for name, one in resources.items()}}


def _scrubbed(value: Any, secret: Set[str]) -> Any:
    match value:
        case str():
            return MASK if value in secret else value
        case Mapping():
            return {name: _scrubbed(one, secret) for name, one in value.items()}
        case list() | tuple():
            return [_scrubbed(one, secret) for one in value]
        case _:
            return value


def _hidden(template: Mapping[str, Any]) -> set[str]:
    return {
        name
        for section, flag in DECLARATIONS
        for name, one in _map(template, section).items()
        if isinstance(one, Mapping) and str(one.get(flag, "")).lower() in ("true", "yes", "1", "on")
    }


def _map(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = document.get(key)
    return found if isinstance(found, Mapping) else {}
