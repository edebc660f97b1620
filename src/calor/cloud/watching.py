"""Look at many objects at once: those who ask for objects of a collection share one listing.

Whoever asks is answered by what was read after they asked, never before: else
an object could seem to have taken up a change of which its service has not
heard yet.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from calor.cloud.paging import Send, pages
from calor.core.errors import CloudNotFound
from calor.plugin.cloud import Request, Shelf

Seen: TypeAlias = Mapping[str, Any] | None

LISTED_FOR_ONE: Final = 100
"""So many more objects in a listing cost as much as one more request."""

PAGE: Final = 500
WINDOW_EACH, LONGEST_WINDOW = 0.01, 0.5
"""The seconds to wait for company, for each object that was asked for lately."""

LATELY: Final = 6.0


@dataclass(slots=True)
class Board:
    """Who waits for a look at which object of one collection."""

    shelf: Shelf
    waiting: dict[str, list[asyncio.Future[Seen]]] = field(default_factory=dict)
    asked_at: dict[str, float] = field(default_factory=dict)
    """When each object was last asked for."""
    size: int = 0
    """How many objects the last listing had."""
    task: asyncio.Task[None] | None = None

    def window(self) -> float:
        """Return for how long to wait for others: the more are about, the longer."""
        oldest = monotonic() - LATELY
        self.asked_at = {key: at for key, at in self.asked_at.items() if at > oldest}
        return min(WINDOW_EACH * len(self.asked_at), LONGEST_WINDOW)

    def is_listing_worthwhile(self, count: int) -> bool:
        """Return whether one listing costs less than looking at so many objects."""
        return count > 1 + self.size // LISTED_FOR_ONE


class Watchers:
    """The boards of one credential."""

    def __init__(self) -> None:
        self._boards: dict[tuple[str, ...], Board] = {}
        self._looks: set[asyncio.Task[None]] = set()

    async def watch(self, send: Send, shelf: Shelf, object_id: str) -> Seen:
        """Return an object as it is now, or none if it is gone."""
        board = self._board(shelf)
        answer: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()
        board.waiting.setdefault(object_id, []).append(answer)
        board.asked_at[object_id] = monotonic()
        if board.task is None:
            board.task = asyncio.create_task(self._serve(send, board))
        return await answer

    def _board(self, shelf: Shelf) -> Board:
        key = (shelf.service, shelf.path, shelf.key, shelf.microversion or "", shelf.id_key)
        return self._boards.setdefault(key, Board(shelf))

    async def _serve(self, send: Send, board: Board) -> None:
        """Answer all who wait, until nobody does."""
        try:
            while board.waiting:
                await asyncio.sleep(board.window())
                batch, board.waiting = board.waiting, {}
                await self._answer(send, board, _still(batch))
        finally:
            board.task = None

    async def _answer(self, send: Send, board: Board, batch: "Batch") -> None:
        if board.is_listing_worthwhile(len(batch)):
            try:
                batch = await _list(send, board, batch)
            except Exception as problem:  # noqa: BLE001  handed to all who wait
                _fail(batch, problem)
                return
        for object_id, answers in batch.items():
            look = asyncio.create_task(_look(send, board.shelf, object_id, answers))
            self._looks.add(look)
            look.add_done_callback(self._looks.discard)


Batch: TypeAlias = dict[str, list["asyncio.Future[Seen]"]]


def _still(batch: Batch) -> Batch:
    """Leave out those who do not wait any more."""
    waiting = {key: [one for one in ones if not one.done()] for key, ones in batch.items()}
    return {key: ones for key, ones in waiting.items() if ones}


async def _list(send: Send, board: Board, batch: Batch) -> Batch:
    """Answer from a listing, and return those who wait for what was not in it."""
    shelf, size, left = board.shelf, 0, dict(batch)
    request = Request(
        service=shelf.service,
        method="GET",
        path=shelf.path,
        query={"limit": str(PAGE)},
        microversion=shelf.microversion,
    )
    async for page in pages(send, request, shelf.key):
        size += len(page)
        for item in page:
            _tell(left.pop(item.get(shelf.id_key), ()), item)
        if not left:
            break
    board.size = max(size, board.size // 2)
    return left


async def _look(
    send: Send, shelf: Shelf, object_id: str, answers: "list[asyncio.Future[Seen]]"
) -> None:
    request = Request(
        service=shelf.service,
        method="GET",
        path=f"{shelf.path.removesuffix('/detail')}/{quote(object_id, safe='')}",
        microversion=shelf.microversion,
    )
    try:
        found: Seen = unwrapped((await send(request)).body, shelf.id_key)
    except CloudNotFound:
        found = None
    except Exception as problem:  # noqa: BLE001  handed to all who wait
        _fail({object_id: answers}, problem)
        return
    _tell(answers, found)


def unwrapped(body: Any, id_key: str) -> Mapping[str, Any]:
    """Return an object out of the map of one item in which most services put it."""
    if not isinstance(body, Mapping):
        return {}
    inner = [one for one in body.values() if isinstance(one, Mapping)]
    return inner[0] if id_key not in body and len(inner) == 1 else body


def _tell(answers: "Iterable[asyncio.Future[Seen]]", found: Seen) -> None:
    for one in answers:
        if not one.done():
            one.set_result(found)


def _fail(batch: Batch, problem: Exception) -> None:
    for answers in batch.values():
        for one in answers:
            if not one.done():
                one.set_exception(problem)
