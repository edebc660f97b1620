"""The options that are read, by group, and which setting each of them fills."""

from typing import Final

from oslo_config import cfg

from calor.config.declaring import Used, address, number, seconds, secret, switch, text, words
from calor.config.default_options import GUESTS, IDENTITY, LIMITS, SERVICE
from calor.config.settings import API_PORT, CFN_PORT, EVERYWHERE

INTERFACES: Final = ["publicURL", "internalURL", "adminURL", "public", "internal", "admin"]

SERVICES: Final = {
    "aodh": "alarm",
    "barbican": "key-manager",
    "cinder": "block-storage",
    "designate": "dns",
    "glance": "image",
    "heat": "orchestration",
    "keystone": "identity",
    "magnum": "container-infrastructure-management",
    "manila": "shared-file-system",
    "mistral": "workflow",
    "neutron": "network",
    "nova": "compute",
    "octavia": "load-balancer",
    "swift": "object-store",
    "trove": "database",
    "zaqar": "message",
}
"""The services that have a group `clients_NAME` of their own, by official type."""


def _reach(setting: str, interface: str | None, *, insecure: bool | None) -> tuple[Used, ...]:
    return (
        text(
            "endpoint_type",
            setting,
            "Which address of a service is called.",
            interface,
            choices=INTERFACES,
        ),
        text("ca_file", setting, "Certificates of authorities that are trusted."),
        text("cert_file", setting, "The certificate by which this service proves who it is."),
        text("key_file", setting, "The key of that certificate."),
        switch("insecure", setting, "Whether certificates are believed unseen.", default=insecure),
    )


def _listener(setting: str, port: int) -> tuple[Used, ...]:
    return (
        Used(
            cfg.HostAddressOpt("bind_host", default=EVERYWHERE, help="The address to listen at."),
            setting,
        ),
        Used(cfg.PortOpt("bind_port", default=port, help="The port to listen at."), setting),
        number(
            "workers",
            setting,
            "Processes that share the port; 0: one for each processor.",
            1,
            min=0,
        ),
        text("cert_file", setting, "The certificate, to serve TLS."),
        text("key_file", setting, "The key of that certificate."),
    )


CALOR: Final = (
    text(
        "data_dir",
        "processes.data_directory",
        "The directory for what is kept here: database, keys, local cloud.",
    ),
    Used(
        cfg.ListOpt(
            "previous_encryption_keys",
            default=[],
            secret=True,
            help="Older values of auth_encryption_key, by which secrets can still be read.",
        ),
        "encryption_keys",
    ),
    text(
        "authentication_backend",
        "authentication.backend",
        "The custom backend: an entry point of the group calor.authentication, or module:callable.",
    ),
    seconds(
        "token_cache_seconds",
        "authentication.keystone.memory.seconds",
        "How long a validated token, or a password, is believed without asking again. A revoked "
        "token works no longer than this.",
        30.0,
    ),
    number(
        "token_cache_entries",
        "authentication.keystone.memory.entries",
        "How many validated tokens are remembered.",
        10_000,
        min=0,
    ),
    seconds(
        "token_timeout_seconds",
        "authentication.keystone.timeout_seconds",
        "How long a request waits for Keystone before it is answered with 503.",
        15.0,
    ),
    seconds(
        "caller_requests_per_second",
        "rates.callers",
        "Requests a second that a user may make in a project for long; 0 is no limit.",
        0.0,
    ),
    number("caller_burst", "rates.callers", "Requests that a user may make at once.", 100, min=1),
    seconds(
        "stranger_requests_per_second",
        "rates.addresses",
        "Requests a second without a good token that an address may make; 0 is no limit.",
        0.0,
    ),
    number(
        "stranger_burst",
        "rates.addresses",
        "Requests without a good token that an address may make at once.",
        100,
        min=1,
    ),
    number(
        "cloud_requests_at_once",
        "cloud.patience.at_once",
        "Requests in flight to each service of the cloud.",
        40,
        min=1,
    ),
)

USED: Final[dict[str, tuple[Used, ...]]] = {
    "DEFAULT": (*SERVICE, *LIMITS, *IDENTITY, *GUESTS),
    "database": (
        secret(
            "connection",
            "database_url",
            "The address of the database: postgresql://…, mysql://… or sqlite:///…. Without it a "
            "file in the data directory is used.",
        ),
        text(
            "connection_parameters",
            "database_url",
            "What is added to the address, such as a=1&b=2.",
            "",
        ),
    ),
    "paste_deploy": (
        text(
            "flavor",
            "authentication.flavour",
            "How callers are found out: keystone (tokens), standalone (user and password), "
            "custombackend, or noauth for development.",
            choices=["", "keystone", "standalone", "custombackend", "noauth"],
        ),
    ),
    "auth_password": (
        switch(
            "multi_cloud",
            "authentication.password.multi_cloud",
            "Whether a request may choose the Keystone that knows its user.",
        ),
        words("allowed_auth_uris", "authentication.password.allowed_auth_urls", "Among these."),
    ),
    "revision": (
        text("heat_revision", "api.revision", "What the build information says.", "unknown"),
    ),
    "constraint_validation_cache": (
        switch(
            "caching",
            "cloud.find_seconds",
            "Whether names that were found in the cloud are remembered.",
            default=True,
        ),
        number("expiration_time", "cloud.find_seconds", "For how many seconds.", 60, min=0),
    ),
    "clients": _reach("cloud.reach", "public", insecure=False),
    **{f"clients_{name}": _reach("cloud.services", None, insecure=None) for name in SERVICES},
    "heat_api": _listener("processes.api", API_PORT),
    "heat_api_cfn": _listener("processes.cfn", CFN_PORT),
    "oslo_middleware": (
        switch(
            "enable_proxy_headers_parsing",
            "api.trusts_proxy",
            "Whether a proxy's headers say under which address callers see the service.",
        ),
    ),
    "calor": CALOR,
}
"""Options by group."""
USED["clients_keystone"] += (address("auth_uri", "cloud.auth_url", "Where Keystone is."),)

TRUSTEE: Final = (
    "auth_type",
    "auth_section",
    "auth_url",
    "username",
    "user_id",
    "password",
    "user_domain_id",
    "user_domain_name",
    "project_id",
    "project_name",
    "project_domain_id",
    "project_domain_name",
    "domain_id",
    "domain_name",
    "default_domain_id",
    "default_domain_name",
)
"""Options of the group `trustee` that are read; keystoneauth1 declares them."""


def list_opts() -> list[tuple[str, list[cfg.Opt]]]:
    """Return the options by group, as tools for configuration files ask for them."""
    return [(group, [one.option for one in used]) for group, used in USED.items()]
