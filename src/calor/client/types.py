"""What can be asked about the language: types of resources, versions of templates."""

from dataclasses import dataclass
from typing import Any

from calor.client.decoding import as_map
from calor.client.session import Session, joined


@dataclass(frozen=True, slots=True)
class Types:
    """What templates may use."""

    session: Session

    def listed(self, **query: Any) -> list[dict[str, Any]]:
        """Return the types with their descriptions."""
        asked = {"with_description": True, **query}
        found = self.session.part("GET", "/resource_types", "resource_types", query=asked)
        listed = found if isinstance(found, list) else []
        return [one if isinstance(one, dict) else {"resource_type": str(one)} for one in listed]

    def show(self, name: str) -> dict[str, Any]:
        """Return a type with its properties and attributes."""
        return as_map(self.session.call("GET", joined("resource_types", name)))

    def template(self, name: str, dialect: str) -> dict[str, Any]:
        """Return a template that uses a type; the dialect is `hot` or `cfn`."""
        path = joined("resource_types", name, "template")
        return as_map(self.session.call("GET", path, query={"template_type": dialect}))

    def versions(self) -> list[dict[str, Any]]:
        """Return the versions of the language."""
        return self.session.many("/template_versions", "template_versions")

    def functions(self, version: str, *, conditions: bool = False) -> list[dict[str, Any]]:
        """Return the functions of a version."""
        path = joined("template_versions", version, "functions")
        query = {"with_condition_func": conditions or None}
        return self.session.many(path, "template_functions", query=query)
