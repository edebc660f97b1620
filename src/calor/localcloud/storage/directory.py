"""The directory that the local cloud keeps its state in, closed to other users."""

import os
import secrets
from pathlib import Path

PRIVATE_DIRECTORY, PRIVATE_FILE = 0o700, 0o600
KEY_BYTES = 32


def open_directory(path: Path) -> Path:
    """Make a directory that only its owner can enter, or close one that is there."""
    path.mkdir(mode=PRIVATE_DIRECTORY, parents=True, exist_ok=True)
    path.chmod(PRIVATE_DIRECTORY)
    return path


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def key(directory: Path, name: str) -> bytes:
    """Return the key with a name, made when it is first asked for."""
    path = directory / f"{name}.key"
    if not path.exists():
        write_private(path, secrets.token_bytes(KEY_BYTES))
    return path.read_bytes()
