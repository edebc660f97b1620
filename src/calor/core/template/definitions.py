"""Read what a template defines: conditions, resources and outputs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from calor.core.source import Path, Report, did_you_mean, shorten
from calor.core.template.compiler import Compiler
from calor.core.template.dialect import Dialect
from calor.core.template.expression import Compiled, Expression
from calor.core.template.sections import Section, check_keys
from calor.core.template.template import OutputDefinition, ResourceDefinition
from calor.core.values import UNKNOWN, Value, kind_of


@dataclass(frozen=True, slots=True)
class Definitions:
    """Reads the definitions of one template."""

    dialect: Dialect
    compiler: Compiler
    report: Report

    def conditions(self, section: Section) -> dict[str, Compiled]:
        """Read the named conditions, each a boolean or a condition function."""
        found = {}
        for name, value in section.items.items():
            path = (*section.path, name)
            if isinstance(value, str):
                self.report.error(path, "a condition must be a boolean or a condition function")
            else:
                found[name] = self.compiler.compile_condition(value, path)
        return found

    def resources(
        self, section: Section, parameters: Collection[str]
    ) -> dict[str, ResourceDefinition]:
        """Read the resources; those without a type are reported and left out."""
        found = {}
        for name, path, content in section.entries("a resource", self.report):
            if "/" in name:
                self.report.error(path, "the name of a resource must not contain a slash")
            if name in parameters:
                self.report.error(path, f"a parameter is called {shorten(name)}, too; rename one")
            resource = self._resource(name, path, content)
            if resource:
                found[name] = resource
        return found

    def outputs(self, section: Section) -> dict[str, OutputDefinition]:
        """Read the outputs."""
        words = self.dialect.words
        found = {}
        for name, path, content in section.entries("an output", self.report):
            check_keys(content, self.dialect.output_keys, path, "key of an output", self.report)
            if words.value not in content:
                self.report.error(path, f"an output needs the key {words.value!r}")
            found[name] = OutputDefinition(
                name=name,
                value=self.compiler.compile(content.get(words.value), (*path, words.value)),
                description=str(content.get(words.description) or ""),
                condition=self._condition(content, path),
            )
        return found

    def _resource(
        self, name: str, path: Path, content: Mapping[str, Value]
    ) -> ResourceDefinition | None:
        words, dialect = self.dialect.words, self.dialect
        if dialect.strict_resource_keys:
            check_keys(content, dialect.resource_keys, path, "key of a resource", self.report)
        kind = self._type(content, path)
        if kind is None:
            return None
        return ResourceDefinition(
            name=name,
            type=kind,
            properties=self._map(content, path, words.properties),
            metadata=self._map(content, path, words.metadata),
            depends_on=self._depends_on(content, path),
            deletion_policy=self._text(content, path, words.deletion_policy),
            update_policy=self._map(content, path, words.update_policy),
            external_id=self._external_id(content, path),
            condition=self._condition(content, path),
            description=self._plain_text(content, path, words.description),
        )

    def _type(self, content: Mapping[str, Value], path: Path) -> str | None:
        word = self.dialect.words.type
        kind = content.get(word)
        if isinstance(kind, str) and kind:
            return kind
        if kind is None:
            hint = partial(did_you_mean, word, content)
            self.report.error(path, f"a resource needs the key {word!r}", hint)
        else:
            self.report.error(
                (*path, word), f"{word} must be the name of a resource type, not a {kind_of(kind)}"
            )
        return None

    def _map(self, content: Mapping[str, Value], path: Path, key: str) -> Compiled:
        value = content.get(key)
        if value is None:
            return {}
        compiled = self.compiler.compile(value, (*path, key))
        if not isinstance(compiled, dict | Expression) and compiled is not UNKNOWN:
            self.report.error((*path, key), f"{key} must be a map, not a {kind_of(compiled)}")
            return {}
        return compiled

    def _text(self, content: Mapping[str, Value], path: Path, key: str) -> Compiled:
        value = content.get(key)
        if value is None:
            return None
        compiled = self.compiler.compile(value, (*path, key))
        if compiled is UNKNOWN or isinstance(compiled, str | Expression):
            return compiled
        self.report.error((*path, key), f"{key} must be a string, not a {kind_of(compiled)}")
        return None

    def _plain_text(self, content: Mapping[str, Value], path: Path, key: str) -> str:
        value = content.get(key)
        if value is not None and not isinstance(value, str):
            self.report.error((*path, key), f"{key} must be a string, not a {kind_of(value)}")
            return ""
        return value or ""

    def _external_id(self, content: Mapping[str, Value], path: Path) -> Compiled:
        words = self.dialect.words
        key = words.external_id
        if key is None or key not in self.dialect.resource_keys or content.get(key) is None:
            return None
        if content.get(words.depends_on):
            self.report.error(
                (*path, words.depends_on),
                f"a resource with {key} exists already and cannot wait for others",
            )
        return self._text(content, path, key)

    def _depends_on(self, content: Mapping[str, Value], path: Path) -> tuple[str, ...]:
        key = self.dialect.words.depends_on
        value = content.get(key)
        names = [value] if isinstance(value, str) else value or []
        if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            self.report.error((*path, key), f"{key} must be the name of a resource, or a list")
            return ()
        return tuple(dict.fromkeys(names))

    def _condition(self, content: Mapping[str, Value], path: Path) -> Compiled:
        key = self.dialect.words.condition
        if not self.dialect.has_conditions or content.get(key) is None:
            return True
        return self.compiler.compile_condition(content[key], (*path, key))
