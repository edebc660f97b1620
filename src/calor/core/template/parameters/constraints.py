"""Read the constraints of a parameter: HOT's list of them, CloudFormation's keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from calor.core.schema.constraints import Constraint
from calor.core.source import Path, Report, shorten
from calor.core.template.parameters.coercion import Misfit, as_text, describe
from calor.core.template.parameters.declaration import ParameterKind, ParameterRules
from calor.core.template.parameters.limits import APPLIES, BUILDS, Builder
from calor.core.template.spelling import Spelling
from calor.core.values import Value, kind_of

HOT_FIELDS: Final = {
    "length": ("min", "max"),
    "range": ("min", "max"),
    "modulo": ("step", "offset"),
}
CFN_KEYS: Final = {
    "range": ("MinValue", "MaxValue"),
    "length": ("MinLength", "MaxLength"),
    "allowed_values": ("AllowedValues",),
    "allowed_pattern": ("AllowedPattern",),
}


@dataclass(frozen=True, slots=True)
class ConstraintReader:
    """Reads the constraints of one parameter; a wrong one is noted and left out."""

    kind: ParameterKind
    rules: ParameterRules
    report: Report
    spelling: Spelling = field(default_factory=Spelling)

    def read_hot(self, section: object, path: Path) -> tuple[Constraint, ...]:
        """Read the list under `constraints`."""
        if section is None:
            return ()
        if not isinstance(section, list):
            self.report.error(path, f"constraints must be a list, not a {kind_of(section)}")
            return ()
        found = (self._entry(one, (*path, n)) for n, one in enumerate(section))
        return tuple(one for one in found if one)

    def read_cfn(self, declaration: Mapping[str, Value], path: Path) -> tuple[Constraint, ...]:
        """Read the keys of a CloudFormation parameter that constrain its value."""
        description = read_text(self.report, declaration, "ConstraintDescription", path)
        builder = Builder(self.kind, self.report)
        found = []
        for name, keys in CFN_KEYS.items():
            first = next((key for key in keys if declaration.get(key) is not None), None)
            if first and self._is_applicable(name, (*path, first)):
                found.append(BUILDS[name](builder, declaration, keys, path))
        return tuple(replace(one, description=description) for one in found if one)

    def _entry(self, entry: object, path: Path) -> Constraint | None:
        if not isinstance(entry, dict):
            hint = "write for example  - range: {min: 1}"
            self.report.error(path, f"a constraint must be a map, not a {kind_of(entry)}", hint)
            return None
        description = read_text(self.report, entry, "description", path)
        name = self._name_in(entry, path)
        if name is None or not self._is_applicable(name, (*path, name)):
            return None
        found = self._build(name, entry, path)
        return replace(found, description=description) if found else None

    def _build(self, name: str, entry: Mapping[str, Value], path: Path) -> Constraint | None:
        builder = Builder(self.kind, self.report)
        if name not in HOT_FIELDS:
            return BUILDS[name](builder, entry, (name,), path)
        inner = (*path, name)
        body = self._body(entry[name], HOT_FIELDS[name], inner)
        return BUILDS[name](builder, body, HOT_FIELDS[name], inner) if body else None

    def _name_in(self, entry: Mapping[str, Value], path: Path) -> str | None:
        unknown = [key for key in entry if key not in APPLIES and key != "description"]
        for key in unknown:
            hint = self.spelling.hint(key, self.rules.constraints)
            self.report.error((*path, key), f"unknown constraint {shorten(key)}", hint)
        names = [key for key in entry if key in APPLIES]
        if len(names) == 1:
            return names[0]
        if names:
            self.report.error(path, f"one entry has {' and '.join(names)}", "write an entry each")
        elif not unknown:
            self.report.error(path, "the entry has no constraint in it")
        return None

    def _is_applicable(self, name: str, path: Path) -> bool:
        if name in self.rules.later:
            hint = f"heat_template_version {self.rules.later[name]} has it"
            self.report.error(path, f"this template version has no constraint {name}", hint)
            return False
        if self.kind in APPLIES[name]:
            return True
        kinds = ", ".join(APPLIES[name])
        self.report.error(path, f"{name} does not apply to a {self.kind}", f"it is for {kinds}")
        return False

    def _body(self, body: object, fields: tuple[str, ...], path: Path) -> Mapping[str, Value]:
        if not isinstance(body, dict):
            form = ", ".join(f"{one}: number" for one in fields)
            self.report.error(path, f"expected {{{form}}}, got {describe(body)}")
            return {}
        for key in body:
            if key not in fields:
                hint = self.spelling.hint(key, fields)
                self.report.error((*path, key), f"unknown key {shorten(key)}", hint)
        if all(body.get(key) is None for key in fields):
            self.report.error(path, f"needs {' or '.join(fields)}")
            return {}
        return body


def read_text(report: Report, source: Mapping[str, Value], key: str, path: Path) -> str | None:
    """Read words for people, which may look like a number or a boolean."""
    value = source.get(key)
    if value is None or isinstance(value, str):
        return value
    try:
        if not isinstance(value, list | dict):
            return str(as_text(value))
    except Misfit:
        pass
    report.error((*path, key), f"{key} must be text, not a {kind_of(value)}")
    return None
