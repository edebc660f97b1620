"""Find an object by its id or its name."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from calor.cloud.finders import FINDERS, Finder
from calor.cloud.paging import Send, pages
from calor.cloud.watching import unwrapped
from calor.core.errors import CloudNotFound, CloudRefused
from calor.core.source import did_you_mean, shorten
from calor.plugin.cloud import Request

ID: Final = re.compile("[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
SHOWN: Final = 5
BAD_REQUEST: Final = 400


@dataclass(frozen=True, slots=True)
class Search:
    """One search in one project of a cloud."""

    send: Send
    project: Callable[[], Awaitable[str]]

    async def find(self, kind: str, name: str) -> str:
        """Return the id of the only object that a name or id fits."""
        finder = FINDERS.get(kind)
        if finder is None:
            hint = did_you_mean(kind, FINDERS)
            known = f"; {hint}" if hint else ""
            raise CloudRefused(f"nobody knows how to find a {shorten(kind)}{known}")
        if finder.by_id and (finder.any_id or finder.is_reference or ID.fullmatch(name)):
            found = await self._by_id(finder, name)
            if found is not None:
                return name if finder.is_reference else found
        fitting, others = await self._named(finder, name)
        return _only(kind, name, fitting, others)

    async def _by_id(self, finder: Finder, name: str) -> str | None:
        last = name.rstrip("/").rpartition("/")[2] if finder.is_reference else name
        request = Request(
            service=finder.service,
            method="GET",
            path=f"{finder.path}/{quote(last, safe='')}",
            microversion=finder.microversion,
        )
        try:
            found = unwrapped((await self.send(request)).body, finder.id_key)
        except CloudNotFound:
            return None
        except CloudRefused as problem:
            if problem.status == BAD_REQUEST:  # it cannot even be an id
                return None
            raise
        return str(found.get(finder.id_key) or last)

    async def _named(self, finder: Finder, name: str) -> tuple[list[str], list[str]]:
        """Return the ids of all that a name fits, and the names that were seen besides."""
        if finder.is_reference or (finder.name is None and finder.by_id):
            return [], []
        name, domain = _split(name) if finder.of_domain else (name, None)
        query = await self._query(finder, name, domain)
        request = Request(service=finder.service, method="GET", path=finder.path, query=query)
        found: dict[str, str] = {}
        async for page in pages(self.send, request, finder.key):
            for one in _objects(finder, page):
                found[str(one.get(finder.id_key))] = str(one.get(finder.name or finder.id_key))
        fitting = sorted(key for key, known in found.items() if known == name)
        return fitting, [known for known in found.values() if known != name]

    async def _query(self, finder: Finder, name: str, domain: str | None) -> dict[str, str]:
        query = dict(finder.query)
        if finder.name is not None and finder.is_filtered:
            # A server's name is asked for by a regular expression.
            is_server = finder.path == "/servers"
            query[finder.name] = f"^{re.escape(name)}$" if is_server else name
        if finder.of_project:
            query["project_id"] = await self.project()
        if domain is not None:
            query["domain_id"] = await self.find("keystone.domain", domain)
        return query


def _objects(finder: Finder, page: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    for one in page:
        if finder.inner is not None:
            yield from one.get(finder.inner, ())
        else:
            yield one


def _split(name: str) -> tuple[str, str | None]:
    """Take a name with its domain apart: `joe{acme}`."""
    head, brace, tail = name.rpartition("{")
    return (head, tail[:-1]) if brace and tail.endswith("}") else (name, None)


def _only(kind: str, name: str, found: Sequence[str], others: Sequence[str]) -> str:
    if len(found) == 1:
        return found[0]
    if not found:
        hint = did_you_mean(name, others)
        raise CloudNotFound(f"there is no {kind} {shorten(name)}" + (f"; {hint}" if hint else ""))
    ids = ", ".join(found[:SHOWN]) + (", ..." if len(found) > SHOWN else "")
    raise CloudRefused(
        f"there are {len(found)} of {kind} with the name {shorten(name)}; give one by its id: {ids}"
    )
