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
    body: Row = {name: found, "links": _links(visit)}
    if limit is not None:
        body[name] = _page(found, limit, query.get("marker"))
        body["truncated"] = len(body[name]) < len(found)
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


def _page(rows: list[Row], limit: str, marker: str | None) -> list[Row]:
    if not limit.isdecimal() or len(limit) > len("1000000"):
        raise bad_request("The limit must be a number.")
    ids = [row.get("id") for row in rows]
    start = ids.index(marker) + 1 if marker in ids else 0
    return rows[start : start + int(limit)]
