"""Read a document as a template: check its structure, compile its values.

One reader serves both languages; the dialect says how each key is spelt.  All
problems go to the report, and reading continues past them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.core.document.document import Document
from calor.core.source import Report
from calor.core.template.compiler import Compiler
from calor.core.template.definitions import Definitions
from calor.core.template.dialect import Dialect
from calor.core.template.parameters.declaration import Parameter
from calor.core.template.parameters.groups import ParameterGroup, read_groups
from calor.core.template.parameters.reading import read_parameters
from calor.core.template.sections import Section, check_keys
from calor.core.template.template import Template
from calor.core.template.version import dialect_of
from calor.core.values import Value, kind_of

NO_DESCRIPTION = "No description"


def read_template(document: Document, report: Report) -> Template | None:
    """Read a template; none if not even its version can be told."""
    dialect = dialect_of(document.value, report)
    return _Reader(dialect, document.value, report).template() if dialect else None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the sections of one template."""

    dialect: Dialect
    root: Mapping[str, Value]
    report: Report

    def template(self) -> Template:
        """Read every section."""
        words = self.dialect.words
        check_keys(self.root, self.dialect.sections, (), "template section", self.report)
        resources = self._section(words.resources)
        definitions = Definitions(self.dialect, self._compiler(resources), self.report)
        parameters = self._parameters()
        return Template(
            dialect=self.dialect,
            description=self._description(),
            parameters=parameters,
            parameter_groups=self._groups(parameters),
            conditions=definitions.conditions(self._section(words.conditions)),
            mappings=self._section(words.mappings).items,
            resources=definitions.resources(resources, parameters),
            outputs=definitions.outputs(self._section(words.outputs)),
        )

    def _compiler(self, resources: Section) -> Compiler:
        return Compiler(
            functions=self.dialect.functions,
            condition_functions=self.dialect.condition_functions,
            elsewhere=self.dialect.elsewhere,
            resources=resources.items.keys(),
            report=self.report,
        )

    def _section(self, name: str | None) -> Section:
        """Return a section of named things; an empty one counts as an empty map."""
        if name is None or name not in self.dialect.sections:
            return Section((), {})
        found = self.root.get(name)
        if found is not None and not isinstance(found, dict):
            self.report.error((name,), f"{name} must be a map of names, not a {kind_of(found)}")
            found = None
        return Section((name,), found or {})

    def _description(self) -> str:
        name = self.dialect.words.description
        found = self.root.get(name)
        if found is not None and not isinstance(found, str):
            self.report.error((name,), f"{name} must be a string, not a {kind_of(found)}")
            found = None
        return found or NO_DESCRIPTION

    def _parameters(self) -> Mapping[str, Parameter]:
        name = self.dialect.words.parameters
        rules = self.dialect.parameter_rules
        return read_parameters(self.root.get(name), rules, self.report, (name,))

    def _groups(self, parameters: Mapping[str, Parameter]) -> tuple[ParameterGroup, ...]:
        name = self.dialect.words.parameter_groups
        if name is None:
            return ()
        return read_groups(self.root.get(name), parameters, self.report, (name,))
