"""Turn the names in a resource's properties into ids, before its type sees them.

Which properties hold names says the type (`finds=`).  A value that looks like an
id is taken for one: should there be no such object, the service says so itself.
"""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final, TypeVar

from calor.core.errors import CloudError
from calor.core.schema.model import Move, TypeSchema
from calor.core.schema.translation import translate, wanted
from calor.core.values import Value
from calor.plugin.cloud import Cloud
from calor.plugin.declaration import Declared, DeclaredType, name_of
from calor.plugin.schema import build, schema_of

R = TypeVar("R", bound=DeclaredType)

ID: Final = re.compile("[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
"""A uuid, with or without its hyphens."""

_schemas: dict[type[DeclaredType], TypeSchema | None] = {}


async def resolved(resource: R, cloud: Cloud, *, strict: bool = True) -> R:
    """Return a resource whose properties hold ids in place of names.

    What cannot be found is an error, or stays as it is where that must do: what
    is to be deleted may have been built upon something that has gone.
    """
    kind = type(resource)
    schema = _finding_schema(kind)
    if schema is None:
        return resource
    values = values_of(resource)
    asked = sorted(one for one in wanted(schema, values) if not ID.fullmatch(one[1]))
    if not asked:
        return resource
    find_id = _find if strict else _find_if_there
    answers = await asyncio.gather(*(find_id(cloud, *one) for one in asked))
    ids = dict(zip(asked, answers, strict=True))

    def find(kind: str, name: str) -> str:
        return ids.get((kind, name), name)

    translated = translate(schema, values, _in_silence, find)
    return build(kind, translated.values)


def values_of(declared: Declared) -> dict[str, Value]:
    """Return typed properties as plain values under their names in templates."""
    return {name_of(one): _plain(getattr(declared, one.name)) for one in fields(declared)}


async def _find(cloud: Cloud, kind: str, name: str) -> str:
    return await cloud.find(kind, name)


async def _find_if_there(cloud: Cloud, kind: str, name: str) -> str:
    try:
        return await cloud.find(kind, name)
    except CloudError:
        return name


def _finding_schema(kind: type[DeclaredType]) -> TypeSchema | None:
    """Return a type's schema with nothing but the rules that find ids, if it has any."""
    if kind not in _schemas:
        schema = schema_of(kind)
        rules = tuple(one for one in schema.translations if one.move is Move.RESOLVE)
        _schemas[kind] = replace(schema, translations=rules) if rules else None
    return _schemas[kind]


def _plain(value: Any) -> Value:
    if isinstance(value, Declared):
        return values_of(value)
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return value


def _in_silence(*_: object) -> None:
    """Note nothing."""
