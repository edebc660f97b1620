"""How stacks look to clients."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from calor.api.addresses import stack_url
from calor.api.call import Call
from calor.core.state import Action
from calor.engine.archive import Reading
from calor.engine.views import Shown
from calor.store.records import StackRecord

NO_DESCRIPTION = "No description"
MADE = (Action.CREATE, Action.ADOPT)
"""A stack at one of these was never changed since."""


@lru_cache(maxsize=4096)
def _whole_second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def time_of(seconds: float | None) -> str | None:
    """Return a time as clients read it."""
    return None if seconds is None else _whole_second(int(seconds))


def link(href: str, rel: str = "self") -> dict[str, str]:
    """Return a link."""
    return {"href": href, "rel": rel}


def summary(call: Call, stack: StackRecord) -> dict[str, Any]:
    """Return a stack as it stands in lists."""
    shown: dict[str, Any] = {
        "id": stack.id,
        "links": [link(stack_url(call.url, stack))],
        "stack_name": stack.name,
        "description": "",
        "stack_status": f"{stack.action}_{stack.status}",
        "stack_status_reason": stack.reason,
        "creation_time": time_of(stack.created_at),
        "updated_time": None if stack.action in MADE else time_of(stack.updated_at),
        "deletion_time": time_of(stack.deleted_at),
        "stack_owner": stack.user,
        "parent": stack.parent_id,
        "stack_user_project_id": stack.details.get("user_project"),
        "tags": list(stack.tags) or None,
    }
    if call.caller.is_admin:
        shown["project"] = stack.project
    return shown


def detailed(call: Call, stack: StackRecord, read: Reading) -> dict[str, Any]:
    """Return a stack with all that is shown of it, but for its outputs."""
    description = read.template.description or NO_DESCRIPTION
    shown = summary(call, stack)
    shown.pop("project", None)
    return shown | {
        "description": description,
        "template_description": description,
        "parameters": read.shown_parameters(),
        "notification_topics": [],
        "capabilities": [],
        "disable_rollback": stack.disable_rollback,
        "timeout_mins": stack.timeout_mins,
    }


def output_key(name: str, description: str) -> dict[str, Any]:
    """Return an output without its value."""
    return {"output_key": name, "description": description or "No description given"}


def output(name: str, shown: Shown) -> dict[str, Any]:
    """Return an output with its value."""
    told = {**output_key(name, shown.description), "output_value": shown.value}
    return told if shown.error is None else {**told, "output_error": shown.error}
