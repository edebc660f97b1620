"""Checks what a body says about a record before it becomes one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from calor.localcloud.frame.refusal import bad_request

SHORT, LONG = 255, 65536
WORDS: Mapping[type, str] = {
    str: "a text",
    bool: "true or false",
    int: "a number",
    list: "a list",
    dict: "an object",
}


@dataclass(frozen=True, slots=True)
class Field:
    """What one field of a body may hold."""

    type: type
    required: bool = False
    nullable: bool = False
    longest: int = LONG
    shortest: int = 0


NAME = Field(str, longest=SHORT, shortest=1)
NEW_NAME = Field(str, required=True, longest=SHORT, shortest=1)
TEXT = Field(str, nullable=True)
ID = Field(str, longest=SHORT, shortest=1)
FLAG = Field(bool)
OPTIONS = Field(dict)
Fields = Mapping[str, Field]


def checked(body: dict[str, Any], fields: Fields) -> dict[str, Any]:
    """Return a body whose fields are what they may be; fields not named are let through."""
    for name, field in fields.items():
        if name in body:
            _check(name, body[name], field)
        elif field.required:
            raise bad_request(f"{name!r} is missing.")
    return body


def _check(name: str, value: object, field: Field) -> None:
    if value is None and field.nullable:
        return
    if not isinstance(value, field.type) or (isinstance(value, bool) and field.type is int):
        raise bad_request(f"{name!r} must be {WORDS[field.type]}.")
    if isinstance(value, str) and not field.shortest <= len(value.strip()) <= field.longest:
        raise bad_request(f"{name!r} must have {field.shortest} to {field.longest} characters.")
    if isinstance(value, list) and len(value) > SHORT:
        raise bad_request(f"{name!r} may have {SHORT} entries at most.")


def extras(body: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """Return what a body says beyond the fields of its kind."""
    return {name: value for name, value in body.items() if name not in known}


def optional(fields: Fields) -> Fields:
    """Return the same fields, none of them required, as a change may name any of them."""
    return {name: replace(one, required=False) for name, one in fields.items()}
