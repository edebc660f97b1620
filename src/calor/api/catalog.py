"""Which services a caller's cloud has, as the catalog in their token tells."""

from collections.abc import Mapping
from typing import Final

from calor.api.caller import Caller
from calor.cloud.services import service_of

TYPES: Final[Mapping[str, str]] = {
    "aodh": "alarm",
    "barbican": "key-manager",
    "blazar": "reservation",
    "cinder": "block-storage",
    "designate": "dns",
    "glance": "image",
    "ironic": "baremetal",
    "magnum": "container-infrastructure-management",
    "manila": "shared-file-system",
    "mistral": "workflow",
    "neutron": "network",
    "nova": "compute",
    "octavia": "load-balancer",
    "openstack": "network",
    "swift": "object-store",
    "trove": "database",
    "zaqar": "message",
    "zun": "container",
}
"""The type of each service in a catalog; what is not here, such as `heat`, is always there."""


def has_service(caller: Caller, name: str) -> bool:
    """Return whether a service such as `nova` is there; a caller without a catalog is believed."""
    if caller.services is None or name not in TYPES:
        return True
    service = service_of(TYPES[name])
    return not caller.services.isdisjoint((service.type, *service.aliases))
