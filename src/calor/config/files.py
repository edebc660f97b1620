"""Configuration files as they stand: which options they set, and to what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from oslo_config import cfg

from calor.config.settings import InvalidConfiguration

PROJECTS = ("heat", "calor")
"""Whose files are looked for; what stands in a later one holds."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The files and folders of files to read, in this order."""

    files: tuple[Path, ...] = ()
    folders: tuple[Path, ...] = ()

    def every(self) -> list[Path]:
        """Return all files."""
        found = [file for folder in self.folders for file in sorted(folder.glob("*.conf"))]
        return [*self.files, *found]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a file."""

    file: Path
    group: str
    name: str
    values: tuple[str, ...] = field(repr=False)

    @property
    def option(self) -> str:
        """Return what it sets, as people write it."""
        return f"[{self.group}] {self.name}"


def find_sources() -> Sources:
    """Return the files of Heat and of calor where such files usually are."""
    files = [name for one in PROJECTS for name in cfg.find_config_files(one, one)]
    folders = [name for one in PROJECTS for name in cfg.find_config_dirs(one, one)]
    return Sources(tuple(map(Path, dict.fromkeys(files))), tuple(map(Path, dict.fromkeys(folders))))


def check_sources(sources: Sources) -> None:
    """Refuse files that are not there."""
    missing = [f"{one}: there is no such file" for one in sources.files if not one.is_file()]
    missing += [f"{one}: there is no such folder" for one in sources.folders if not one.is_dir()]
    if missing:
        raise InvalidConfiguration(missing)


def read_entries(files: Sequence[Path]) -> list[Entry]:
    """Return every line that sets something."""
    return [entry for file in files for entry in _entries(file)]


def _entries(file: Path) -> Iterator[Entry]:
    sections: dict[str, dict[str, list[str]]] = {}
    try:
        cfg.ConfigParser(str(file), sections).parse()
    except (cfg.ParseError, OSError, UnicodeDecodeError) as error:
        raise InvalidConfiguration([f"{file}: cannot be read: {error}"]) from error
    for group, options in sections.items():
        spelt = group if group == "DEFAULT" else group.lower()
        for name, values in options.items():
            yield Entry(file, spelt, name.replace("-", "_"), tuple(values))
