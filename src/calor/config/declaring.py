"""How options are declared."""

from dataclasses import dataclass
from typing import Any

from oslo_config import cfg


@dataclass(frozen=True, slots=True)
class Used:
    """An option, and the setting that it fills."""

    option: cfg.Opt
    setting: str


def text(name: str, setting: str, meaning: str, default: str | None = None, **more: Any) -> Used:
    """Declare an option that is a text."""
    return Used(cfg.StrOpt(name, default=default, help=meaning, **more), setting)


def number(name: str, setting: str, meaning: str, default: int | None, **more: Any) -> Used:
    """Declare an option that is a whole number."""
    return Used(cfg.IntOpt(name, default=default, help=meaning, **more), setting)


def seconds(name: str, setting: str, meaning: str, default: float) -> Used:
    """Declare an option that is a time, or another number of 0 or more."""
    return Used(cfg.FloatOpt(name, default=default, min=0, help=meaning), setting)


def switch(name: str, setting: str, meaning: str, *, default: bool | None = False) -> Used:
    """Declare an option that is true or false."""
    return Used(cfg.BoolOpt(name, default=default, help=meaning), setting)


def words(name: str, setting: str, meaning: str) -> Used:
    """Declare an option that is a list."""
    return Used(cfg.ListOpt(name, default=[], help=meaning), setting)


def address(name: str, setting: str, meaning: str) -> Used:
    """Declare an option that is an address."""
    return Used(cfg.URIOpt(name, help=meaning), setting)


def secret(name: str, setting: str, meaning: str) -> Used:
    """Declare an option that is never shown."""
    return Used(cfg.StrOpt(name, secret=True, help=meaning), setting)
