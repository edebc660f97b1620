"""Two declared types, as a plugin's author writes them."""

from typing import Annotated, Any, ClassVar, Literal

from calor.plugin import (
    Declared,
    DeclaredType,
    Old,
    at_least,
    attr,
    between,
    check,
    deprecated,
    hidden,
    length,
    one_of,
    prop,
    since,
)

CLASSES = (
    "lettersdigits",
    "letters",
    "lowercase",
    "uppercase",
    "digits",
    "hexdigits",
    "octdigits",
)


class AddressRange(Declared):
    """Addresses that may be handed out."""

    start: str = prop("First address.", check("ip_addr"))
    end: str = prop("Last address.", check("ip_addr"))


class Route(Declared):
    """A static route given to hosts."""

    destination: str = prop("Block to reach.", check("net_cidr"))
    nexthop: str = prop("Address to go through.", check("ip_addr"))


class Subnet(DeclaredType):
    """A block of addresses on a network, and how they are handed out."""

    type_name = "Sample::Subnet"
    service = "neutron"
    attributes: ClassVar = {
        "cidr": attr("The block."),
        "allocation_pools": attr("What is handed out.", list, live=True),
    }

    network: str = prop(
        "Network the block is on.",
        finds="neutron.network",
        wire="network_id",
        was=Old("network_id", hidden("5.0.0")),
    )
    cidr: str | None = prop("The block.", check("net_cidr"), default=None)
    prefixlen: int | None = prop("Length to take.", at_least(0), default=None, support=since("6"))
    ip_version: Literal[4, 6] = prop("4 or 6.", default=4)
    enable_dhcp: bool = prop("Serve addresses.", default=True, updatable=True)
    dns_nameservers: tuple[Annotated[str, check("ip_addr")], ...] = prop(
        "Resolvers.", default=(), updatable=True
    )
    allocation_pools: tuple[AddressRange, ...] = prop("Usable ranges.", default=())
    host_routes: list[Route] | None = prop("Routes to hand out.", length(high=20), default=None)
    value_specs: dict[str, Any] = prop("Further fields.", default={})
    tags: tuple[Any, ...] = prop("Anything.", default=())
    load: float = prop("A share.", between(0, 1), default=0.5)
    vnic_type: str | None = prop(
        "A name Python cannot spell.",
        default=None,
        name="binding:vnic_type",
        support=deprecated("7.0.0", "leave it to the port"),
    )


class CharacterClass(Declared):
    """How many characters of a class there must be."""

    of: str = prop("The class.", one_of(*CLASSES), name="class", default="lettersdigits")
    least: int = prop("How many at least.", between(1, 512), name="min", default=1)


class CharacterSequence(Declared):
    """How many characters of a sequence there must be."""

    sequence: str = prop("The characters.")
    least: int = prop("How many at least.", between(1, 512), name="min", default=1)


class RandomString(DeclaredType):
    """A random text."""

    type_name = "Sample::RandomString"
    attributes: ClassVar = {"value": attr("The text.")}

    length: int = prop("How long it is.", between(1, 512), default=32)
    character_classes: tuple[CharacterClass, ...] = prop(
        "Which classes.", default=(CharacterClass(),)
    )
    character_sequences: tuple[CharacterSequence, ...] | None = prop("Sequences.", default=None)
    salt: str | None = prop("A new one makes a new text.", default=None)
