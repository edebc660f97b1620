"""The known resource types as data, read a service at a time and only when asked for.

A type here is known, not implemented: its properties and attributes are checked,
but nothing makes it.  A service's Python classes replace its entries by an entry
point of a longer name (`OS.Neutron`), type after type; an entry is deleted when
its class has come.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from typing_extensions import override

from calor.core.schema.model import TypeSchema
from calor.resources.catalogue.entries import TypeEntry

DATA: Final = Path(__file__).parent / "data"


class Catalogue(Mapping[str, TypeSchema]):
    """All known types by name; a schema is made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._files = {path.stem: path for path in sorted(folder.glob("*.json"))}
        self._schemas: dict[str, TypeSchema] = {}

    @override
    def __getitem__(self, name: str) -> TypeSchema:
        if name not in self._schemas:
            entry = msgspec.json.decode(self._service_of(name)[name], type=TypeEntry)
            self._schemas[name] = entry.schema(name)
        return self._schemas[name]

    @override
    def __iter__(self) -> Iterator[str]:
        for path in self._files.values():
            yield from _read(path)

    @override
    def __len__(self) -> int:
        return sum(len(_read(path)) for path in self._files.values())

    def _service_of(self, name: str) -> dict[str, msgspec.Raw]:
        first, _, rest = name.lower().partition("::")
        service = rest.partition("::")[0]
        path = self._files.get(f"{first}_{service}") or self._files.get(first)
        return _read(path) if path else {}


@cache
def _read(path: Path) -> dict[str, msgspec.Raw]:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, msgspec.Raw])


TYPES: Final = Catalogue(DATA)
