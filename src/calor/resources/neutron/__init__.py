"""The resource types of the network service."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "OS::Neutron::FloatingIP": "floating_ip:FloatingIP",
    "OS::Neutron::Net": "net:Net",
    "OS::Neutron::Port": "port:Port",
    "OS::Neutron::Router": "router:Router",
    "OS::Neutron::RouterInterface": "router_interface:RouterInterface",
    "OS::Neutron::SecurityGroup": "security_group:SecurityGroup",
    "OS::Neutron::Subnet": "subnet:Subnet",
}

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()})
