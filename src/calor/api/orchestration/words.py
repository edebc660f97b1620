"""Actions and statuses as people write them in filters."""

from collections.abc import Iterable

from calor.core.state import Status


def in_words(
    statuses: Iterable[str], actions: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the actions and statuses that are meant; a status may bring along its action.

    A word that means nothing is kept, and matches nothing.
    """
    wanted, found = list(actions), []
    for word in statuses:
        status = next((one.value for one in Status if word.endswith(one.value)), word)
        found.append(status)
        if action := word.removesuffix(status).removesuffix("_"):
            wanted.append(action)
    return tuple(dict.fromkeys(wanted)), tuple(dict.fromkeys(found))
