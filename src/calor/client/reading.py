"""Read local files without being hurt by what they turn out to be."""

import base64
import os
import stat
from pathlib import Path

from calor.core.errors import CalorError


class Unreadable(CalorError):
    """A file cannot be read; the message says why."""


def read_file(path: Path, most: int) -> bytes:
    """Return the content of a regular file of at most `most` bytes."""
    try:
        # Without O_NONBLOCK the opening of a named pipe waits for a writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            content = _content(descriptor, most + 1)
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as problem:
        raise Unreadable(_reason(problem)) from problem
    if len(content) > most:
        raise Unreadable(f"it is larger than {most} bytes")
    return content


def _content(descriptor: int, most: int) -> bytes:
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        raise Unreadable("it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file")
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        return file.read(most)


def as_text(content: bytes) -> str:
    """Return content as it can be sent: as it is, or in base64 where it is no text."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return base64.encodebytes(content).decode()


def _reason(problem: OSError | ValueError) -> str:
    match problem:
        case FileNotFoundError() | NotADirectoryError():
            return "there is no such file"
        case PermissionError():
            return "reading it is not permitted"
        case OSError(strerror=str(text)):
            return text.lower()
        case _:
            return str(problem)
