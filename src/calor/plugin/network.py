"""Notations of the network: addresses, blocks of them, and names."""

from ipaddress import IPv4Interface, ip_address, ip_interface

import regex

from calor.core.source import shorten

LONGEST_NAME = 255
ROOM_FOR_DOMAIN = 3
LABEL = regex.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
MAC = regex.compile(
    r"([0-9a-f]{1,2}:){5}[0-9a-f]{1,2}|([0-9a-f]{1,2}-){5}[0-9a-f]{1,2}"
    r"|([0-9a-f]{1,4}[:.-]){2}[0-9a-f]{1,4}|[0-9a-f]{5,6}[:-][0-9a-f]{5,6}|[0-9a-f]{11,12}",
    regex.IGNORECASE,
)


def is_ip(value: str) -> str | None:
    """Accept one IPv4 or IPv6 address."""
    try:
        ip_address(value)
    except ValueError:
        return f"{shorten(value)} is not an IP address"
    return f"{shorten(value)} is not an IP address" if "%" in value else None


def is_cidr(value: str) -> str | None:
    """Accept a block of addresses."""
    problem = f"{shorten(value)} is not an address block such as 10.0.0.0/24"
    if "/" not in value or "%" in value:
        return problem
    try:
        block = ip_interface(value)
    except ValueError:
        return problem
    is_canonical = not isinstance(block, IPv4Interface) or str(block) == value
    return None if is_canonical else f"{problem}; did you mean {str(block)!r}?"


def is_ip_or_cidr(value: str) -> str | None:
    """Accept an address or a block of them."""
    return is_cidr(value) if "/" in value else is_ip(value)


def is_mac(value: str) -> str | None:
    """Accept a MAC address in any of the usual notations."""
    return None if MAC.fullmatch(value) else f"{shorten(value)} is not a MAC address"


def is_host(value: str) -> str | None:
    """Accept the name of a host, relative or, with a dot at the end, absolute."""
    if not value:
        return None
    name = value.removesuffix(".")
    if len(name) > LONGEST_NAME:
        return f"{shorten(value)} is longer than the {LONGEST_NAME} characters of a DNS name"
    labels = name.split(".")
    for label in labels:
        if not LABEL.fullmatch(label):
            return (
                f"{shorten(label)} in {shorten(value)} is not a DNS label: give 1 to 63 lower-case "
                "letters, digits and hyphens, with no hyphen at either end"
            )
    if value.endswith(".") and len(labels) > 1 and labels[-1].isdigit():
        return f"the top-level domain of {shorten(value)} is a number"
    return None


def is_relative_host(value: str) -> str | None:
    """Accept the name of a host that a domain can still be added to."""
    if value.endswith("."):
        return f"{shorten(value)} is absolute; give a relative name, with no dot at the end"
    if len(value) > LONGEST_NAME - ROOM_FOR_DOMAIN:
        return f"{shorten(value)} is too long to add a domain to it"
    return is_host(value)


def is_domain(value: str) -> str | None:
    """Accept an absolute domain, with a dot at the end."""
    problem = is_host(value)
    if problem or not value or value.endswith("."):
        return problem
    return f"{shorten(value)} must end with a dot"
