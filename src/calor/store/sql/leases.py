"""Who works on which tree, by the database's clock."""

from collections.abc import Sequence

from calor.store.records import Lease
from calor.store.sql import batches
from calor.store.sql.link import Link
from calor.store.sql.statements import claimable_trees


def claim(link: Link, engine_id: str, most: int, seconds: float) -> Sequence[Lease]:
    """Take trees that wait; those that another claimer is just taking are passed over."""
    if most <= 0:
        return ()
    with link.transaction():
        found = link.rows(claimable_trees(link.engine, most))
        if found:
            taken = [(engine_id, seconds, root_id) for root_id, _ in found]
            link.run_many(link.statements.take, taken)
    return tuple(Lease(root_id, engine_id, epoch + 1) for root_id, epoch in found)


def renew(link: Link, engine_id: str, seconds: float) -> Sequence[Lease]:
    """Extend all leases of an engine."""
    with link.transaction():
        # Locked first, in order: an update alone would lock in any order.
        held = link.rows(link.statements.held, (engine_id,))
        if held:
            link.run(link.statements.extend, (seconds, engine_id))
    return tuple(Lease(*row) for row in held)


def release(link: Link, lease: Lease) -> bool:
    """Give a tree back unless something waits in its mailbox."""
    with link.transaction():
        # The lock comes first: a command that is just being written is seen after it, or waits.
        _check(link, lease)
        return link.run(link.statements.give_back, (lease.root_id,)) == 1


def hand_over(link: Link, lease: Lease) -> None:
    """Give a tree back for any engine to take."""
    with link.transaction():
        _check(link, lease)
        link.run(link.statements.hand_over, (lease.root_id,))


def _check(link: Link, lease: Lease) -> None:
    if batches.lock(link, (lease.root_id,)).get(lease.root_id) != lease:
        raise batches.lost(lease)
