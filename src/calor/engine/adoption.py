"""Adopt: take over things that exist already, as a document of their stack tells."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from calor.core.errors import ResourceFailed
from calor.engine.ledger import Ledger
from calor.store.records import ResourceRecord, StackRecord

LEFT_OUT: Final = frozenset({"template", "environment", "files", "resource_secrets"})
"""What is not needed to adopt a resource, or is kept elsewhere."""


def adopted_rows(
    record: StackRecord, resources: Mapping[str, Any], ledger: Ledger
) -> list[ResourceRecord]:
    """Return new rows that know what there is to adopt for each of them."""
    rows = []
    for name, one in resources.items():
        told = {key: value for key, value in one.items() if key not in LEFT_OUT}
        row = ResourceRecord(
            id=str(uuid.uuid4()),
            stack_id=record.id,
            root_id=record.root_id,
            name=name,
            type=str(one.get("type", "")),
            notes={"adopt": told},
            created_at=record.created_at,
        )
        ledger.add_resource(row)
        rows.append(row)
        for key, secret in (one.get("resource_secrets") or {}).items():
            ledger.secrets[(row.id, key)] = secret
    return rows


def adopted(row: ResourceRecord) -> ResourceRecord:
    """Return a row with what it is to adopt."""
    given = row.notes.get("adopt") or {}
    if not given.get("resource_id"):
        raise ResourceFailed("the adopted data has no resource_id for it")
    notes = dict(row.notes)
    if "resources" not in given:  # else the child stack has use for it yet
        del notes["adopt"]
    if given.get("resource_data"):
        notes["data"] = given["resource_data"]
    metadata = given.get("metadata") or row.metadata
    return replace(row, physical_id=given["resource_id"], metadata=metadata, notes=notes)
