"""Find the stack that a request is about, and on whose behalf it is asked for."""

from dataclasses import replace
from functools import partial

from calor.api.call import Call
from calor.api.caller import STACK_USER_ROLE
from calor.api.catalog import has_service
from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.engine.requester import Requester
from calor.store.filters import StackFilter
from calor.store.records import StackRecord


def missing(name: str) -> NotFound:
    """Return the error that tells of a stack that is not there, or not for the caller to see."""
    return NotFound(f"The Stack ({shorten(name)}) could not be found.")


async def addressed(call: Call, *, deleted: bool = False) -> StackRecord:
    """Return the stack that the path names by both name and id; they must belong together."""
    name = call.path["stack_name"]
    stack = await _by_id(call, call.path["stack_id"])
    if stack is None or stack.name != name or (stack.deleted_at is not None and not deleted):
        raise missing(name)
    return stack


async def identified(call: Call, name: str) -> StackRecord:
    """Return a stack by name or id; one that was deleted is found by its id alone."""
    found = await _by_id(call, name)
    if found is not None:
        return found
    try:
        return await call.services.desks.store.stack_named(call.project, name)
    except NotFound:
        pass
    if STACK_USER_ROLE in call.caller.roles:
        wanted = StackFilter(names=(name,), show_nested=True)
        for one in await call.services.desks.store.find_stacks(wanted):
            if await _is_theirs(call, one):
                return one
    raise missing(name)


async def _by_id(call: Call, stack_id: str) -> StackRecord | None:
    try:
        stack = await call.services.desks.store.stack(stack_id)
    except NotFound:
        return None
    return stack if await _is_theirs(call, stack) else None


async def _is_theirs(call: Call, stack: StackRecord) -> bool:
    if call.caller.is_admin or stack.project == call.project:
        return True
    if STACK_USER_ROLE not in call.caller.roles:
        return False
    # Users that a stack has made for its own servers live in a project of the whole tree.
    root = stack
    if stack.id != stack.root_id:
        root = await call.services.desks.store.stack(stack.root_id)
    return call.project in {one.details.get("user_project") for one in (root, stack)}


def requester(call: Call) -> Requester:
    """Return who acts."""
    caller, services = call.caller, call.services
    known = Requester(
        user=caller.user_name or None,
        user_id=caller.user_id,
        project=caller.project_id,
        is_admin=caller.is_admin,
        may_use=partial(services.policy.allows_type, caller),
        has_service=partial(has_service, caller),
    )
    if services.identity is None:
        return known
    return replace(
        known,
        lookups=services.identity.lookups_of(caller),
        trust=partial(services.identity.credential_of, caller),
        take_back=services.identity.forget,
    )
