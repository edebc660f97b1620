"""The whole state of the identity service."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from calor.localcloud.frame.refusal import not_found
from calor.localcloud.keystone import records
from calor.localcloud.keystone.passwords import Passwords
from calor.localcloud.keystone.revocation import Revocations
from calor.localcloud.keystone.tokens import Tokens
from calor.localcloud.storage.database import Database
from calor.localcloud.storage.directory import key
from calor.localcloud.storage.sealing import Sealer
from calor.localcloud.storage.shelf import Record, Shelf

HOUR = 3600


def new_id() -> str:
    """Return an id that nothing else has."""
    return uuid4().hex


def new_secret() -> str:
    """Return a password that nobody guesses."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """How long tokens are good, in seconds, by which clock."""

    token: float = HOUR
    now: Callable[[], float] = time.time


class Identity:
    """Shelves for each kind, and the keys."""

    def __init__(self, database: Database, directory: Path, lifetimes: Lifetimes) -> None:
        self.database = database
        self.lifetimes = lifetimes
        self.sealer = Sealer(key(directory, "identity-secrets"))
        self.tokens = Tokens(Sealer(key(directory, "identity-tokens")))
        self.passwords = Passwords()
        self.projects = self._shelf("project", records.Project, name=_scoped_name, parent=_parent)
        self.users = self._shelf("user", records.User, name=_scoped_name, domain=_domain)
        self.groups = self._shelf("group", records.Group, name=_scoped_name, domain=_domain)
        self.memberships = self._shelf(
            "membership", records.Membership, user=lambda m: m.user_id, group=lambda m: m.group_id
        )
        self.roles = self._shelf("role", records.Role, name=_scoped_name, domain=_domain)
        self.implications = self._shelf(
            "implication", records.Implication, prior=lambda i: i.prior_id
        )
        self.grants = self._shelf(
            "grant",
            records.Grant,
            actor=lambda g: g.actor_id,
            target=lambda g: g.target_id,
            role=lambda g: g.role_id,
        )
        self.regions = self._shelf("region", records.Region)
        self.services = self._shelf("service", records.CatalogService, type=lambda s: s.type)
        self.endpoints = self._shelf("endpoint", records.Endpoint, service=lambda e: e.service_id)
        self.trusts = self._shelf(
            "trust",
            records.Trust,
            trustor=lambda t: t.trustor_user_id,
            trustee=lambda t: t.trustee_user_id,
            parent=lambda t: t.redelegated_trust_id,
            project=lambda t: t.project_id,
        )
        self.application_credentials = self._shelf(
            "application_credential",
            records.ApplicationCredential,
            user=lambda a: a.user_id,
            name=lambda a: (a.user_id, a.name),
            project=lambda a: a.project_id,
        )
        self.credentials = self._shelf(
            "credential",
            records.Credential,
            user=lambda c: c.user_id,
            project=lambda c: c.project_id,
        )
        self.revocations = Revocations(
            self._shelf("revocation", records.Revocation), lifetimes.token
        )

    def _shelf(
        self, kind: str, record: type[Record], **indexes: Callable[[Record], Any]
    ) -> Shelf[Record]:
        return Shelf(self.database, f"identity.{kind}", record, indexes)

    def now(self) -> float:
        """Return the present moment."""
        return self.lifetimes.now()

    def domain(self, identity: str | None) -> records.Project:
        """Return a domain that must be there."""
        found = self.projects.get(identity)
        if found is None or not found.is_domain:
            raise not_found("domain", str(identity))
        return found

    def project(self, identity: str | None) -> records.Project:
        """Return a project that must be there."""
        return present(self.projects, "project", identity)

    def user(self, identity: str | None) -> records.User:
        """Return a user who must be there."""
        return present(self.users, "user", identity)

    def role(self, identity: str | None) -> records.Role:
        """Return a role that must be there."""
        return present(self.roles, "role", identity)

    def named_role(self, name: str) -> records.Role | None:
        """Return the cloud's role with a name."""
        return next(iter(self.roles.find("name", (None, name))), None)


def present(shelf: Shelf[Record], kind: str, identity: str | None) -> Record:
    """Return a record that must be there."""
    found = shelf.get(identity)
    if found is None:
        raise not_found(kind, str(identity))
    return found


def _scoped_name(one: Any) -> tuple[str | None, str]:
    return one.domain_id, one.name


def _domain(one: Any) -> str | None:
    domain_id: str | None = one.domain_id
    return domain_id


def _parent(one: records.Project) -> str | None:
    return one.parent_id
