"""From options to settings."""

import os
from typing import Any
from urllib.parse import urlsplit

from oslo_config import cfg

from calor.api.authentication.flavours import AuthenticationSettings, Flavour
from calor.api.authentication.keystone import KeystoneSettings
from calor.api.authentication.memory import Freshness
from calor.api.authentication.password import PasswordSettings
from calor.api.fetching import Fetching
from calor.api.rate import Rate, RateSettings
from calor.api.services import ApiSettings
from calor.config.clouds import TOKENS, account, auth_url, cloud, stack_users, trusts
from calor.config.keys import keys_of
from calor.config.settings import (
    GuestSettings,
    InvalidConfiguration,
    Listener,
    Processes,
    Settings,
)
from calor.core.errors import StoreUnavailable
from calor.engine.limits import Limits
from calor.store.sql.engines import address
from calor.store.sql.store import Settings as StoreSettings


def fill(conf: cfg.ConfigOpts) -> Settings:
    """Return the settings that options give."""
    try:
        return _settings(conf)
    except cfg.Error as error:
        # A value that stands for another option's, which is none that is allowed.
        raise InvalidConfiguration([str(error)]) from error


def _settings(conf: cfg.ConfigOpts) -> Settings:
    return Settings(
        database_url=_database_url(conf.database),
        encryption_keys=keys_of(conf.auth_encryption_key, conf.calor.previous_encryption_keys),
        store=StoreSettings(
            keep_events=conf.max_events_per_stack or None,
            trim_every=conf.event_purge_batch_size,
        ),
        limits=_limits(conf),
        api=_api(conf),
        authentication=_authentication(conf),
        rates=_rates(conf.calor),
        cloud=cloud(conf),
        service=account(conf, TOKENS),
        trusts=trusts(conf),
        stack_users=stack_users(conf),
        guests=_guests(conf),
        processes=_processes(conf),
        debug=conf.debug,
    )


def _database_url(section: Any) -> str | None:
    url: str | None = section.connection
    if not url:
        return None
    more = section.connection_parameters
    if more:
        url += ("&" if urlsplit(url).query else "?") + more
    try:
        address(url)
    except StoreUnavailable as error:
        raise InvalidConfiguration([f"[database] connection: {error}"]) from None
    return url


def _limits(conf: cfg.ConfigOpts) -> Limits:
    return Limits(
        stacks_per_project=conf.max_stacks_per_tenant,
        resources_per_tree=conf.max_resources_per_stack,
        depth=conf.max_nested_stack_depth,
        snapshots_per_stack=conf.max_snapshots_per_stack,
        software_configs_per_project=conf.max_software_configs_per_tenant,
        deployments_per_project=conf.max_software_deployments_per_tenant,
        action_seconds=float(conf.stack_action_timeout),
    )


def _api(conf: cfg.ConfigOpts) -> ApiSettings:
    return ApiSettings(
        max_body=conf.max_json_body_size,
        max_template=conf.max_template_size,
        allow_abandon=conf.enable_stack_abandon,
        allow_adopt=conf.enable_stack_adopt,
        hidden_tags=tuple(conf.hidden_stack_tags),
        revision=conf.revision.heat_revision,
        fetching=Fetching(max_size=conf.max_template_size, seconds=conf.template_fetch_timeout),
        trusts_proxy=conf.oslo_middleware.enable_proxy_headers_parsing,
    )


def _authentication(conf: cfg.ConfigOpts) -> AuthenticationSettings:
    own, url = conf.calor, auth_url(conf)
    memory = Freshness(seconds=own.token_cache_seconds, entries=own.token_cache_entries)
    flavour: Flavour = conf.paste_deploy.flavor or "keystone"
    if flavour == "custombackend" and not own.authentication_backend:
        message = "[calor] authentication_backend: the flavour custombackend needs it"
        raise InvalidConfiguration([message])
    return AuthenticationSettings(
        flavour=flavour,
        keystone=KeystoneSettings(
            memory=memory, timeout_seconds=own.token_timeout_seconds, auth_url=url
        ),
        password=PasswordSettings(
            auth_url=url,
            multi_cloud=conf.auth_password.multi_cloud,
            allowed_auth_urls=frozenset(conf.auth_password.allowed_auth_uris),
            ca_file=conf.clients_keystone.ca_file or conf.clients.ca_file,
            insecure=bool(conf.clients_keystone.insecure or conf.clients.insecure),
            memory=memory,
        ),
        backend=own.authentication_backend or "",
    )


def _rates(own: Any) -> RateSettings:
    return RateSettings(
        callers=Rate(per_second=own.caller_requests_per_second, burst=own.caller_burst),
        addresses=Rate(per_second=own.stranger_requests_per_second, burst=own.stranger_burst),
    )


def _guests(conf: cfg.ConfigOpts) -> GuestSettings:
    return GuestSettings(
        metadata_url=conf.heat_metadata_server_url or None,
        waitcondition_url=conf.heat_waitcondition_server_url or None,
        config_transport=conf.default_software_config_transport,
        signal_transport=conf.default_deployment_signal_transport,
        user_data_format=conf.default_user_data_format,
        keystone_interface=conf.server_keystone_endpoint_type,
        metadata_put_seconds=conf.metadata_put_timeout,
        scheduler_hints=conf.stack_scheduler_hints,
        longest_server_name=conf.max_server_name_length,
    )


def _processes(conf: cfg.ConfigOpts) -> Processes:
    return Processes(
        host_name=conf.host or "",
        api=_listener(conf.heat_api),
        cfn=_listener(conf.heat_api_cfn),
        engines=conf.num_engine_workers or 1,
        data_directory=conf.calor.data_dir or None,
    )


def _listener(section: Any) -> Listener:
    return Listener(
        host=section.bind_host,
        port=section.bind_port,
        workers=section.workers or os.cpu_count() or 1,
        certificate=section.cert_file or None,
        key=section.key_file or None,
    )
