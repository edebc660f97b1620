"""Parameter groups: how a template wants its parameters laid out in front of people."""

from collections.abc import Collection
from dataclasses import dataclass, field

from calor.core.source import Path, Report, shorten
from calor.core.template.parameters.constraints import read_text
from calor.core.template.spelling import Spelling
from calor.core.values import Value, kind_of

KEYS = ("label", "description", "parameters")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterGroup:
    """Parameters that belong together."""

    label: str | None = None
    description: str | None = None
    parameters: tuple[str, ...] = ()


def read_groups(
    section: object, parameters: Collection[str], report: Report, path: Path
) -> tuple[ParameterGroup, ...]:
    """Return the groups; each names parameters that exist and are in no other group."""
    if not section:
        return ()
    if not isinstance(section, list):
        report.error(path, f"{path[-1]} must be a list, not a {kind_of(section)}")
        return ()
    reader = _GroupReader(parameters, report)
    return tuple(reader.read(one, (*path, n)) for n, one in enumerate(section))


@dataclass(frozen=True, slots=True)
class _GroupReader:
    known: Collection[str]
    report: Report
    grouped: set[str] = field(default_factory=set)
    spelling: Spelling = field(default_factory=Spelling)

    def read(self, group: object, path: Path) -> ParameterGroup:
        if not isinstance(group, dict):
            self.report.error(path, f"a parameter group must be a map, not a {kind_of(group)}")
            return ParameterGroup()
        for key in group:
            if key not in KEYS:
                hint = self.spelling.hint(key, KEYS)
                message = f"a parameter group has no key {shorten(key)}; it is ignored"
                self.report.warn((*path, key), message, hint)
        return ParameterGroup(
            label=read_text(self.report, group, "label", path),
            description=read_text(self.report, group, "description", path),
            parameters=self._names(group.get("parameters"), path),
        )

    def _names(self, names: Value, path: Path) -> tuple[str, ...]:
        inner = (*path, "parameters")
        if names is None:
            self.report.error(path, "the parameter group has no parameters", "list their names")
            return ()
        if not isinstance(names, list):
            self.report.error(inner, f"expected a list of names, not a {kind_of(names)}")
            return ()
        return tuple(name for n, name in enumerate(names) if self._is_free(name, (*inner, n)))

    def _is_free(self, name: Value, path: Path) -> bool:
        if not isinstance(name, str):
            self.report.error(path, f"expected the name of a parameter, not a {kind_of(name)}")
        elif name not in self.known:
            hint = self.spelling.guess(name, self.known)
            self.report.error(path, f"the template has no parameter {shorten(name)}", hint)
        elif name in self.grouped:
            self.report.error(path, f"the parameter {shorten(name)} is already in a group")
        else:
            self.grouped.add(name)
            return True
        return False
