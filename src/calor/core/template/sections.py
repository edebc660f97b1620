"""The sections of a template: maps of named things, each a map with known keys."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from calor.core.source import Path, Report, did_you_mean, shorten
from calor.core.values import Value, kind_of


@dataclass(frozen=True, slots=True)
class Section:
    """A section and where it stands."""

    path: Path
    items: Mapping[str, Value]

    def entries(self, what: str, report: Report) -> Iterator[tuple[str, Path, Mapping[str, Value]]]:
        """Yield name, path and content of each entry that is a map; report the others."""
        for name, content in self.items.items():
            path = (*self.path, name)
            if isinstance(content, dict):
                yield name, path, content
            else:
                report.error(path, f"{what} must be a map, not a {kind_of(content)}")


def check_keys(
    given: Collection[str], known: Collection[str], path: Path, what: str, report: Report
) -> None:
    """Report every key that is not known, with the closest that is."""
    for key in given:
        if key not in known:
            report.error(
                (*path, key), f"{shorten(key)} is not a {what}", partial(closest, key, known)
            )


def closest(name: object, known: Collection[str]) -> str:
    """Return a hint naming the closest known name, or all of them, which are few."""
    return did_you_mean(name, known) or f"known are {', '.join(sorted(known))}"
