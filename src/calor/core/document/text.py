"""The text of a document: decoded, and free of what no parser can take."""

from calor.core.document.findings import Findings
from calor.core.document.limits import Limits
from calor.core.document.places import Lines

_BYTE_ORDER_MARK = "\ufeff"


def decode(text: str | bytes, limits: Limits, findings: Findings) -> str:
    """Return the text without a byte order mark, sure that it can be written as UTF-8."""
    raw = text if isinstance(text, bytes) else _encoded(text, findings)
    if limits.max_bytes is not None and len(raw) > limits.max_bytes:
        message = f"the text has {len(raw)} bytes, {limits.max_bytes} are allowed"
        findings.stop(0, message, "move parts of it into files of their own")
    decoded = _decoded(text, findings) if isinstance(text, bytes) else text
    return decoded.removeprefix(_BYTE_ORDER_MARK)


def _decoded(raw: bytes, findings: Findings) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode().removeprefix(_BYTE_ORDER_MARK)
        mark = Lines(before).mark(len(before))
        message = f"the byte 0x{raw[error.start]:02x} is not UTF-8"
        findings.stop(mark, message, "save the file as UTF-8")


def _encoded(text: str, findings: Findings) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        mark = Lines(text).mark(error.start)
        message = f"U+{ord(text[error.start]):04X} is half of a character"
        findings.stop(mark, message, "remove it")
