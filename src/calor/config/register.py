"""Which options are known, under each name that they have or had."""

from collections.abc import Iterable, Iterator

from oslo_config import cfg

from calor.config.files import Entry
from calor.config.meaningless import why_meaningless


class Register:
    """Options that `conf` was told of."""

    def __init__(self, conf: cfg.ConfigOpts) -> None:
        self._conf = conf
        self._known: dict[tuple[str, str], cfg.Opt] = {}

    def add(self, group: str | None, options: Iterable[cfg.Opt]) -> None:
        """Make options of a group known."""
        name = group or "DEFAULT"
        for option in options:
            self._conf.register_opt(option, group=None if name == "DEFAULT" else name)
            for spelling in _spellings(name, option):
                self._known.setdefault(spelling, option)

    def option(self, entry: Entry) -> cfg.Opt | None:
        """Return the option that a line of a file sets, if it is one that is read."""
        if why_meaningless(entry.group, entry.name):
            return None
        return self._known.get((entry.group, entry.name))


def _spellings(group: str, option: cfg.Opt) -> Iterator[tuple[str, str]]:
    yield group, option.dest
    for old in option.deprecated_opts:
        yield old.group or group, (old.name or option.dest).replace("-", "_")
