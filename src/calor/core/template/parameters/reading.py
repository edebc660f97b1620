"""Read the section of a template that declares its parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from calor.core.schema.constraints import Constraint
from calor.core.source import Path, Report, shorten
from calor.core.template.language import Language
from calor.core.template.parameters.checking import ValueChecker
from calor.core.template.parameters.coercion import Misfit, as_boolean, describe
from calor.core.template.parameters.constraints import ConstraintReader, read_text
from calor.core.template.parameters.declaration import Parameter, ParameterKind, ParameterRules
from calor.core.template.spelling import Spelling
from calor.core.values import UNKNOWN, Value, kind_of

CFN_WORDS: Final = {
    "type": "Type",
    "default": "Default",
    "description": "Description",
    "label": "Label",
    "hidden": "NoEcho",
}
"""What CloudFormation calls the keys that HOT has too."""


def read_parameters(
    section: object, rules: ParameterRules, report: Report, path: Path
) -> dict[str, Parameter]:
    """Return the declared parameters by name; what is wrong is noted and mended."""
    if section is None:
        return {}
    if not isinstance(section, dict):
        report.error(path, f"{path[-1]} must be a map, not a {kind_of(section)}")
        return {}
    reader = ParameterReader(rules, report)
    return {name: reader.read(name, one, (*path, name)) for name, one in section.items()}


@dataclass(frozen=True, slots=True)
class ParameterReader:
    """Reads declarations in the words of one language.

    A broken declaration still declares its name, so that nobody who uses the
    parameter hears that there is none.
    """

    rules: ParameterRules
    report: Report
    spelling: Spelling = field(default_factory=Spelling)
    checker: ValueChecker = field(default_factory=ValueChecker)

    def read(self, name: str, declaration: object, path: Path) -> Parameter:
        """Read one declaration."""
        if not isinstance(declaration, dict):
            hint = f"give it at least a {self._word('type')}"
            self.report.error(
                path, f"a parameter must be a map, not a {kind_of(declaration)}", hint
            )
            return Parameter(name=name, kind=ParameterKind.STRING, default=UNKNOWN)
        self._check_keys(declaration, path)
        kind = self._kind(declaration, path)
        parameter = Parameter(
            name=name,
            kind=kind or ParameterKind.STRING,
            description=self._text(declaration, "description", path) or "",
            label=self._text(declaration, "label", path),
            default=UNKNOWN if kind is None else None,
            hidden=self._flag(declaration, "hidden", path),
            immutable=self._flag(declaration, "immutable", path),
            tags=self._tags(declaration, path),
            constraints=self._constraints(kind, declaration, path) if kind else (),
        )
        return self._with_default(parameter, declaration, path) if kind else parameter

    def _word(self, key: str) -> str:
        return key if self.rules.language is Language.HOT else CFN_WORDS.get(key, key)

    def _check_keys(self, declaration: Mapping[str, Value], path: Path) -> None:
        for key in declaration:
            if key in self.rules.keys:
                continue
            later = self.rules.later.get(key)
            hint = f"heat_template_version {later} has it" if later else None
            hint = hint or self.spelling.hint(key, self.rules.keys)
            self.report.error((*path, key), f"unknown key {shorten(key)} of a parameter", hint)

    def _kind(self, declaration: Mapping[str, Value], path: Path) -> ParameterKind | None:
        word = self._word("type")
        known = ", ".join(self.rules.types)
        if word not in declaration:
            self.report.error(path, f"the parameter has no {word}", f"use one of {known}")
            return None
        written = declaration[word]
        kind = self.rules.types.get(written) if isinstance(written, str) else None
        if kind is None:
            message = f"unknown parameter type {_quote(written)}; the known ones are {known}"
            self.report.error(
                (*path, word), message, self.spelling.guess(written, self.rules.types)
            )
        return kind

    def _text(self, declaration: Mapping[str, Value], key: str, path: Path) -> str | None:
        return read_text(self.report, declaration, self._word(key), path)

    def _flag(self, declaration: Mapping[str, Value], key: str, path: Path) -> bool:
        word = self._word(key)
        value = declaration.get(word) if word in self.rules.keys else None
        if value is None:
            return False
        try:
            return bool(as_boolean(value))
        except Misfit as problem:
            self.report.error((*path, word), f"{problem}, got {describe(value)}")
            return True

    def _tags(self, declaration: Mapping[str, Value], path: Path) -> tuple[str, ...]:
        tags = declaration.get("tags") if "tags" in self.rules.keys else None
        if isinstance(tags, list) and all(isinstance(one, str) for one in tags):
            return tuple(tags)
        if tags is not None:
            self.report.error(
                (*path, "tags"), f"tags must be a list of texts, not {describe(tags)}"
            )
        return ()

    def _constraints(
        self, kind: ParameterKind, declaration: Mapping[str, Value], path: Path
    ) -> tuple[Constraint, ...]:
        reader = ConstraintReader(kind, self.rules, self.report, self.spelling)
        if self.rules.language is Language.CFN:
            return reader.read_cfn(declaration, path)
        return reader.read_hot(declaration.get("constraints"), (*path, "constraints"))

    def _with_default(
        self, parameter: Parameter, declaration: Mapping[str, Value], path: Path
    ) -> Parameter:
        word = self._word("default")
        default = declaration.get(word)
        if default is None:
            return parameter
        # Custom constraints ask the cloud, which may have changed by the time a default is used.
        typed = self.checker.check(parameter, default, (self.report, (*path, word)))
        return replace(parameter, default=UNKNOWN if typed is UNKNOWN else default)


def _quote(value: Value) -> str:
    return shorten(value) if isinstance(value, str) else describe(value)
