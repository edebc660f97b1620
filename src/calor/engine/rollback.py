"""Going back: to the template before, or to nothing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from calor.core.state import Action, Status
from calor.engine.ledger import reason_of
from calor.engine.stack import LiveStack
from calor.engine.texts import digest_of
from calor.engine.tree import LiveTree
from calor.store.records import StackRecord

ROLLED_BACK = frozenset({Action.CREATE, Action.ADOPT, Action.UPDATE, Action.RESTORE})


def rolled_back(tree: LiveTree, stack: LiveStack) -> StackRecord | None:
    """Return the record of a failed stack that is to be rolled back; none if it is not to be."""
    record = stack.record
    if record.disable_rollback or record.action not in ROLLED_BACK:
        return None
    return going_back(tree, stack)


def going_back(tree: LiveTree, stack: LiveStack) -> StackRecord:
    """Return the record of a stack that goes back to what it was before."""
    record = stack.record
    template, environment, files = record.previous or _nothing(tree, stack)
    return replace(
        record,
        action=Action.ROLLBACK,
        status=Status.IN_PROGRESS,
        reason=reason_of(Action.ROLLBACK, Status.IN_PROGRESS),
        template=template,
        environment=environment,
        files=files,
        details=_details(record),
        traversal=record.traversal + 1,
        deadline=tree.now() + tree.limits.seconds_for(record.timeout_mins),
        updated_at=tree.now(),
    )


def _details(record: StackRecord) -> Mapping[str, Any]:
    """Return what is known of a stack: what was there before it was adopted is to stay."""
    if record.action is not Action.ADOPT:
        return record.details
    return {**record.details, "abandoned": True}


def _nothing(tree: LiveTree, stack: LiveStack) -> tuple[str, str, str]:
    """Return an empty template in the same dialect: what was there before a stack was created."""
    dialect = stack.goal.template.dialect
    empty = msgspec.json.encode({dialect.version_key: dialect.version})
    digest = digest_of(empty)
    tree.library.texts[digest] = tree.ledger.texts[digest] = empty
    return digest, stack.record.environment, stack.record.files
