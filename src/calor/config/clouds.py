"""The cloud as configuration files describe it."""

from dataclasses import replace
from typing import Any

from oslo_config import cfg

from calor.cloud.settings import (
    Account,
    CloudSettings,
    Patience,
    Reach,
    StackUserSettings,
    Tls,
    TrustSettings,
)
from calor.config.options import SERVICES
from calor.config.settings import InvalidConfiguration

TOKENS = "keystone_authtoken"
PASSWORDS = {"password", "v3password", "v2password"}


def auth_url(conf: cfg.ConfigOpts) -> str | None:
    """Return where Keystone is, by the first option that says so."""
    tokens = conf[TOKENS]
    found = conf.clients_keystone.auth_uri or _value(_section(conf, "trustee"), "auth_url")
    found = found or tokens.www_authenticate_uri or _value(_section(conf, TOKENS), "auth_url")
    return str(found) if found else None


def cloud(conf: cfg.ConfigOpts) -> CloudSettings | None:
    """Return where the cloud is and how it is treated, if a Keystone is named."""
    url = auth_url(conf)
    if url is None:
        return None
    reach = _reach(conf.clients, Reach())
    services = {kind: _reach(conf[f"clients_{name}"], reach) for name, kind in SERVICES.items()}
    names = conf.constraint_validation_cache
    return CloudSettings(
        auth_url=url,
        region=conf.region_name_for_services or None,
        reach=reach,
        services={kind: found for kind, found in services.items() if found != reach},
        patience=_patience(conf),
        find_seconds=float(names.expiration_time) if names.caching else 0.0,
    )


def trusts(conf: cfg.ConfigOpts) -> TrustSettings | None:
    """Return how users let calor act for them later, if there is somebody to act."""
    kind = _section(conf, "trustee").auth_type
    if kind is not None and kind not in PASSWORDS:
        message = f"[trustee] auth_type: {kind} cannot be used; a trustee needs a password"
        raise InvalidConfiguration([message])
    trustee = account(conf, "trustee") or account(conf, TOKENS)
    if trustee is None:
        return None
    return TrustSettings(
        # A trust is what gives a project to the trustee.
        trustee=replace(trustee, project_name=None, project_id=None),
        delegated_roles=tuple(conf.trusts_delegated_roles),
        may_redelegate=conf.allow_trusts_redelegation,
    )


def stack_users(conf: cfg.ConfigOpts) -> StackUserSettings | None:
    """Return where stacks make users, if there is somebody who may make them."""
    domain_id = conf.stack_user_domain_id or None
    domain_name = conf.stack_user_domain_name or None
    if conf.stack_domain_admin and conf.stack_domain_admin_password:
        admin: Account | None = Account(
            username=conf.stack_domain_admin,
            password=conf.stack_domain_admin_password,
            user_domain_id=domain_id,
            user_domain_name=None if domain_id else domain_name,
            domain_id=domain_id,
            domain_name=None if domain_id else domain_name,
        )
    else:
        admin = account(conf, TOKENS)
    if admin is None:
        return None
    return StackUserSettings(
        admin=admin,
        domain_id=domain_id,
        domain_name=domain_name,
        role=conf.heat_stack_user_role,
    )


def account(conf: cfg.ConfigOpts, group: str) -> Account | None:
    """Return the user that a group such as `trustee` describes, if it describes one."""
    section = _section(conf, group)
    username, user_id = _value(section, "username"), _value(section, "user_id")
    password = _value(section, "password")
    if password is None or not (username or user_id):
        return None
    fallback = _value(section, "default_domain_id"), _value(section, "default_domain_name")
    user_domain = _domain(section, "user_domain", fallback)
    project_domain = _domain(section, "project_domain", fallback)
    return Account(
        username=username,
        user_id=user_id,
        password=password,
        user_domain_id=user_domain[0],
        user_domain_name=user_domain[1],
        project_id=_value(section, "project_id"),
        project_name=_value(section, "project_name"),
        project_domain_id=project_domain[0],
        project_domain_name=project_domain[1],
        domain_id=_value(section, "domain_id"),
        domain_name=_value(section, "domain_name"),
    )


def _section(conf: cfg.ConfigOpts, group: str) -> Any:
    return conf[conf[group].auth_section or group]


def _value(section: Any, name: str) -> str | None:
    """Return an option of a way to prove who one is; not every way has it."""
    found = getattr(section, name, None)
    return str(found) if found else None


def _domain(
    section: Any, name: str, fallback: tuple[str | None, str | None]
) -> tuple[str | None, str | None]:
    own = _value(section, f"{name}_id"), _value(section, f"{name}_name")
    return own if any(own) else fallback


def _reach(section: Any, otherwise: Reach) -> Reach:
    tls, kind = otherwise.tls, section.endpoint_type
    insecure = tls.insecure if section.insecure is None else section.insecure
    return Reach(
        interface=kind.removesuffix("URL") if kind else otherwise.interface,
        tls=Tls(
            cafile=section.ca_file or tls.cafile,
            insecure=insecure,
            certfile=section.cert_file or tls.certfile,
            keyfile=section.key_file or tls.keyfile,
        ),
    )


def _patience(conf: cfg.ConfigOpts) -> Patience:
    patience = Patience(at_once=conf.calor.cloud_requests_at_once)
    repeats = conf.client_retry_limit
    return patience if repeats is None else replace(patience, repeats=repeats)
