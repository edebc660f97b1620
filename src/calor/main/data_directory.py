"""The directory in which an all-in-one service keeps everything."""

import fcntl
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from calor.core.errors import CalorError
from calor.store.secrets import KEY_SIZE, Key, Keyring

PRIVATE: Final = 0o700
ANNOUNCED: Final = "service.json"


class DirectoryInUse(CalorError):
    """Another service works on the same directory."""


@dataclass(frozen=True, slots=True)
class DataDirectory:
    """A place for the database, the keys and the local cloud; nobody else may look into it."""

    path: Path

    @classmethod
    def at(cls, path: Path) -> "DataDirectory":
        """Return the directory at a path, made if it is not there."""
        try:
            path.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        except OSError as problem:
            raise CalorError(f"{path} cannot be used as data directory: {problem}") from None
        return cls(path)

    @property
    def database_url(self) -> str:
        """Return the address of the database."""
        return f"sqlite:///{self.path / 'calor.db'}"

    @property
    def cloud(self) -> Path:
        """Return where the local cloud keeps what it has."""
        return self.path / "cloud"

    def keyring(self) -> Keyring:
        """Return the keys by which secrets are stored; the first is made here."""
        file = self.path / "keys.json"
        if not file.exists():
            write_private(file, {"main": secrets.token_hex(KEY_SIZE)})
        kept = json.loads(file.read_text())
        return Keyring([Key(name, bytes.fromhex(key)) for name, key in kept.items()])

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other services away until the end of the block, or `DirectoryInUse`."""
        with (self.path / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise DirectoryInUse(f"another service works on {self.path}") from None
            try:
                yield
            finally:
                with suppress(FileNotFoundError):
                    (self.path / ANNOUNCED).unlink()

    def announce(self, url: str, cloud: Mapping[str, Any]) -> None:
        """Tell other commands of this user where the service is, and how to log in."""
        told = {"url": url, "pid": os.getpid(), "cloud": cloud}
        write_private(self.path / ANNOUNCED, told)


def write_private(file: Path, value: object) -> None:
    """Write a file that nobody else can read, whole or not at all."""
    new = file.with_suffix(".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as out:
        json.dump(value, out)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
