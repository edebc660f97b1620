"""A shelf holds all records of one kind, and finds them by id or by what an index names."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from calor.localcloud.storage.database import Database


class Kept(Protocol):
    """A dataclass that has an id."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def id(self) -> str:
        """What the record is found by."""


Record = TypeVar("Record", bound=Kept)
Index = Callable[[Record], Hashable]


@dataclass(frozen=True, slots=True)
class _Entry:
    key: Callable[[Any], Hashable]
    ids: dict[Hashable, dict[str, None]]


class Shelf(Generic[Record]):
    """The records of one kind, in memory and in the database."""

    def __init__(
        self,
        database: Database,
        kind: str,
        record: type[Record],
        indexes: Mapping[str, "Index[Record]"] | None = None,
    ) -> None:
        self.kind = kind
        self._database = database
        self._records: dict[str, Record] = {}
        self._indexes = {name: _Entry(key, {}) for name, key in (indexes or {}).items()}
        decoder = msgspec.json.Decoder(record)
        for identity, body in database.load(kind):
            self.restore(identity, decoder.decode(body))

    def __iter__(self) -> Iterator[Record]:
        """Return every record; the shelf may change meanwhile."""
        return iter(list(self._records.values()))

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self._records)

    def __contains__(self, identity: object) -> bool:
        """Return whether there is a record with this id."""
        return identity in self._records

    def get(self, identity: str | None) -> Record | None:
        """Return the record with an id, if there is one."""
        return None if identity is None else self._records.get(identity)

    def find(self, index: str, key: Hashable) -> list[Record]:
        """Return the records with this key in an index, oldest first."""
        return [self._records[one] for one in self._indexes[index].ids.get(key, ())]

    def put(self, record: Record) -> None:
        """Add a record or replace the one with its id."""
        self._database.changed(self, record.id, self._records.get(record.id))
        self.restore(record.id, record)

    def drop(self, identity: str) -> None:
        """Take a record away if it is there."""
        if identity in self._records:
            self._database.changed(self, identity, self._records[identity])
            self.restore(identity, None)

    def encoded(self, identity: str) -> bytes | None:
        """Return a record's bytes, or nothing if it is gone."""
        record = self._records.get(identity)
        return None if record is None else msgspec.json.encode(record)

    def restore(self, identity: str, record: Any) -> None:
        """Put a record at its place in memory; nothing takes it away."""
        before = self._records.pop(identity, None) if record is None else None
        before = before or self._records.get(identity)
        for entry in self._indexes.values():
            if before is not None:
                _forget(entry, entry.key(before), identity)
            if record is not None:
                entry.ids.setdefault(entry.key(record), {})[identity] = None
        if record is not None:
            self._records[identity] = record


def _forget(entry: _Entry, key: Hashable, identity: str) -> None:
    ids = entry.ids.get(key)
    if ids is not None:
        ids.pop(identity, None)
        if not ids:
            del entry.ids[key]
