"""The resource types of the identity service."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "OS::Keystone::Project": "project:Project",
    "OS::Keystone::Role": "role:Role",
    "OS::Keystone::User": "user:User",
}

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()})
