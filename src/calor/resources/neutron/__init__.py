"""The resource types of the network service."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "OS::Neutron::Net": "net:Net",
}

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()})
