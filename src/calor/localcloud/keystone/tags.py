"""Tags of projects."""

from collections.abc import Mapping
from typing import Any

from calor.localcloud.frame.refusal import bad_request

MAX_TAGS, MAX_LENGTH = 80, 255


def checked_tags(tags: list[Any]) -> tuple[str, ...]:
    """Return tags that are short texts without a comma or a slash, each of them once."""
    if len(tags) > MAX_TAGS:
        raise bad_request(f"There may be {MAX_TAGS} tags at most.")
    for tag in tags:
        if not isinstance(tag, str) or not 0 < len(tag) <= MAX_LENGTH or set(tag) & set("/,"):
            raise bad_request("A tag is a text of 1 to 255 characters without '/' and ','.")
    if len(set(tags)) != len(tags):
        raise bad_request("A tag may be there only once.")
    return tuple(tags)


def tags_select(query: Mapping[str, str], tags: tuple[str, ...]) -> bool:
    """Return whether a query's tag filters select something with these tags."""

    def asked(name: str) -> set[str] | None:
        return set(query[name].split(",")) if name in query else None

    has = set(tags)
    every, some = asked("tags"), asked("tags-any")
    not_every, none = asked("not-tags"), asked("not-tags-any")
    return (
        (every is None or every <= has)
        and (some is None or bool(some & has))
        and (not_every is None or not not_every <= has)
        and (none is None or not none & has)
    )
