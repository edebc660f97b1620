"""What wait condition handles are told, kept as their metadata: an entry for each id."""

import json
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Final

from calor.core.errors import ResourceFailed
from calor.core.source import shorten
from calor.core.values import Value

SUCCESS: Final = "SUCCESS"
FAILURE: Final = "FAILURE"
MOST_CHARACTERS: Final = 1_000_000
"""As much is kept of all signals of a handle together."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the parts of a signal are called."""

    id: str
    status: str
    reason: str
    data: str

    @property
    def names(self) -> tuple[str, ...]:
        """Return all of them."""
        return (self.id, self.status, self.reason, self.data)


NATIVE: Final = Spelling("id", "status", "reason", "data")
AMAZON: Final = Spelling("UniqueId", "Status", "Reason", "Data")


def completed(
    details: Mapping[str, Value] | None, metadata: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return a signal with what it does not say: that all is well, under the next free number."""
    number = len(metadata) + 1
    while str(number) in metadata:
        number += 1
    defaults = {
        "id": number,
        "status": SUCCESS,
        "reason": f"Signal {number} received",
        "data": None,
    }
    return {**defaults, **(details or {})}


def keep(
    metadata: MutableMapping[str, Value], signal: Mapping[str, Value] | None, spelling: Spelling
) -> str:
    """Keep a signal under its id, whatever was there before; return what is to be told of it."""
    if signal is None or set(signal) != set(spelling.names):
        raise ResourceFailed(f"a signal has {', '.join(spelling.names)}, and nothing else")
    status = signal[spelling.status]
    if status not in (SUCCESS, FAILURE):
        raise ResourceFailed(
            f"{spelling.status} is {shorten(status)}, but must be {SUCCESS} or {FAILURE}"
        )
    entry = {name: one for name, one in signal.items() if name != spelling.id}
    key = str(signal[spelling.id])
    _refuse_size({**metadata, key: entry})
    metadata[key] = entry
    return f"status:{status} reason:{entry[spelling.reason]}"


def _refuse_size(metadata: Mapping[str, Value]) -> None:
    if len(json.dumps(metadata)) > MOST_CHARACTERS:
        raise ResourceFailed(
            f"the signals of a handle have at most {MOST_CHARACTERS} characters together"
        )


def reasons(metadata: Mapping[str, Value], *, is_success: bool) -> list[str]:
    """Return why signals came that tell of success, or of anything else."""
    return [
        str(_part(one, "reason"))
        for one in _entries(metadata)
        if (_part(one, "status") == SUCCESS) is is_success
    ]


def data_of(metadata: Mapping[str, Value]) -> str:
    """Return what was sent along with each signal, by its id, as JSON."""
    kept = {key: one for key, one in metadata.items() if isinstance(one, Mapping)}
    return json.dumps({key: _part(one, "data") for key, one in kept.items()})


def _entries(metadata: Mapping[str, Value]) -> Iterator[Mapping[str, Value]]:
    """Give the signals; metadata may have been set to anything."""
    return (one for one in metadata.values() if isinstance(one, Mapping) and _part(one, "status"))


def _part(entry: Mapping[str, Value], name: str) -> Value:
    """Return a part of a signal, in whichever spelling it came."""
    return entry.get(name, entry.get(name.capitalize()))
