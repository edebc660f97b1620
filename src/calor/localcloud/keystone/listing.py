"""Lists: what a query selects, and the frame around it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from calor.localcloud.frame.call import Reply
from calor.localcloud.frame.refusal import bad_request
from calor.localcloud.keystone.visit import Visit

Row = dict[str, Any]

COMPARISONS: Mapping[str, Callable[[str, str], bool]] = {
    "contains": lambda value, asked: asked in value,
    "startswith": lambda value, asked: value.startswith(asked),
    "endswith": lambda value, asked: value.endswith(asked),
    "icontains": lambda value, asked: asked.lower() in value.lower(),
    "istartswith": lambda value, asked: value.lower().startswith(asked.lower()),
    "iendswith": lambda value, asked: value.lower().endswith(asked.lower()),
    "iexact": lambda value, asked: value.lower() == asked.lower(),
}
FALSE = {"0", "false", "off", "no", "n", "f"}


def collection(
    visit: Visit, name: str, rows: Iterable[Row], filters: tuple[str, ...] = ()
) -> Reply:
    """Answer with those rows that the query selects."""
    query = visit.call.query
    checks = [_check(key, asked, filters) for key, asked in query.items()]
    found = [row for row in rows if all(check is None or check(row) for check in checks)]
    limit = query.get("limit")
    if limit is None:
        return Reply(200, {name: found, "links": _links(visit)})
    page, is_last = _page(found, limit, query.get("marker"))
    body: Row = {name: page, "links": _links(visit)}
    if not is_last:
        link = f"{visit.call.root}{visit.call.path}?limit={limit}&marker={page[-1]['id']}"
        body |= {"links": {**body["links"], "next": link}, "truncated": True}
    return Reply(200, body)


def is_flag(query: Mapping[str, str], name: str) -> bool:
    """Return whether a query asks for something, as `?effective` and `?effective=1` do."""
    return name in query and query[name].lower() not in FALSE


def _links(visit: Visit) -> Row:
    call = visit.call
    address = call.root + call.path + (f"?{call.raw_query}" if call.raw_query else "")
    return {"next": None, "self": address, "previous": None}


def _check(key: str, asked: str, filters: tuple[str, ...]) -> Callable[[Row], bool] | None:
    name, _, comparison = key.partition("__")
    if name not in filters:
        return None
    if comparison:
        compare = COMPARISONS.get(comparison)
        return compare and (lambda row: compare(str(row.get(name) or ""), asked))
    return lambda row: _is_equal(row.get(name), asked)


def _is_equal(value: object, asked: str) -> bool:
    if isinstance(value, bool):
        return value == (asked.lower() not in FALSE)
    return asked == ("" if value is None else str(value))


def _page(rows: list[Row], limit: str, marker: str | None) -> tuple[list[Row], bool]:
    if not limit.isdecimal() or len(limit) > len("1000000") or int(limit) == 0:
        raise bad_request("The limit must be a number above 0.")
    after = [row for row in rows if marker is None or str(row.get("id")) > marker]
    after.sort(key=lambda row: str(row.get("id")))
    return after[: int(limit)], len(after) <= int(limit)
