"""Wake those in the same process who wait for something to happen to a tree."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


def nobody_listens(_root_id: str) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Bell:
    """Rung when something was saved; whoever does not hear it has to look from time to time."""

    _listeners: dict[str, set[asyncio.Event]] = field(default_factory=dict)

    def ring(self, root_id: str) -> None:
        """Tell that something has happened to a tree."""
        for event in self._listeners.get(root_id, ()):
            event.set()

    @contextmanager
    def listening(self, root_id: str) -> Iterator[asyncio.Event]:
        """Give an event that is set each time something happens to a tree."""
        event = asyncio.Event()
        listeners = self._listeners.setdefault(root_id, set())
        listeners.add(event)
        try:
            yield event
        finally:
            listeners.discard(event)
            if not listeners:
                self._listeners.pop(root_id, None)


async def heard(event: asyncio.Event, seconds: float) -> None:
    """Wait until the bell is rung, for so long at most."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
