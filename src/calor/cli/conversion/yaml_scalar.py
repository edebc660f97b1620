"""Scalars as YAML text that versions 1.1 and 1.2 of YAML read alike."""

import re

from calor.core.document.yaml.scalars import read_plain
from calor.core.values import Value

PLAIN = re.compile(
    r"(?:[^\W\d]|[/\d.$(+;~^])"  # not what opens something else
    r"(?:[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff:#]|:(?=\S)|(?<=\S)#)*"
)
OTHER_TYPES = re.compile(
    # What looks like a number, a date or a time to some version or reader,
    r"[-+.\d][-+._:\d\sTZtzeExXoObBa-fA-F]*"
    # and names of other values.
    r"|y|n|yes|no|on|off|true|false|null|~|[-+]?\.?(?:inf|nan|infinity)",
    re.IGNORECASE,
)
PRINTABLE = r"\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"
NOT_PRINTABLE = re.compile(rf"[^{PRINTABLE}]")
NOT_IN_BLOCKS = re.compile(rf"[^\t\n{PRINTABLE}]")
ESCAPED = re.compile(rf'["\\]|[^{PRINTABLE}]')
SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


def scalar(value: Value) -> str:
    """Return a scalar as it stands on one line."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case float():
            return _float(value)
        case int():
            return str(value)
        case _:
            return text(value)


def text(value: str) -> str:
    """Return text on one line, quoted only if it could be taken for something else."""
    if is_plain(value):
        return value
    if "'" in value or NOT_PRINTABLE.search(value):
        return '"' + ESCAPED.sub(_escape, value) + '"'
    return f"'{value}'"


def is_plain(value: str) -> bool:
    """Return whether text needs no quotes."""
    return bool(
        PLAIN.fullmatch(value)
        and not value.endswith((" ", "\xa0", ":"))
        and not OTHER_TYPES.fullmatch(value)
        and read_plain(value) == value
    )


def block(value: str) -> tuple[str, list[str]] | None:
    """Return the header and the lines of a literal block, if text can be written as one."""
    if "\n" not in value or NOT_IN_BLOCKS.search(value):
        return None
    body = value.rstrip("\n")
    lines = body.split("\n")
    if not lines[0] or lines[0][0].isspace() or not lines[-1].strip():
        return None
    ends = len(value) - len(body)
    header = {0: "|-", 1: "|"}.get(ends, "|+")
    return header, [*lines, *[""] * (ends - 1)]


def _float(value: float) -> str:
    # YAML 1.1 takes 1e+22 for text: it wants a point.
    digits, exponent, power = repr(value).partition("e")
    return f"{digits}{'' if '.' in digits else '.0'}{exponent}{power}"


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    code = ord(character)
    if character in SHORT_ESCAPES:
        return SHORT_ESCAPES[character]
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004
