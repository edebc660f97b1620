"""An environment: what a user gives along with a template."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from calor.core.source import Path, Report, shorten
from calor.core.template.environment.registry import Registry
from calor.core.template.environment.resolution import Resolution
from calor.core.template.environment.section import read_registry
from calor.core.template.spelling import Spelling
from calor.core.values import Value, kind_of

SECTIONS = (
    "parameters",
    "parameter_defaults",
    "resource_registry",
    "encrypted_param_names",
    "event_sinks",
    "parameter_merge_strategies",
)
STRATEGIES = ("overwrite", "merge", "deep_merge")


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Values for parameters, what stands behind resource types, and where events go."""

    parameters: Mapping[str, Value] = field(default_factory=dict)
    parameter_defaults: Mapping[str, Value] = field(default_factory=dict)
    encrypted_param_names: tuple[str, ...] = ()
    event_sinks: tuple[Mapping[str, Value], ...] = ()
    parameter_merge_strategies: Mapping[str, str] = field(default_factory=dict)
    registry: Registry = field(default_factory=Registry)

    def to_dict(self) -> dict[str, Any]:
        """Return the environment as it is stored and shown; hidden values are not masked."""
        return {
            "resource_registry": self.registry.to_dict(),
            "parameters": dict(self.parameters),
            "parameter_defaults": dict(self.parameter_defaults),
            "event_sinks": list(self.event_sinks),
            "encrypted_param_names": list(self.encrypted_param_names),
        }

    def child(
        self, resource: str, resolution: Resolution | None, parameters: Mapping[str, Value]
    ) -> "Environment":
        """Return the environment of the child stack that a resource stands for."""
        registry = self.registry.child(resource, resolution)
        return replace(self, parameters=parameters, encrypted_param_names=(), registry=registry)


def read_environment(value: Mapping[str, Value], report: Report, path: Path = ()) -> Environment:
    """Return an environment; what is wrong is noted and left out."""
    reader = _Reader(value, report, path)
    reader.check_sections()
    return Environment(
        parameters=reader.mapping("parameters"),
        parameter_defaults=reader.mapping("parameter_defaults"),
        encrypted_param_names=reader.names("encrypted_param_names"),
        event_sinks=reader.sinks("event_sinks"),
        parameter_merge_strategies=reader.strategies("parameter_merge_strategies"),
        registry=reader.registry("resource_registry"),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    value: Mapping[str, Value]
    report: Report
    path: Path
    spelling: Spelling = field(default_factory=Spelling)

    def check_sections(self) -> None:
        for section, content in self.value.items():
            inner = (*self.path, section)
            if section not in SECTIONS:
                hint = self.spelling.hint(section, SECTIONS)
                message = f"an environment has no section {shorten(section)}"
                self.report.error(inner, message, hint)
            elif content is None:
                hint = "leave it out, or write {} for an empty map and [] for an empty list"
                self.report.error(inner, f"the section {section} is empty", hint)

    def mapping(self, section: str) -> Mapping[str, Value]:
        content = self.value.get(section)
        if content is None or isinstance(content, dict):
            return content or {}
        self._wrong(section, "a map", content)
        return {}

    def names(self, section: str) -> tuple[str, ...]:
        content = self._items(section)
        for n, one in enumerate(content):
            if not isinstance(one, str):
                message = f"expected the name of a parameter, not a {kind_of(one)}"
                self.report.error((*self.path, section, n), message)
        return tuple(one for one in content if isinstance(one, str))

    def sinks(self, section: str) -> tuple[Mapping[str, Value], ...]:
        found = []
        for n, one in enumerate(self._items(section)):
            if isinstance(one, dict) and isinstance(one.get("type"), str):
                found.append(one)
            else:
                message = "expected a map with the type of the event sink in it"
                self.report.error((*self.path, section, n), message)
        return tuple(found)

    def strategies(self, section: str) -> Mapping[str, str]:
        found = {}
        for name, strategy in self.mapping(section).items():
            if isinstance(strategy, str) and strategy in STRATEGIES:
                found[name] = strategy
            else:
                message = f"expected a merge strategy, not {_quote(strategy)}"
                hint = self.spelling.hint(strategy, STRATEGIES)
                self.report.error((*self.path, section, name), message, hint)
        return found

    def registry(self, section: str) -> Registry:
        content = self.value.get(section)
        if content is None:
            return Registry()
        return Registry(read_registry(content, self.report, (*self.path, section)))

    def _items(self, section: str) -> list[Value]:
        content = self.value.get(section)
        if content is None or isinstance(content, list):
            return content or []
        self._wrong(section, "a list", content)
        return []

    def _wrong(self, section: str, expected: str, content: Value) -> None:
        message = f"the section {section} must be {expected}, not a {kind_of(content)}"
        self.report.error((*self.path, section), message)


def _quote(value: Value) -> str:
    return shorten(value) if isinstance(value, str) else f"a {kind_of(value)}"
