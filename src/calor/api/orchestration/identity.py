"""Find the stack that a request is about."""

from calor.api.call import Call
from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.store.records import StackRecord


async def addressed(call: Call, *, deleted: bool = False) -> StackRecord:
    """Return the stack that the path names by both name and id; they must belong together."""
    name, stack_id = call.path["stack_name"], call.path["stack_id"]
    missing = NotFound(f"The Stack ({shorten(name)}) could not be found.")
    try:
        stack = await call.services.desks.store.stack(stack_id)
    except NotFound:
        raise missing from None
    is_theirs = call.caller.is_admin or stack.project == call.project
    if not is_theirs or stack.name != name or (stack.deleted_at is not None and not deleted):
        raise missing
    return stack
