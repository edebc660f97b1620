"""What has happened to stacks, and what happens now."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from typing import Any, Final

from calor.client.decoding import as_map, decoded, maps_in
from calor.client.faults import Refused, ServiceProblem, Unreachable
from calor.client.paging import pages
from calor.client.session import Session
from calor.client.stacks import StackRef
from calor.client.transport import LARGEST_ANSWER

Event = dict[str, Any]

SILENCE: Final = 45.0
"""A stream that is silent for so many seconds is taken up anew."""

LONGEST_LINE: Final = 4 << 20

PATIENCE: Final = 8
"""So often in a row a service may fail to answer before a follower gives up."""

STREAM: Final = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Events:
    """The events of stacks."""

    session: Session
    interval: float = 1.0
    """The seconds between two looks at a service that cannot stream."""

    def listed(
        self, ref: StackRef, *, most: int | None = None, resource: str | None = None, **query: Any
    ) -> Iterator[Event]:
        """Yield events, oldest first unless `sort_dir` says otherwise."""
        path = ref.path("resources", resource, "events") if resource else ref.path("events")
        ordered = {"sort_dir": "asc", **query}
        return pages(self.session, path, "events", query=ordered, most=most)

    def last(self, ref: StackRef, nested_depth: int) -> str | None:
        """Return the id of the newest event, after which a follower may begin."""
        newest = next(self.listed(ref, most=1, sort_dir="desc", nested_depth=nested_depth), None)
        return str(newest["id"]) if newest else None

    def follow(
        self, ref: StackRef, *, nested_depth: int, after: str | None = None
    ) -> Iterator[Event | None]:
        """Yield events as they happen, without end, and nothing while all is silent."""
        place, failures = Place(event=after), 0
        while True:
            try:
                for message in self._followed(ref, nested_depth, place):
                    failures = 0
                    place = place.behind(message)
                    yield message.event if message else None
            except (Unreachable, Refused) as problem:
                failures += 1
                if failures > PATIENCE or not _may_pass(problem):
                    raise
            yield None
            time.sleep(min(self.interval * max(1, failures), SILENCE))

    def _followed(
        self, ref: StackRef, nested_depth: int, place: "Place"
    ) -> Iterator["Message | None"]:
        query: dict[str, Any] = {"follow": True, "nested_depth": nested_depth, "sort_dir": "asc"}
        headers = {"Accept": f"{STREAM}, application/json"}
        if place.number:
            headers["Last-Event-ID"] = place.number
        query["marker"] = place.event
        with self.session.stream(ref.path("events"), query, headers, SILENCE) as response:
            if response.headers.get_content_type() == STREAM:
                yield from streamed(response)
                return
            found = listed_in(response)
        yield from (Message(one) for one in found)
        last = str(found[-1].get("id")) if found else place.event
        yield from self._polled(ref, nested_depth, last)

    def _polled(
        self, ref: StackRef, nested_depth: int, after: str | None
    ) -> Iterator["Message | None"]:
        """Look again and again: a service that cannot stream has answered with a list."""
        while True:
            yield None
            time.sleep(self.interval)
            for event in self.listed(ref, nested_depth=nested_depth, marker=after):
                after = str(event.get("id"))
                yield Message(event)


@dataclass(frozen=True, slots=True)
class Message:
    """An event in a stream, and what the stream calls it."""

    event: Event
    number: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a follower is: behind an event, by its id, and in a stream by the stream's number."""

    event: str | None = None
    number: str = ""

    def behind(self, message: Message | None) -> "Place":
        """Return the place behind a message."""
        if message is None:
            return self
        return Place(str(message.event.get("id")), message.number or self.number)


def streamed(response: HTTPResponse) -> Iterator[Message | None]:
    """Yield the events of a stream, and nothing for each sign of life in between."""
    fields: dict[str, str] = {}
    for line in _lines(response):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if "data" in fields:
                yield _message(fields)
            fields = {}
        elif not name:
            yield None
        elif name == "data" and name in fields:
            fields[name] += f"\n{value}"
        else:
            fields[name] = value


def listed_in(response: HTTPResponse) -> list[Event]:
    """Return the events of a service that answers with a list instead of a stream."""
    try:
        return maps_in(as_map(decoded(response.read(LARGEST_ANSWER))).get("events"))
    except (OSError, HTTPException) as problem:
        raise Unreachable(f"the list of events broke off: {problem}") from problem
    except ValueError:
        raise ServiceProblem("the service does not answer with events") from None


def _lines(response: HTTPResponse) -> Iterator[str]:
    while True:
        try:
            line = response.readline(LONGEST_LINE + 1)
        except TimeoutError:
            return
        except (OSError, HTTPException) as problem:
            raise Unreachable(f"the stream of events broke off: {problem}") from problem
        if not line:
            return
        if len(line) > LONGEST_LINE:
            raise Unreachable("the stream of events has a line that is too long")
        yield line.decode(errors="replace").rstrip("\r\n")


def _message(fields: Mapping[str, str]) -> Message | None:
    """Return the event in a message; the last one only tells that a stack is at rest."""
    if fields.get("event", "event") != "event":
        return None
    try:
        content = decoded(fields["data"])
    except ValueError:
        return None
    return Message(content, fields.get("id", "")) if isinstance(content, dict) else None


def _may_pass(problem: Exception) -> bool:
    """Return whether a problem may be gone in a moment: a restart, or a token that ran out."""
    if isinstance(problem, Refused):
        return problem.status == HTTPStatus.UNAUTHORIZED or problem.status >= 500  # noqa: PLR2004
    return True
