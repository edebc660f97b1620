"""Use cases over snapshots: take one, go back to one, delete one."""

import uuid
from dataclasses import replace

from calor.core.errors import NotFound, NotSupported
from calor.core.state import Action, Status
from calor.engine.ledger import Ledger
from calor.engine.orders import Order
from calor.engine.restoring import restored
from calor.engine.service import Stacks, is_taking_snapshot
from calor.store.records import SnapshotRecord


class Snapshots(Stacks):
    """The use cases over the snapshots of a stack."""

    __slots__ = ()

    async def take(self, project: str, stack_id: str, name: str | None = None) -> str:
        """Accept a snapshot and return its id."""
        record = await self.resting(project, stack_id)
        if record.action is Action.DELETE:
            raise NotSupported("a stack that is being deleted can have no more snapshots")
        if not self.requester.is_admin:
            self.limits.refuse_snapshots(len(await self.store.snapshots(stack_id)))
        taken = SnapshotRecord(
            id=str(uuid.uuid4()),
            stack_id=stack_id,
            name=name,
            status=Status.IN_PROGRESS,
            created_at=self.clock.now(),
        )
        asked = {"id": taken.id, "name": name, "created_at": taken.created_at}
        record = self.aimed(record, Action.SNAPSHOT)
        record = replace(record, details={**record.details, "snapshot": asked})
        ledger = Ledger()
        ledger.put_stack(record)
        ledger.snapshots.append(taken)
        await self.send(ledger, record)
        return taken.id

    async def restore(self, project: str, stack_id: str, snapshot_id: str) -> None:
        """Accept that a stack becomes what it was when a snapshot was taken."""
        record = await self.resting(project, stack_id)
        taken = await self.find(stack_id, snapshot_id)
        if taken.status is not Status.COMPLETE:
            raise NotSupported("the snapshot is not complete, so there is nothing to go back to")
        data = taken.data
        template = restored(data["template"], data["resources"], self.types)
        order = Order(template=template, environment=data["environment"], files=data["files"])
        record, ledger = self.retargeted(record, await self.approved(order), Action.RESTORE)
        await self.send(ledger, record)

    async def delete(self, project: str, stack_id: str, snapshot_id: str) -> None:
        """Delete a snapshot."""
        record = await self.live(project, stack_id)
        taken = await self.find(stack_id, snapshot_id)
        # One that was asked for in the same moment as something else may never be taken.
        if taken.status is Status.IN_PROGRESS and is_taking_snapshot(record):
            raise NotSupported("the snapshot is still being taken; wait for its end")
        ledger = Ledger()
        ledger.gone_snapshots.append(snapshot_id)
        await self.store.write(ledger.batch())

    async def find(self, stack_id: str, snapshot_id: str) -> SnapshotRecord:
        """Return a snapshot of a stack."""
        taken = await self.store.snapshot(snapshot_id)
        if taken.stack_id != stack_id:
            raise NotFound(f"the stack has no snapshot {snapshot_id}")
        return taken
