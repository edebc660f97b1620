"""Read the section `resource_registry` of an environment."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from calor.core.source import Path, Report, shorten
from calor.core.template.environment.glob import is_pattern
from calor.core.template.environment.layer import Layer
from calor.core.template.spelling import Spelling
from calor.core.values import Value, kind_of

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "hooks": (
        "pre-create",
        "pre-update",
        "pre-delete",
        "post-create",
        "post-update",
        "post-delete",
    ),
    "restricted_actions": ("update", "replace"),
}
MAX_NESTING: Final = 32
MAX_PATTERNS: Final = 256


def read_registry(
    section: object, report: Report, path: Path = ("resource_registry",), *, is_users: bool = True
) -> Layer:
    """Return the entries of a registry; what is wrong is noted and left out."""
    if not isinstance(section, dict):
        report.error(path, f"expected a map of resource types, not a {kind_of(section)}")
        return Layer.of({}, {}, is_users=is_users)
    reader = _SectionReader(report)
    entries, removed = reader.entries(section, path)
    resources = reader.resources(section.get("resources"), (*path, "resources"))
    return Layer.of(entries, resources, removed, is_users=is_users)


@dataclass(frozen=True, slots=True)
class _SectionReader:
    report: Report
    spelling: Spelling = field(default_factory=Spelling)

    def entries(
        self, section: Mapping[str, Value], path: Path
    ) -> tuple[dict[str, str], tuple[str, ...]]:
        wildcards = (target is None and key.endswith("*") for key, target in section.items())
        if self._has_too_many(wildcards, path):
            return {}, ()
        found: dict[str, str] = {}
        removed = []
        for key, target in section.items():
            if key == "resources":
                continue
            if target is None:
                removed.append(key)
                _remove(found, key)
            elif key in WORDS:
                self._misplaced(key, (*path, key))
            elif isinstance(target, str):
                found[key] = target
            else:
                self._no_target(target, (*path, key))
        return found, tuple(removed)

    def resources(self, section: Value, path: Path) -> dict[str, Any]:
        if section is None:
            return {}
        if not isinstance(section, dict):
            self.report.error(path, f"expected a map of resources, not a {kind_of(section)}")
            return {}
        if self._has_too_many(map(is_pattern, section), path):
            return {}
        found: dict[str, Any] = {}
        for name, node in section.items():
            if node is None:
                _remove(found, name)
            elif name in WORDS:
                self._misplaced(name, (*path, name))
            elif isinstance(node, dict):
                found[name] = self._node(node, (*path, name), MAX_NESTING)
            else:
                message = f"expected a map of what to do with the resource, not a {kind_of(node)}"
                self.report.error((*path, name), message)
        return found

    def _node(self, section: Mapping[str, Value], path: Path, depth: int) -> dict[str, Any]:
        if not depth:
            self.report.error(path, f"resources are nested more than {MAX_NESTING} deep")
            return {}
        if self._has_too_many(map(is_pattern, section), path):
            return {}
        found: dict[str, Any] = {}
        for key, value in section.items():
            inner = (*path, key)
            if value is None:
                _remove(found, key)
            elif key in WORDS:
                found[key] = self._words(key, value, inner)
            elif isinstance(value, dict):
                found[key] = self._node(value, inner, depth - 1)
            elif isinstance(value, str):
                found[key] = value
            else:
                self._no_target(value, inner)
        return found

    def _words(self, key: str, value: Value, path: Path) -> Value:
        words = value if isinstance(value, list) else [value]
        known = WORDS[key]
        wrong = [one for one in words if not isinstance(one, str) or one not in known]
        for one in wrong[:1]:
            what = shorten(one) if isinstance(one, str) else f"a {kind_of(one)}"
            hint = self.spelling.hint(one, known)
            self.report.error(path, f"{what} is none of the {key} there are", hint)
        return [] if wrong else value

    def _has_too_many(self, patterns: Iterable[bool], path: Path) -> bool:
        if sum(patterns) <= MAX_PATTERNS:
            return False
        self.report.error(path, f"there are more than {MAX_PATTERNS} patterns of names")
        return True

    def _misplaced(self, key: str, path: Path) -> None:
        hint = "write it under resources and the name of one"
        self.report.warn(path, f"{key} has no effect here", hint)

    def _no_target(self, target: Value, path: Path) -> None:
        message = f"expected a resource type or a template file, not a {kind_of(target)}"
        self.report.error(path, message)


def _remove(found: dict[str, Any], key: str) -> None:
    """Carry out a null: it removes what stands before it."""
    if not key.endswith("*"):
        found.pop(key, None)
        return
    for name in [one for one, value in found.items() if isinstance(value, str)]:
        if name.startswith(key[:-1]):
            del found[name]
