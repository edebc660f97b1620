"""`calor env`: what any OpenStack client needs to reach the local cloud, for a shell to read."""

import shlex
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from calor.cli.target import default_data_dir
from calor.localcloud.credentials import ACCOUNTS, Credentials, UnknownUser, read_credentials
from calor.main.data_directory import DataDirectory

PATIENCE: Final = 1.0


@click.command()
@click.option(
    "--data-dir", type=click.Path(path_type=Path), help="Where everything is kept.", metavar="DIR"
)
@click.option(
    "--user", type=click.Choice(list(ACCOUNTS)), default="demo", show_default=True, help="As whom."
)
def env(data_dir: Path | None, user: str) -> None:
    """Print what a shell sets so that OpenStack clients use the local cloud."""
    directory = DataDirectory(data_dir or default_data_dir())
    try:
        credentials = read_credentials(directory.cloud, user)
    except UnknownUser as problem:
        raise click.ClickException(f"{problem}: {_start(directory)}") from None
    if not _answers(credentials.auth_url):
        said = f"nothing answers at {credentials.auth_url} now"
        click.echo(f"{said}; start it: {_start(directory)}", err=True)
    for name, value in _variables(credentials):
        click.echo(f"export {name}={shlex.quote(value)}" if value else f"unset {name}")


def _answers(url: str) -> bool:
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 80), timeout=PATIENCE).close()
    except OSError:
        return False
    return True


def _start(directory: DataDirectory) -> str:
    return f"calor serve --data-dir {shlex.quote(str(directory.path))}"


def _variables(user: Credentials) -> Iterator[tuple[str, str]]:
    """Give all that a client looks at; what is left from another cloud must go."""
    yield "OS_AUTH_TYPE", "password"
    yield "OS_AUTH_URL", user.auth_url
    yield "OS_USERNAME", user.user
    yield "OS_PASSWORD", user.password
    yield "OS_USER_DOMAIN_NAME", user.user_domain
    yield "OS_PROJECT_NAME", user.project or ""
    yield "OS_PROJECT_DOMAIN_NAME", user.project_domain or ""
    yield "OS_DOMAIN_NAME", user.domain or ""
    yield "OS_REGION_NAME", user.region
    yield "OS_IDENTITY_API_VERSION", "3"
    for left_over in ("OS_CLOUD", "OS_TOKEN", "OS_PROJECT_ID", "OS_TRUST_ID", "OS_SYSTEM_SCOPE"):
        yield left_over, ""
