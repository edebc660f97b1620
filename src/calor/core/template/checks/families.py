"""A tree of templates: each file is read once, each distinct use of it is checked once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calor.core.document.document import Document
from calor.core.errors import InvalidTemplate
from calor.core.schema.facade import template_schema
from calor.core.schema.model import TypeSchema
from calor.core.source import Path, Report
from calor.core.template.checks.surroundings import CheckedStack, Surroundings
from calor.core.template.parameters.checking import ValueChecker
from calor.core.template.parameters.declaration import Parameter
from calor.core.template.reader import read_template
from calor.core.template.template import Template
from calor.core.values import Value


@dataclass(frozen=True, slots=True)
class ReadTemplate:
    """A template as it was read, and as the resource type that it can stand for."""

    document: Document
    template: Template
    schema: TypeSchema


@dataclass(slots=True)
class Family:
    """What is shared by the checks of one tree of stacks."""

    around: Surroundings
    checker: ValueChecker
    """Judges parameters; shared, since what it spends on slow patterns is limited."""
    parameter_defaults: Mapping[str, Value] = field(default_factory=dict)
    report: Report = field(default_factory=Report)
    checked: dict[str, CheckedStack] = field(default_factory=dict)
    """By what was checked: a file with all it was given."""
    nested: int = 0
    """How many resources of nested stacks have been looked into."""
    _read: dict[str, ReadTemplate | None] = field(default_factory=dict)

    @classmethod
    def within(cls, around: Surroundings) -> "Family":
        """Return a family that knows nothing yet."""
        return cls(around, ValueChecker(around.lookup))

    def read(self, document: Document) -> ReadTemplate | None:
        """Read a template and note what is wrong with its structure."""
        self.report.problems += document.repeated
        template = read_template(document, self.report.elsewhere(document.locate))
        if template is None:
            return None
        outputs = {name: one.description for name, one in template.outputs.items()}
        parameters = {name: self._as_property(one) for name, one in template.parameters.items()}
        schema = template_schema(document.file, parameters, outputs, template.description)
        return ReadTemplate(document, template, schema)

    def template(self, file: str, report: Report, path: Path) -> ReadTemplate | None:
        """Return the template that is asked for at `path`; none if it is broken, which is noted."""
        if file not in self._read:
            self._read[file] = self._open(file, report, path)
        return self._read[file]

    def can_look_into(self, template: Template) -> bool:
        """Return whether another nested stack can be looked into, and count it."""
        self.nested += 1 + len(template.resources)
        return self.nested <= self.around.max_nested

    def _open(self, file: str, report: Report, path: Path) -> ReadTemplate | None:
        try:
            return self.read(self.around.document(file))
        except InvalidTemplate as broken:
            for problem in broken.problems:
                if problem.position:
                    self.report.problems.append(problem)
                else:
                    report.error(path, problem.message, problem.hint)
            return None

    def _as_property(self, parameter: Parameter) -> Parameter:
        # Parameters judge their own values, within limits and without quoting hidden ones.
        default = self.parameter_defaults.get(parameter.name, parameter.default)
        return replace(parameter, constraints=(), default=default)
