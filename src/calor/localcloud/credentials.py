"""Who can log in to a local cloud, and with what; made once for each data directory."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from calor.localcloud.storage.directory import write_private

FILE = "credentials.json"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody whom every local cloud has, and the place where they work."""

    user: str
    user_domain: str = "Default"
    project: str | None = None
    domain: str | None = None


ACCOUNTS: Mapping[str, Account] = {
    one.user: one
    for one in (
        Account("admin", project="admin"),
        Account("demo", project="demo"),
        Account("heat", project="service"),
        Account("heat_domain_admin", user_domain="heat", domain="heat"),
    )
}


@dataclass(frozen=True, slots=True)
class Credentials:
    """All that a client needs to log in."""

    auth_url: str
    user: str
    password: str = field(repr=False)
    user_domain: str
    project: str | None
    project_domain: str | None
    domain: str | None
    """The domain to log in to, for who works in a whole domain."""
    region: str


@dataclass(frozen=True, slots=True)
class _Kept:
    auth_url: str
    region: str
    passwords: dict[str, str]


def has_credentials(directory: Path) -> bool:
    """Return whether passwords were made for a directory."""
    return (directory / FILE).exists()


class UnknownUser(Exception):
    """A name that no account of the local cloud has, or a cloud that was never started."""


def keep_credentials(directory: Path, auth_url: str, region: str) -> Mapping[str, str]:
    """Return the accounts' passwords, made if there are none yet, and note the cloud's address."""
    path = directory / FILE
    passwords = _read(path).passwords if path.exists() else {}
    for user in ACCOUNTS:
        passwords.setdefault(user, secrets.token_urlsafe(18))
    kept = _Kept(auth_url, region, passwords)
    write_private(path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    return passwords


def read_credentials(directory: Path, user: str) -> Credentials:
    """Return how to log in as a user to the local cloud that was last started on a directory."""
    path = directory / FILE
    if not path.exists():
        raise UnknownUser(f"{directory} holds no local cloud yet; start one on it first")
    account = ACCOUNTS.get(user)
    if account is None:
        raise UnknownUser(f"no user {user!r}; there are {', '.join(ACCOUNTS)}")
    kept = _read(path)
    return Credentials(
        auth_url=kept.auth_url,
        user=user,
        password=kept.passwords[user],
        user_domain=account.user_domain,
        project=account.project,
        project_domain="Default" if account.project else None,
        domain=account.domain,
        region=kept.region,
    )


def _read(path: Path) -> _Kept:
    return msgspec.json.decode(path.read_bytes(), type=_Kept)
