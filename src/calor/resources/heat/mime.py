"""Messages of several parts, as cloud-init reads them."""

from collections.abc import Iterable
from email import message_from_string
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import PurePosixPath
from typing import Final, NamedTuple
from uuid import UUID

CHARSETS: Final = {"us-ascii", "utf-8", "iso-8859-1"}


class Part(NamedTuple):
    """A text with the kind and the name it is sent under."""

    text: str
    subtype: str = ""
    filename: str = ""


def compose(parts: Iterable[Part], key: str) -> str:
    """Return the message of some parts; the same uuid as key always gives the same one."""
    boundary = f"{'=' * 15}{UUID(key).int % 10**19:019d}=="
    return MIMEMultipart(boundary=boundary, _subparts=[_part(one) for one in parts]).as_string()


def parts_of(text: str) -> list[Part]:
    """Return the parts of a message; what is not of several parts has none."""
    message = message_from_string(text)
    if not message.is_multipart():
        return []
    leaves = (one for one in message.walk() if not one.is_multipart())
    return [Part(_text(one), one.get_content_subtype(), one.get_filename() or "") for one in leaves]


def _part(part: Part) -> MIMEText:
    charset = "us-ascii" if part.text.isascii() else "utf-8"
    text = part.text.encode("utf-8", "replace").decode()
    subtype = part.subtype or PurePosixPath(part.filename).stem or "plain"
    message = MIMEText(text, _subtype=subtype, _charset=charset)
    if part.filename:
        message.add_header("Content-Disposition", "attachment", filename=part.filename)
    return message


def _text(message: Message) -> str:
    """Return a part's text decoded, so that it can be encoded anew."""
    payload = message.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    charset = message.get_content_charset() or "utf-8"
    return payload.decode(charset if charset in CHARSETS else "utf-8", "replace")
