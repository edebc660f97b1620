"""How records become bytes: the one place that knows the form of what is not searched for.

Every table has columns for what is searched and sorted by, and one `body` for the
rest: JSON without the fields that have their default, so that a body costs one
encoding and stays readable when fields come to be.
"""

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from calor.core.errors import Unstorable

WORTH_PACKING = 512
"""Shorter texts gain nothing from compression."""
PLAIN, PACKED = b"\0", b"\1"


class Body(msgspec.Struct, omit_defaults=True, frozen=True, gc=False):
    """What stands in the body of a row."""


class StackBody(Body, frozen=True):
    """The rest of a stack."""

    user: str | None = None
    credential_id: str | None = None
    reason: str = ""
    deadline: float | None = None
    timeout_mins: int | None = None
    disable_rollback: bool = True
    tags: tuple[str, ...] = ()
    details: Mapping[str, Any] = {}


class ResourceBody(Body, frozen=True):
    """The rest of a resource."""

    properties: Mapping[str, Any] = {}
    attributes: Mapping[str, Any] = {}
    metadata: Mapping[str, Any] = {}
    definition: Mapping[str, Any] = {}
    requires: tuple[str, ...] = ()
    replaces: str | None = None
    replaced_by: str | None = None
    traversal: int = 0
    notes: Mapping[str, Any] = {}


class EventBody(Body, frozen=True):
    """The rest of an event."""

    physical_id: str | None = None
    reason: str = ""
    properties: Mapping[str, Any] = {}


class SnapshotBody(Body, frozen=True):
    """The rest of a snapshot."""

    reason: str = ""
    data: Mapping[str, Any] = {}


class ConfigBody(Body, frozen=True):
    """The rest of a software configuration."""

    config: Any = ""
    inputs: tuple[Mapping[str, Any], ...] = ()
    outputs: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = {}


class DeploymentBody(Body, frozen=True):
    """The rest of a deployment."""

    stack_user_project: str | None = None
    action: str | None = None
    status: str | None = None
    reason: str | None = None
    input_values: Mapping[str, Any] = {}
    output_values: Mapping[str, Any] | None = None


def _plain(value: object) -> object:
    """Turn what is as good as a map, list or text into one."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"a {type(value).__name__} is no JSON")


_encoder = msgspec.json.Encoder(enc_hook=_plain)


def encode(value: object) -> bytes:
    """Write a body or plain value down, or raise `Unstorable`."""
    try:
        return _encoder.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise Unstorable(f"a value cannot be stored: {error}") from error


def decode_map(data: bytes) -> dict[str, Any]:
    """Read a plain map."""
    return _map_decoder.decode(data)


_map_decoder = msgspec.json.Decoder(dict[str, Any])


def pack(text: bytes) -> bytes:
    """Compress a text if it pays."""
    if len(text) >= WORTH_PACKING:
        packed = zlib.compress(text, 1)
        if len(packed) < len(text):
            return PACKED + packed
    return PLAIN + text


def unpack(data: bytes) -> bytes:
    """Return a text as it was packed."""
    return zlib.decompress(data[1:]) if data[:1] == PACKED else data[1:]
