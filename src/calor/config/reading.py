"""From configuration files to settings."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from keystoneauth1.exceptions import NoMatchingPlugin
from keystoneauth1.loading import (
    BaseLoader,
    get_auth_common_conf_options,
    get_auth_plugin_conf_options,
    get_plugin_loader,
)
from keystonemiddleware.auth_token import list_opts as middleware_opts
from oslo_config import cfg
from oslo_policy.opts import list_opts as policy_opts

from calor.api.authentication.middleware import GROUP as TOKENS
from calor.api.authentication.middleware import set_defaults
from calor.config.files import Entry, Sources, check_sources, find_sources, read_entries
from calor.config.filling import fill
from calor.config.meaningless import why_meaningless
from calor.config.options import list_opts
from calor.config.register import Register
from calor.config.settings import InvalidConfiguration, Settings
from calor.config.values import problem_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Configuration:
    """What was read: settings, and the options that libraries read themselves."""

    settings: Settings
    options: cfg.ConfigOpts
    meaningless: tuple[Entry, ...] = ()
    unknown: tuple[Entry, ...] = ()


def read_configuration(sources: Sources | None = None) -> Configuration:
    """Read files, or those where such files usually are; tell once what had no meaning."""
    sources = find_sources() if sources is None else sources
    check_sources(sources)
    entries = read_entries(sources.every())
    conf, known = _parse(sources)
    _refuse_wrong_values(entries, known)
    strange = [entry for entry in entries if known.option(entry) is None]
    meaningless = [entry for entry in strange if why_meaningless(entry.group, entry.name)]
    unknown = [entry for entry in strange if not why_meaningless(entry.group, entry.name)]
    report = _report(meaningless, unknown)
    if report:
        log.warning("%s", report)
    return Configuration(fill(conf), conf, tuple(meaningless), tuple(unknown))


def _parse(sources: Sources) -> tuple[cfg.ConfigOpts, Register]:
    conf = cfg.ConfigOpts()
    known = Register(conf)
    for group, options in [*list_opts(), *middleware_opts(), *policy_opts()]:
        known.add(group, options)
    known.add("trustee", get_auth_common_conf_options())
    set_defaults(conf)
    try:
        conf(
            [],
            project="calor",
            default_config_files=[str(file) for file in sources.files],
            default_config_dirs=[str(folder) for folder in sources.folders],
        )
    except cfg.Error as error:
        raise InvalidConfiguration([str(error)]) from error
    for group in (TOKENS, "trustee"):
        _add_plugin(conf, known, group)
    return conf, known


def _add_plugin(conf: cfg.ConfigOpts, known: Register, group: str) -> None:
    """Add the options of the way in which this service itself proves who it is."""
    section = conf[group].auth_section or group
    if section != group:
        known.add(section, get_auth_common_conf_options())
    kind = conf[section].auth_type or "password"
    try:
        loader: BaseLoader[Any] = get_plugin_loader(kind)
    except NoMatchingPlugin:
        message = f"[{section}] auth_type: there is no {kind!r}; for a password write password"
        raise InvalidConfiguration([message]) from None
    known.add(section, get_auth_plugin_conf_options(loader))


def _refuse_wrong_values(entries: list[Entry], known: Register) -> None:
    found = [(entry, known.option(entry)) for entry in entries]
    problems = [problem_of(entry, option) for entry, option in found if option is not None]
    wrong = [problem for problem in problems if problem]
    if wrong:
        raise InvalidConfiguration(wrong)


def _report(meaningless: Sequence[Entry], unknown: Sequence[Entry]) -> str:
    """Return one line that names what had no effect."""
    parts = [
        f"{len(entries)} options {what}: {', '.join(sorted({one.option for one in entries}))}"
        for entries, what in (
            (meaningless, "of Heat have no meaning here and are ignored"),
            (unknown, "are not known and are ignored"),
        )
        if entries
    ]
    return "; ".join(parts)
