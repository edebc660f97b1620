"""Stacks and what stands below them."""

from calor.api.call import Call
from calor.store.filters import StackFilter
from calor.store.records import StackRecord


async def family(call: Call, stack: StackRecord, depth: int) -> list[StackRecord]:
    """Return a stack and those below it, so many levels down, parents first."""
    if not depth:
        return [stack]
    depth = min(depth, call.services.desks.stacks.limits.depth)
    wanted = StackFilter(root_id=stack.root_id, show_deleted=stack.deleted_at is not None, order=())
    known = sorted(await call.services.desks.store.find_stacks(wanted), key=lambda one: one.depth)
    found = {stack.id: stack}
    for one in known:
        if one.parent_id in found and one.depth <= stack.depth + depth:
            found[one.id] = one
    return list(found.values())
