"""Read what a service says of its versions."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from calor.cloud.services import VERSION, Service

Number: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a service, with the microversions that it speaks."""

    segment: str | None = None
    """What it is called in addresses."""
    lowest: str | None = None
    highest: str | None = None
    is_current: bool = False

    def up_to(self, most: str) -> str | None:
        """Return the highest microversion that is not above one, if any is."""
        if not self.highest:
            return None
        chosen = min(number(self.highest), number(most))
        is_spoken = chosen >= number(self.lowest or "0")
        return f"{chosen[0]}.{chosen[1]}" if is_spoken else None


def number(version: str) -> Number:
    """Return a version such that the newer is the greater."""
    major, _, minor = version.lstrip("v").partition(".")
    return (int(major or 0), int(minor or 0))


def versions_in(body: Any) -> tuple[Version, ...]:
    """Return the versions that a discovery document names; one that cannot be read names none."""
    return tuple(_version(one) for one in _entries(body) if isinstance(one, Mapping))


def fitting(service: Service, versions: Iterable[Version]) -> Version | None:
    """Return the version of a service that we speak."""
    known = list(versions)
    if service.version is None:
        return next(iter(known), None)
    same = [one for one in known if one.segment == service.version]
    major = number(service.version)[0]
    akin = [one for one in known if one.segment and number(one.segment)[0] == major]
    current = [one for one in akin if one.is_current]
    return next(iter((*same, *current, *akin)), None)


def _entries(body: Any) -> Iterator[Any]:
    """Give the descriptions of versions, in any of the forms that services use."""
    if not isinstance(body, Mapping):
        return
    found = body.get("versions", body.get("version"))
    if isinstance(found, Mapping) and isinstance(found.get("values"), list):
        found = found["values"]
    yield from found if isinstance(found, list) else (found,)


def _version(entry: Mapping[str, Any]) -> Version:
    name = str(entry.get("id", ""))
    segment = _segment(entry) or (name if VERSION.fullmatch(name) else None)
    highest = entry.get("max_version") or entry.get("version")
    return Version(
        segment,
        _numeric(entry.get("min_version")),
        _numeric(highest),
        str(entry.get("status")).upper() == "CURRENT",
    )


def _numeric(version: Any) -> str | None:
    is_one = isinstance(version, str) and VERSION.fullmatch(f"v{version}")
    return version if is_one else None


def _segment(entry: Mapping[str, Any]) -> str | None:
    """Return the version in the link to itself; the rest of the link may be a proxy's inside."""
    links = entry.get("links")
    for link in links if isinstance(links, list) else ():
        if isinstance(link, Mapping) and link.get("rel") == "self":
            steps = urlsplit(str(link.get("href", ""))).path.strip("/").split("/")
            return next((one for one in reversed(steps) if VERSION.fullmatch(one)), None)
    return None
