"""A tree of templates: each file is read once, each distinct use of it is checked once."""

from dataclasses import dataclass, field

from calor.core.document.document import Document
from calor.core.errors import InvalidTemplate
from calor.core.schema.facade import template_schema
from calor.core.schema.model import TypeSchema
from calor.core.source import Problem, Report
from calor.core.template.checks.surroundings import CheckedStack, Surroundings
from calor.core.template.reader import read_template
from calor.core.template.template import Template


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
    problems: list[Problem] = field(default_factory=list)
    checked: dict[str, CheckedStack] = field(default_factory=dict)
    """By what was checked: a file with the values it was given."""
    uses: int = 0
    _read: dict[str, ReadTemplate | None] = field(default_factory=dict)

    def template(self, file: str) -> ReadTemplate | None:
        """Return a child's template; none if it is broken, which has then been noted."""
        if file not in self._read:
            self._read[file] = self._open(file)
        return self._read[file]

    def read(self, document: Document) -> ReadTemplate | None:
        """Read a template and note what is wrong with its structure."""
        report = document.report()
        template = read_template(document, report)
        self.problems += report.problems
        if template is None:
            return None
        outputs = {name: one.description for name, one in template.outputs.items()}
        schema = template_schema(document.file, template.parameters, outputs, template.description)
        return ReadTemplate(document, template, schema)

    def note(self, report: Report) -> None:
        """Keep what a check has found."""
        self.problems += report.problems

    def _open(self, file: str) -> ReadTemplate | None:
        try:
            return self.read(self.around.document(file))
        except InvalidTemplate as problem:
            self.problems += problem.problems
            return None
