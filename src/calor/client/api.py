"""The client of the orchestration API: all that can be asked, by what it is about."""

from dataclasses import dataclass
from typing import Self

from calor.client.access import Access
from calor.client.cloud_config import CloudConfig
from calor.client.events import Events
from calor.client.identity import get_access
from calor.client.resources import Resources
from calor.client.session import Session
from calor.client.snapshots import Snapshots
from calor.client.stacks import Stacks
from calor.client.transport import Transport
from calor.client.types import Types


@dataclass(frozen=True, slots=True)
class Client:
    """A client of one service."""

    session: Session
    stacks: Stacks
    resources: Resources
    events: Events
    snapshots: Snapshots
    types: Types

    @classmethod
    def over(cls, session: Session) -> Self:
        """Return the client that asks through a session."""
        return cls(
            session,
            Stacks(session),
            Resources(session),
            Events(session),
            Snapshots(session),
            Types(session),
        )

    @classmethod
    def at(cls, url: str, token: str = "") -> Self:
        """Return the client of a service at a project's address, with a token that is known."""
        headers = {"X-Auth-Token": token} if token else {}
        return cls.over(Session(lambda: Access(url.rstrip("/"), headers)))

    @classmethod
    def of_cloud(cls, config: CloudConfig) -> Self:
        """Return the client of the service in a cloud."""
        transport = Transport(config.trust)
        return cls.over(Session(lambda: get_access(config, transport), transport))

    def close(self) -> None:
        """Close the connections."""
        self.session.close()
