"""Know again what an interrupted creation has left, so that nothing is made twice.

A service does not say who asked for an object, and a request whose answer never
came may have been carried out.  Two ways are left to tell:

- By a sign: a name that was generated for this very resource, or the same text in
  a field that nobody else uses (`mark`).  Sixty random bits of the resource's id
  are in it, so whoever carries it is ours, and there is one at most.
- By likeness, where the author has taken the name and there is no other field.
  What is ours is in our project, is not older than the resource (give or take what
  two clocks may differ), agrees with all that we would have asked for, and belongs
  to no other resource of the stack.  If several are like that, nobody can tell:
  nothing is taken, so that nothing of somebody else's is ever changed or deleted.
  Objects that do not tell when they were made are not taken, either.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.plugin.resource import Here

SKEW: Final = 60.0
"""The seconds by which the clocks of a service and an engine may differ."""

TIMES: Final = ("created_at", "created", "creation_time")
PROJECTS: Final = ("project_id", "tenant_id")


def signed(things: Iterable[Mapping[str, Any]], key: str, sign: str) -> Mapping[str, Any] | None:
    """Return the thing that carries a sign."""
    return next((one for one in things if one.get(key) == sign), None)


def alike(
    things: Iterable[Mapping[str, Any]], body: Mapping[str, Any], here: Here, project: str
) -> Mapping[str, Any] | None:
    """Return the one thing that can only be what this resource has asked for."""
    owner = next((body[key] for key in PROJECTS if body.get(key)), project)
    asked = {**body, **dict.fromkeys(PROJECTS, owner)}
    found = [
        one
        for one in things
        if is_new(one, here) and _agrees(one, asked) and here.sibling(str(one.get("id"))) is None
    ]
    if len(found) > 1 and here.action is Action.CREATE:
        ids = ", ".join(sorted(str(one.get("id")) for one in found))
        raise ResourceFailed(
            f"the creation of {here.name} was interrupted, and any of {ids} may have come of it; "
            "delete the ones that are not used, then update the stack"
        )
    return found[0] if len(found) == 1 else None


def is_new(thing: Mapping[str, Any], here: Here) -> bool:
    """Return whether a thing is not older than the resource."""
    made_at = next((thing[key] for key in TIMES if thing.get(key)), None)
    return isinstance(made_at, str) and _seconds(made_at) >= here.created_at - SKEW


def _seconds(time: str) -> float:
    try:
        read = datetime.fromisoformat(time)
    except ValueError:
        return 0.0
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


def _agrees(thing: Mapping[str, Any], asked: Mapping[str, Any]) -> bool:
    """Return whether all plain values that both have are the same, but for how they are spelled."""
    return all(
        str(thing[key]).lower() == str(value).lower()
        for key, value in asked.items()
        if key in thing and not isinstance(value, dict | list)
    )
