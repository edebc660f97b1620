"""Software configurations, deployments and credentials: rows that stand for themselves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import Select, Table, delete, func, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.store import codec
from calor.store.records import CredentialRecord, DeploymentRecord, SoftwareConfigRecord
from calor.store.secrets import Cipher
from calor.store.sql import tables as t
from calor.store.sql.lanes import Readers, Writer
from calor.store.sql.link import Link
from calor.store.sql.sealing import credential_of, credential_row

Kept = TypeVar("Kept")
Values = Mapping[str, Any]

_read_config = msgspec.json.Decoder(codec.ConfigBody).decode
_read_deployment = msgspec.json.Decoder(codec.DeploymentBody).decode


@dataclass(frozen=True, slots=True)
class Form(Generic[Kept]):
    """How things of one kind are written down."""

    noun: str
    table: Table
    values: Callable[[Kept], Values]
    record: Callable[[Any], Kept]


class SqlShelf(Generic[Kept]):
    """A table of things of one kind."""

    def __init__(self, form: Form[Kept], writer: Writer, readers: Readers) -> None:
        self._form = form
        self._table = form.table
        self._writer = writer
        self._readers = readers

    async def create(self, record: Kept) -> None:
        """Store a new thing."""
        values = self._form.values(record)
        await self._writer.do(lambda link: _change(link, insert(self._table).values(values)))

    async def get(self, record_id: str, project: str | None = None) -> Kept:
        """Return a thing."""
        query = select(self._table).where(*self._one(record_id, project))
        found = await self._readers.read(lambda link: link.fetch(query))
        if not found:
            raise self._missing(record_id)
        return self._form.record(found[0])

    async def list(
        self,
        project: str | None = None,
        *,
        server_id: str | None = None,
        config_id: str | None = None,
        marker: str | None = None,
        limit: int | None = None,
    ) -> Sequence[Kept]:
        """Return things, oldest first."""
        wanted = {"project": project, "server_id": server_id, "config_id": config_id}
        query = select(self._table).where(*self._those(wanted))
        found = await self._readers.read(
            lambda link: link.fetch(self._page(link, query, marker, limit))
        )
        return [self._form.record(row) for row in found]

    async def count(self, project: str | None = None) -> int:
        """Count things."""
        query = select(func.count()).select_from(self._table)
        query = query.where(*self._those({"project": project}))
        found = await self._readers.read(lambda link: link.fetch(query))
        return int(found[0][0])

    async def update(self, record: Kept) -> None:
        """Replace a thing."""
        values = dict(self._form.values(record))
        record_id = values.pop("id")
        statement = update(self._table).where(self._table.c.id == record_id).values(values)
        if not await self._writer.do(lambda link: _change(link, statement)):
            raise self._missing(record_id)

    async def delete(self, record_id: str, project: str | None = None) -> None:
        """Remove a thing."""
        statement = delete(self._table).where(*self._one(record_id, project))
        if not await self._writer.do(lambda link: _change(link, statement)):
            raise self._missing(record_id)

    def _one(self, record_id: str, project: str | None) -> Iterator[ColumnElement[bool]]:
        yield self._table.c.id == record_id
        yield from self._those({"project": project})

    def _those(self, wanted: Mapping[str, str | None]) -> Iterator[ColumnElement[bool]]:
        for name, value in wanted.items():
            if value is not None and name in self._table.c:
                yield self._table.c[name] == value

    def _page(
        self, link: Link, query: Select[Any], marker: str | None, limit: int | None
    ) -> Select[Any]:
        c = self._table.c
        age: ColumnElement[Any] = c.created_at if "created_at" in c else c.id
        if marker is not None:
            found = link.fetch(select(age).where(c.id == marker))
            if not found:
                raise self._missing(marker)
            query = query.where(or_(age > found[0][0], (age == found[0][0]) & (c.id > marker)))
        query = query.order_by(age, c.id)
        return query if limit is None else query.limit(limit)

    def _missing(self, record_id: str) -> NotFound:
        return NotFound(f"no {self._form.noun} {shorten(record_id)}")


def _change(link: Link, statement: Any) -> int:
    with link.transaction():
        return link.change(statement)


def _config_values(config: SoftwareConfigRecord) -> Values:
    body = codec.ConfigBody(config.config, config.inputs, config.outputs, config.options)
    return {
        "id": config.id,
        "project": config.project,
        "name": config.name,
        "group": config.group,
        "created_at": config.created_at,
        "body": codec.encode(body),
    }


def _config(row: Any) -> SoftwareConfigRecord:
    body = _read_config(row.body)
    return SoftwareConfigRecord(
        id=row.id,
        project=row.project,
        name=row.name,
        group=row.group,
        created_at=row.created_at,
        config=body.config,
        inputs=body.inputs,
        outputs=body.outputs,
        options=body.options,
    )


def _deployment_values(deployment: DeploymentRecord) -> Values:
    body = codec.DeploymentBody(
        stack_user_project=deployment.stack_user_project,
        action=deployment.action,
        status=deployment.status,
        reason=deployment.reason,
        input_values=deployment.input_values,
        output_values=deployment.output_values,
    )
    return {
        "id": deployment.id,
        "project": deployment.project,
        "server_id": deployment.server_id,
        "config_id": deployment.config_id,
        "created_at": deployment.created_at,
        "updated_at": deployment.updated_at,
        "body": codec.encode(body),
    }


def _deployment(row: Any) -> DeploymentRecord:
    body = _read_deployment(row.body)
    return DeploymentRecord(
        id=row.id,
        project=row.project,
        server_id=row.server_id,
        config_id=row.config_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
        stack_user_project=body.stack_user_project,
        action=body.action,
        status=body.status,
        reason=body.reason,
        input_values=body.input_values,
        output_values=body.output_values,
    )


CONFIGS = Form("software configuration", t.software_configs, _config_values, _config)
DEPLOYMENTS = Form("deployment", t.deployments, _deployment_values, _deployment)


def credentials_form(cipher: Cipher) -> Form[CredentialRecord]:
    """Return how credentials are written down with a cipher."""

    def values(credential: CredentialRecord) -> Values:
        row = credential_row(cipher, credential)
        return dict(zip(t.credentials.c.keys(), row, strict=True))

    return Form("credential", t.credentials, values, partial(credential_of, cipher))
