"""The resource types of the compute service."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "OS::Nova::Flavor": "flavor:Flavor",
    "OS::Nova::KeyPair": "key_pair:KeyPair",
    "OS::Nova::Server": "server:Server",
}

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()})
