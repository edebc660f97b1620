"""How stacks look to clients."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

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


class Link(msgspec.Struct, gc=False):
    """A link."""

    href: str
    rel: str = "self"


class Summary(msgspec.Struct, gc=False):
    """A stack as it stands in lists."""

    id: str
    links: list[Link]
    stack_name: str
    stack_status: str
    stack_status_reason: str
    creation_time: str | None
    updated_time: str | None
    deletion_time: str | None
    stack_owner: str | None
    parent: str | None
    stack_user_project_id: str | None
    tags: tuple[str, ...] | None
    project: str | UnsetType = UNSET
    description: str = ""


def summary(call: Call, stack: StackRecord) -> Summary:
    """Return a stack as it stands in lists."""
    return Summary(
        id=stack.id,
        links=[Link(stack_url(call.url, stack))],
        stack_name=stack.name,
        stack_status=f"{stack.action}_{stack.status}",
        stack_status_reason=stack.reason,
        creation_time=time_of(stack.created_at),
        updated_time=None if stack.action in MADE else time_of(stack.updated_at),
        deletion_time=time_of(stack.deleted_at),
        stack_owner=stack.user,
        parent=stack.parent_id,
        stack_user_project_id=stack.details.get("user_project"),
        tags=stack.tags or None,
        project=stack.project if call.caller.is_admin else UNSET,
    )


def detailed(call: Call, stack: StackRecord, read: Reading) -> dict[str, Any]:
    """Return a stack with all that is shown of it, but for its outputs."""
    description = read.template.description or NO_DESCRIPTION
    shown = msgspec.structs.asdict(summary(call, stack))
    del shown["project"]
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
