"""The resource types of the block storage service."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "OS::Cinder::Volume": "volume:Volume",
    "OS::Cinder::VolumeAttachment": "volume_attachment:VolumeAttachment",
}

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()})
