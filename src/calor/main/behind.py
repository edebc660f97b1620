"""The cloud behind an all-in-one service: its own, or one that the user has."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from oslo_config import cfg

from calor.api.authentication.middleware import GROUP
from calor.client.cloud_config import CloudConfig
from calor.cloud.settings import (
    Account,
    CloudSettings,
    Reach,
    StackUserSettings,
    Tls,
    TrustSettings,
)
from calor.config.reading import Configuration
from calor.config.settings import Settings
from calor.core.errors import CalorError
from calor.engine.limits import UNLIMITED
from calor.localcloud.cloud import LocalCloud
from calor.localcloud.credentials import Credentials
from calor.main.logins import clouds_entry

SERVICE_USER, DOMAIN_ADMIN, USER = "heat", "heat_domain_admin", "demo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """What a service needs to know of the cloud it works on."""

    cloud: CloudSettings
    account: Account
    """As whom the service itself asks, and whom users trust."""
    stack_users: StackUserSettings | None = None
    login: Mapping[str, Any] = field(repr=False)
    """How commands on this machine log in, written as in clouds.yaml."""


def local_behind(cloud: LocalCloud) -> Behind:
    """Return what is to be known of a local cloud."""
    service, domain = cloud.credentials(SERVICE_USER), cloud.credentials(DOMAIN_ADMIN)
    return Behind(
        cloud=CloudSettings(auth_url=service.auth_url, region=service.region),
        account=_account(service),
        stack_users=StackUserSettings(admin=_account(domain), domain_name=domain.domain),
        login=clouds_entry(cloud.credentials(USER)),
    )


def named_behind(config: CloudConfig) -> Behind:
    """Return what is to be known of a cloud of clouds.yaml."""
    auth = config.auth
    if config.auth_type not in ("password", "v3password") or not auth.get("password"):
        raise CalorError(
            f"the cloud {config.name} is entered by {config.auth_type}; a service needs a user "
            "with a password, as it must enter again and again"
        )
    tls = Tls(
        cafile=config.trust.authority,
        insecure=not config.trust.verify,
        certfile=config.trust.certificate,
        keyfile=config.trust.key,
    )
    reach = Reach(interface=config.interface, tls=tls)
    return Behind(
        cloud=CloudSettings(auth_url=str(auth["auth_url"]), region=config.region, reach=reach),
        account=Account(
            username=auth.get("username"),
            user_id=auth.get("user_id"),
            password=str(auth["password"]),
            user_domain_name=auth.get("user_domain_name"),
            user_domain_id=auth.get("user_domain_id"),
            project_name=auth.get("project_name"),
            project_id=auth.get("project_id"),
            project_domain_name=auth.get("project_domain_name"),
            project_domain_id=auth.get("project_domain_id"),
        ),
        login={"auth": dict(auth), "region_name": config.region},
    )


def settled(read: Configuration, behind: Behind) -> Settings:
    """Return the settings of a service that works on a cloud; its options follow them."""
    _enter(read.options, behind)
    return replace(
        read.settings,
        api=replace(read.settings.api, allow_abandon=True, allow_adopt=True),
        limits=replace(read.settings.limits, stacks_per_project=UNLIMITED),
        cloud=behind.cloud,
        trusts=TrustSettings(trustee=behind.account),
        stack_users=behind.stack_users,
    )


def _enter(options: cfg.ConfigOpts, behind: Behind) -> None:
    tls = behind.cloud.reach.tls
    account = behind.account
    known = {
        "auth_type": "password",
        "auth_url": behind.cloud.auth_url,
        "www_authenticate_uri": behind.cloud.auth_url,
        "cafile": tls.cafile,
        "insecure": tls.insecure,
        "username": account.username,
        "user_id": account.user_id,
        "password": account.password,
        "user_domain_name": account.user_domain_name,
        "user_domain_id": account.user_domain_id,
        "project_name": account.project_name,
        "project_id": account.project_id,
        "project_domain_name": account.project_domain_name,
        "project_domain_id": account.project_domain_id,
    }
    for name, value in known.items():
        options.set_override(name, value, group=GROUP)


def _account(user: Credentials) -> Account:
    return Account(
        username=user.user,
        password=user.password,
        user_domain_name=user.user_domain,
        project_name=user.project,
        project_domain_name=user.project_domain,
    )
