"""A service beside a real cloud, whose Keystone knows who asks."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.openstack.orchestration import SECRET, Service, served

OPTIONS = """
[DEFAULT]
enable_stack_abandon = true
enable_stack_adopt = true
hidden_stack_tags = data-processing-cluster
max_stacks_per_tenant = -1
"""
ROLES = {"demo": ("member",), "admin": ("admin", "member")}


@dataclass(frozen=True)
class Beside:
    """A service that runs, and users of the cloud for whom it does."""

    service: Service
    log: Path
    projects: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The names and ids of the users' projects."""

    def variables(self, user: str = "demo") -> dict[str, str]:
        """Return what a shell sets to use the cloud as somebody who was made for it."""
        project, project_id = self._project(user)
        name = self.service.new_name()
        made = self.service.make("user", name=name, password=SECRET)
        self.service.keystone.grant(f"projects/{project_id}", made, *ROLES[user])
        return {
            "OS_AUTH_TYPE": "password",
            "OS_AUTH_URL": os.environ["OS_AUTH_URL"],
            "OS_IDENTITY_API_VERSION": "3",
            "OS_USERNAME": name,
            "OS_PASSWORD": SECRET,
            "OS_USER_DOMAIN_NAME": "Default",
            "OS_PROJECT_NAME": project,
            "OS_PROJECT_DOMAIN_NAME": "Default",
            "OS_REGION_NAME": self.service.places.region,
        }

    def _project(self, user: str) -> tuple[str, str]:
        if user not in self.projects:
            name = self.service.new_name()
            self.projects[user] = name, self.service.make("project", name=name)
        return self.projects[user]


@contextmanager
def service_beside(place: Path) -> Iterator[Beside]:
    """Run a service until the end of the block."""
    path = place / "service.log"
    with path.open("w") as log, served(place, log, OPTIONS) as service:
        yield Beside(service, path)
