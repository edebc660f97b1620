"""Where objects are found by their names: one line for each kind."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Finder:
    """How objects of a kind are found."""

    service: str
    path: str
    """The collection; behind it stands an object by its id."""
    key: str
    """What the collection is called in an answer."""
    name: str | None = "name"
    """What an object's name is called; none for those that have only an id."""
    id_key: str = "id"
    query: Mapping[str, str] = field(default_factory=dict)
    """What else a listing must be asked for."""
    is_filtered: bool = True
    """Whether a listing can be asked for a name."""
    any_id: bool = False
    """Whether an id may be any text, so that it is always tried first."""
    by_id: bool = True
    """Whether one object can be asked for."""
    of_project: bool = False
    """Whether names are looked for in the own project only."""
    of_domain: bool = False
    """Whether a name may be followed by its domain: `joe{acme}`."""
    inner: str | None = None
    """The objects stand in lists of this name inside the collection."""
    is_reference: bool = False
    """Objects are named by addresses that end in their id, and stay so."""
    microversion: str | None = None


NETWORK, LOADS = "network", "load-balancer"
PUBLIC_OR_NOT: Final = {"is_public": "None"}

FINDERS: Final[Mapping[str, Finder]] = {
    "barbican.container": Finder(
        "key-manager", "/containers", "containers", None, is_reference=True
    ),
    "barbican.secret": Finder("key-manager", "/secrets", "secrets", None, is_reference=True),
    "blazar.reservation": Finder(
        "reservation", "/leases", "leases", None, by_id=False, inner="reservations"
    ),
    "cinder.backup": Finder("block-storage", "/backups", "backups"),
    "cinder.qos_specs": Finder("block-storage", "/qos-specs", "qos_specs", is_filtered=False),
    "cinder.snapshot": Finder("block-storage", "/snapshots", "snapshots"),
    "cinder.volume": Finder("block-storage", "/volumes", "volumes"),
    "cinder.volume_type": Finder(
        "block-storage", "/types", "volume_types", query=PUBLIC_OR_NOT, is_filtered=False
    ),
    "cinder.vtype": Finder(
        "block-storage", "/types", "volume_types", query=PUBLIC_OR_NOT, is_filtered=False
    ),
    "designate.zone": Finder("dns", "/zones", "zones"),
    "glance.image": Finder("image", "/images", "images"),
    "ironic.node": Finder("baremetal", "/nodes", "nodes", None, "uuid", any_id=True),
    "ironic.portgroup": Finder("baremetal", "/portgroups", "portgroups", None, "uuid", any_id=True),
    "keystone.domain": Finder("identity", "/domains", "domains", any_id=True),
    "keystone.group": Finder("identity", "/groups", "groups", of_domain=True),
    "keystone.project": Finder("identity", "/projects", "projects", of_domain=True),
    "keystone.region": Finder("identity", "/regions", "regions", None, any_id=True),
    "keystone.role": Finder("identity", "/roles", "roles", of_domain=True),
    "keystone.service": Finder("identity", "/services", "services"),
    "keystone.user": Finder("identity", "/users", "users", any_id=True, of_domain=True),
    "magnum.cluster_template": Finder(
        "container-infrastructure-management",
        "/clustertemplates",
        "clustertemplates",
        None,
        "uuid",
        any_id=True,
    ),
    "manila.share_network": Finder("shared-file-system", "/share-networks", "share_networks"),
    "manila.share_snapshot": Finder("shared-file-system", "/snapshots", "snapshots"),
    "manila.share_type": Finder(
        "shared-file-system", "/types", "share_types", query=PUBLIC_OR_NOT, is_filtered=False
    ),
    "mistral.workflow": Finder("workflow", "/workflows", "workflows", None, any_id=True),
    "neutron.address_scope": Finder(NETWORK, "/address-scopes", "address_scopes"),
    "neutron.flow_classifier": Finder(NETWORK, "/sfc/flow_classifiers", "flow_classifiers"),
    "neutron.ip": Finder(NETWORK, "/floatingips", "floatingips", "floating_ip_address"),
    "neutron.lbaas.listener": Finder(NETWORK, "/lbaas/listeners", "listeners"),
    "neutron.lbaas.loadbalancer": Finder(NETWORK, "/lbaas/loadbalancers", "loadbalancers"),
    "neutron.lbaas.pool": Finder(NETWORK, "/lbaas/pools", "pools"),
    "neutron.lbaas.provider": Finder(
        NETWORK, "/service-providers", "service_providers", id_key="name", by_id=False
    ),
    "neutron.network": Finder(NETWORK, "/networks", "networks"),
    "neutron.port": Finder(NETWORK, "/ports", "ports"),
    "neutron.port_pair": Finder(NETWORK, "/sfc/port_pairs", "port_pairs"),
    "neutron.port_pair_group": Finder(NETWORK, "/sfc/port_pair_groups", "port_pair_groups"),
    "neutron.qos_policy": Finder(NETWORK, "/qos/policies", "policies"),
    "neutron.router": Finder(NETWORK, "/routers", "routers"),
    "neutron.security_group": Finder(
        NETWORK, "/security-groups", "security_groups", of_project=True
    ),
    "neutron.segment": Finder(NETWORK, "/segments", "segments"),
    "neutron.subnet": Finder(NETWORK, "/subnets", "subnets"),
    "neutron.subnet_pool": Finder(NETWORK, "/subnetpools", "subnetpools"),
    "neutron.subnetpool": Finder(NETWORK, "/subnetpools", "subnetpools"),
    "neutron.taas.tap_flow": Finder(NETWORK, "/taas/tap_flows", "tap_flows"),
    "neutron.taas.tap_service": Finder(NETWORK, "/taas/tap_services", "tap_services"),
    "neutron.tap_service": Finder(NETWORK, "/taas/tap_services", "tap_services"),
    "nova.flavor": Finder(
        "compute", "/flavors", "flavors", query=PUBLIC_OR_NOT, is_filtered=False, any_id=True
    ),
    "nova.host": Finder(
        "compute",
        "/os-services",
        "services",
        "host",
        "host",
        query={"binary": "nova-compute"},
        is_filtered=False,
        by_id=False,
    ),
    "nova.keypair": Finder("compute", "/os-keypairs", "keypairs", None, "name", any_id=True),
    "nova.network": Finder(NETWORK, "/networks", "networks"),
    "nova.server": Finder("compute", "/servers", "servers"),
    "octavia.availabilityzone": Finder(
        LOADS, "/lbaas/availabilityzones", "availability_zones", None, "name", any_id=True
    ),
    "octavia.availabilityzoneprofile": Finder(
        LOADS, "/lbaas/availabilityzoneprofiles", "availability_zone_profiles"
    ),
    "octavia.flavor": Finder(LOADS, "/lbaas/flavors", "flavors"),
    "octavia.flavorprofile": Finder(LOADS, "/lbaas/flavorprofiles", "flavorprofiles"),
    "octavia.l7policy": Finder(LOADS, "/lbaas/l7policies", "l7policies"),
    "octavia.listener": Finder(LOADS, "/lbaas/listeners", "listeners"),
    "octavia.loadbalancer": Finder(LOADS, "/lbaas/loadbalancers", "loadbalancers"),
    "octavia.pool": Finder(LOADS, "/lbaas/pools", "pools"),
    "trove.flavor": Finder("database", "/flavors", "flavors", is_filtered=False, any_id=True),
    "zaqar.queue": Finder("message", "/queues", "queues", None, "name", any_id=True),
}
