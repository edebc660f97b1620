"""What the processes of a service that is spread out read from configuration files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from calor.config.files import Sources
from calor.config.reading import Configuration, read_configuration
from calor.config.settings import InvalidConfiguration, Settings
from calor.main.data_directory import DataDirectory
from calor.store.secrets import Keyring

Command = TypeVar("Command", bound=Callable[..., Any])


def with_configuration(command: Command) -> Command:
    """Give a command the options that say which files to read."""
    file = click.option(
        "--config-file",
        "files",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A file such as heat.conf; the last one counts. Without any: those of the system.",
    )
    folder = click.option(
        "--config-dir",
        "folders",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="A directory of such files.",
    )
    return file(folder(command))


def configured(files: tuple[Path, ...], folders: tuple[Path, ...]) -> Configuration:
    """Read the configuration of a process."""
    return read_configuration(Sources(files, folders) if files or folders else None)


def database_of(settings: Settings) -> str:
    """Return the address of the database that all processes share."""
    if settings.database_url:
        return settings.database_url
    if settings.processes.data_directory:
        return DataDirectory.at(Path(settings.processes.data_directory)).database_url
    problem = (
        "no database is named: set connection in [database], such as "
        "postgresql://user:password@host/calor, or data_dir in [calor]"
    )
    raise InvalidConfiguration([problem])


def keyring_of(settings: Settings) -> Keyring:
    """Return the keys for secrets; all processes must have the same."""
    if settings.encryption_keys:
        return Keyring(settings.encryption_keys)
    if settings.processes.data_directory:
        return DataDirectory.at(Path(settings.processes.data_directory)).keyring()
    problem = (
        "no key for secrets is given: set auth_encryption_key to 32 characters, the same "
        "for every process, or data_dir in [calor]"
    )
    raise InvalidConfiguration([problem])
