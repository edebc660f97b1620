"""Register the orchestration service in a Keystone, as an operator does for Heat.

    python -m tools.orchestration --write /etc/heat/heat.conf

The administrator is whoever the variables of an openrc file name.  What is there
already stays; addresses that have changed are changed.
"""

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
from keystoneauth1.identity import Password
from keystoneauth1.session import Session

DEFAULT: Final = "default"
"""The id of the domain in which everybody else lives."""
DOMAIN, DOMAIN_ADMIN, USER = "heat", "heat_domain_admin", "heat"
OWNER_ROLE, STACK_USER_ROLE = "heat_stack_owner", "heat_stack_user"
INTERFACES: Final = ("public", "internal", "admin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the two APIs are, and in which region."""

    orchestration: str = "http://127.0.0.1:8004"
    cloudformation: str = "http://127.0.0.1:8000"
    region: str = "RegionOne"


@dataclass(frozen=True, slots=True)
class Keystone:
    """The identity service, asked by an administrator."""

    session: Session

    def ask(self, method: str, path: str, body: Any = None, **query: str) -> Any:
        """Send one request."""
        reply = self.session.request(
            path,
            method,
            json=body,
            params=query,
            endpoint_filter={"service_type": "identity", "interface": "public"},
        )
        return reply.json() if reply.content else None

    def find(self, kind: str, **fields: str) -> Mapping[str, Any] | None:
        """Return the first object of a kind such as `user` that is like this."""
        found: Sequence[Mapping[str, Any]] = self.ask("GET", f"/{kind}s", **fields)[f"{kind}s"]
        return found[0] if found else None

    def ensure(self, kind: str, known_by: Mapping[str, str], **more: Any) -> str:
        """Return the id of an object, which is made if it is not there."""
        found = self.find(kind, **known_by)
        if found is None:
            found = self.ask("POST", f"/{kind}s", {kind: {**known_by, **more}})[kind]
        return str(found["id"])

    def grant(self, place: str, user_id: str, *roles: str) -> None:
        """Give a user roles in a place such as `projects/ID`."""
        for name in roles:
            role = self.ensure("role", {"name": name})
            self.ask("PUT", f"/{place}/users/{user_id}/roles/{role}")


def connect(environment: Mapping[str, str]) -> Keystone:
    """Log in as whoever the variables of an openrc file name."""
    login = Password(
        auth_url=environment["OS_AUTH_URL"],
        username=environment["OS_USERNAME"],
        password=environment["OS_PASSWORD"],
        project_name=environment["OS_PROJECT_NAME"],
        user_domain_id=environment.get("OS_USER_DOMAIN_ID", DEFAULT),
        project_domain_id=environment.get("OS_PROJECT_DOMAIN_ID", DEFAULT),
    )
    return Keystone(Session(auth=login))


def register(keystone: Keystone, password: str) -> None:
    """Make whoever the service acts as, the roles it knows and the domain of stacks' users."""
    project = keystone.ensure("project", {"name": "service", "domain_id": DEFAULT})
    known = {"name": USER, "domain_id": DEFAULT}
    user = keystone.ensure("user", known, password=password, default_project_id=project)
    keystone.grant(f"projects/{project}", user, "admin", "service")
    domain = keystone.ensure("domain", {"name": DOMAIN}, description="users of stacks")
    known = {"name": DOMAIN_ADMIN, "domain_id": domain}
    admin = keystone.ensure("user", known, password=password)
    keystone.grant(f"domains/{domain}", admin, "admin")
    for role in (OWNER_ROLE, STACK_USER_ROLE):
        keystone.ensure("role", {"name": role})


def list_in_catalog(keystone: Keystone, places: Places) -> None:
    """Tell users where the APIs are."""
    addresses = {
        ("heat", "orchestration"): f"{places.orchestration}/v1/%(tenant_id)s",
        ("heat-cfn", "cloudformation"): f"{places.cloudformation}/v1",
    }
    for (name, kind), url in addresses.items():
        service = keystone.ensure("service", {"type": kind}, name=name)
        for interface in INTERFACES:
            set_endpoint(keystone, service, interface, places.region, url)


def set_endpoint(
    keystone: Keystone, service_id: str, interface: str, region: str, url: str
) -> None:
    """Have the catalog give an address for a service in a region."""
    known = {"service_id": service_id, "interface": interface, "region_id": region}
    endpoint = keystone.ensure("endpoint", known, url=url)
    keystone.ask("PATCH", f"/endpoints/{endpoint}", {"endpoint": {"url": url}})


def heat_conf(auth_url: str, database: str, password: str, places: Places) -> str:
    """Return a configuration file for the service that was registered."""
    account = f"""\
auth_type = password
auth_url = {auth_url}
username = {USER}
password = {password}
user_domain_id = {DEFAULT}
"""
    return f"""\
[DEFAULT]
auth_encryption_key = {secrets.token_hex(16)}
region_name_for_services = {places.region}
stack_user_domain_name = {DOMAIN}
stack_domain_admin = {DOMAIN_ADMIN}
stack_domain_admin_password = {password}
heat_metadata_server_url = {places.cloudformation}
heat_waitcondition_server_url = {places.cloudformation}/v1/waitcondition

[database]
connection = {database}

[keystone_authtoken]
www_authenticate_uri = {auth_url}
{account}project_name = service
project_domain_id = {DEFAULT}

[trustee]
{account}
[clients_keystone]
auth_uri = {auth_url}

[paste_deploy]
flavor = keystone

[heat_api]
bind_host = 127.0.0.1
bind_port = 8004
"""


def write(file: Path, text: str) -> None:
    """Write a file with secrets in it, for its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.chmod(0o600)
    file.write_text(text)


@click.command()
@click.option("--password", default="secret", help="Of the users that are made.")
@click.option("--region", default=Places().region, help="The region of the service.")
@click.option("--api", default=Places().orchestration, help="Where the API will be.")
@click.option("--database", default="mysql://os:os@127.0.0.1/os_heat", help="For heat.conf.")
@click.option("--write", "file", type=click.Path(path_type=Path), help="A heat.conf to write.")
def main(password: str, region: str, api: str, database: str, file: Path | None) -> None:
    """Register the service, and write how it is to be started."""
    keystone = connect(os.environ)
    places = Places(orchestration=api, region=region)
    register(keystone, password)
    list_in_catalog(keystone, places)
    click.echo(f"the orchestration service is registered in {region} at {api}")
    if file is not None and file.exists():
        click.echo(f"{file} is there already and stays: it has the key to the database's secrets")
    elif file is not None:
        write(file, heat_conf(os.environ["OS_AUTH_URL"], database, password, places))
        click.echo(f"{file} is written; next: calor manage db upgrade --config-file {file}")


if __name__ == "__main__":
    main()
