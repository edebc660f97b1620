"""The checks by name that need no cloud: notations of addresses, names and times.

Each takes a value and returns what is wrong with it, or nothing.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from calor.core.source import did_you_mean, shorten
from calor.core.values import Value
from calor.plugin.cron import is_cron
from calor.plugin.network import (
    is_cidr,
    is_domain,
    is_host,
    is_ip,
    is_ip_or_cidr,
    is_mac,
    is_relative_host,
)
from calor.plugin.times import is_future, is_json, is_time, is_timezone

Check: TypeAlias = Callable[[str], str | None]


def accept(_: str) -> None:
    """Find nothing wrong."""


CHECKS: Final[dict[str, Check]] = {
    "cron_expression": is_cron,
    "dns_domain": is_domain,
    "dns_name": is_host,
    "expiration": is_future,
    "ip_addr": is_ip,
    "ip_or_cidr": is_ip_or_cidr,
    "iso_8601": is_time,
    "json_string": is_json,
    "mac_addr": is_mac,
    "net_cidr": is_cidr,
    "rel_dns_name": is_relative_host,
    "test_constr": accept,
    "timezone": is_timezone,
}

CLOUD_CHECKS: Final = {
    "barbican": "container secret",
    "blazar": "reservation",
    "cinder": "backup qos_specs snapshot volume vtype",
    "designate": "zone",
    "glance": "image",
    "ironic": "node portgroup",
    "keystone": "domain group project region role service user",
    "magnum": "cluster_template",
    "manila": "share_network share_snapshot share_type",
    "mistral": "workflow",
    "neutron": "address_scope flow_classifier lbaas.listener lbaas.loadbalancer lbaas.pool "
    "lbaas.provider network port port_pair port_pair_group qos_policy router security_group "
    "segment subnet subnetpool taas.tap_flow taas.tap_service",
    "nova": "flavor host keypair network server",
    "octavia": "availabilityzone availabilityzoneprofile flavor flavorprofile l7policy listener "
    "loadbalancer pool",
    "trove": "flavor",
    "zaqar": "queue",
}

FINDERS: Final = frozenset(
    f"{service}.{kind}" for service, kinds in CLOUD_CHECKS.items() for kind in kinds.split()
)
"""The checks that ask the cloud whether an object exists."""


def lookup_offline(name: str, value: Value) -> str | None:
    """Check a notation; believe that what only the cloud knows is there."""
    if (check := CHECKS.get(name)) is not None:
        return _first_problem(check, value)
    if name in FINDERS:
        return None
    hint = did_you_mean(name, [*CHECKS, *FINDERS])
    return f"there is no check called {shorten(name)}" + (f"; {hint}" if hint else "")


def _first_problem(check: Check, value: Value) -> str | None:
    if isinstance(value, str):
        return check(value)
    if isinstance(value, list):
        return next(filter(None, (_first_problem(check, one) for one in value)), None)
    return f"expected a string, got {shorten(value)}" if check is not accept else None
