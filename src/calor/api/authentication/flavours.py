"""The ways of finding out who asks, by the names that operators know."""

from dataclasses import dataclass, field
from typing import Final, Literal, assert_never

from oslo_config import cfg

from calor.api.authentication.custombackend import load_backend
from calor.api.authentication.keystone import KeystoneSettings, KeystoneTokens
from calor.api.authentication.noauth import NoAuthentication
from calor.api.authentication.password import Password, PasswordSettings
from calor.api.caller import Authenticate

Flavour = Literal["keystone", "standalone", "custombackend", "noauth"]
FLAVOURS: Final = ("keystone", "standalone", "custombackend", "noauth")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthenticationSettings:
    """Which way was chosen, and what each of them needs to know."""

    flavour: Flavour = "keystone"
    keystone: KeystoneSettings = field(default_factory=KeystoneSettings)
    password: PasswordSettings = field(default_factory=PasswordSettings)
    backend: str = ""
    """The entry point or `module:callable` of the custom backend."""


def make_authentication(settings: AuthenticationSettings, conf: cfg.ConfigOpts) -> Authenticate:
    """Return what finds out who asks; `conf` has the group `keystone_authtoken`."""
    match settings.flavour:
        case "keystone":
            return KeystoneTokens(conf, settings.keystone)
        case "standalone":
            return Password(settings.password)
        case "custombackend":
            return load_backend(settings.backend)
        case "noauth":
            return NoAuthentication()
        case unknown:
            assert_never(unknown)
