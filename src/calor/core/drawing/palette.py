"""Colours: one hue a service, calm enough for three hundred boxes, for light and dark."""

from colorsys import hls_to_rgb
from dataclasses import dataclass
from zlib import crc32

SERVICES = {
    "Nova": 26, "Neutron": 212, "Cinder": 268, "Heat": 352, "Glance": 174, "Swift": 190,
    "Keystone": 46, "Octavia": 236, "Designate": 142, "Barbican": 66, "Aodh": 322, "Zaqar": 302,
    "Magnum": 160, "Manila": 284, "Trove": 96, "Ironic": 36, "Mistral": 334, "Senlin": 80,
    "Zun": 200, "Sahara": 108, "Blazar": 120, "Monasca": 310, "Vitrage": 250,
}  # fmt: skip
OTHER = "Other"
LONGEST = 24


@dataclass(frozen=True, slots=True)
class Shade:
    """The colours of a box: its ground, its border, its small print and its lines."""

    ground: str
    border: str
    ink: str
    line: str


def service_of(kind: str) -> str:
    """Return the service that a resource type belongs to, or `Other`."""
    match kind.split("::"):
        case [_, service, _, *_] if service.isascii() and service.isalnum():
            return service[:LONGEST]
        case _:
            return OTHER


def short_kind(kind: str) -> str:
    """Return a resource type without the part that goes without saying."""
    return kind.removeprefix("OS::")


def light(service: str) -> Shade:
    """Return a service's colours on white."""
    return Shade(
        *(_colour(service, *tone) for tone in ((0.97, 0.75), (0.62, 0.5), (0.28, 0.5), (0.6, 0.38)))
    )


def dark(service: str) -> Shade:
    """Return a service's colours on black."""
    return Shade(
        *(_colour(service, *tone) for tone in ((0.15, 0.3), (0.5, 0.42), (0.75, 0.5), (0.56, 0.36)))
    )


def _colour(service: str, lightness: float, saturation: float) -> str:
    hue = SERVICES.get(service, crc32(service.encode()) % 360)
    faded = 0.12 if service == OTHER else 1.0
    channels = hls_to_rgb((220 if service == OTHER else hue) / 360, lightness, saturation * faded)
    return "#" + "".join(f"{round(one * 255):02x}" for one in channels)
