"""Which cards of a server stay when its networks change, and which come and go."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from calor.plugin import Here
from calor.plugin.resolving import values_of
from calor.resources.neutron.port_extra import PortExtra
from calor.resources.nova.calls import compute
from calor.resources.nova.network_entries import NetworkEntry
from calor.resources.nova.ports import network_of

FIXED_EXTRAS = frozenset({"mac_address"})
"""What cannot be changed of a port."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the compute service tells of it."""

    port: str
    network: str
    addresses: tuple[tuple[str, str], ...] = ()
    """Addresses with their subnets."""

    def fits(self, entry: NetworkEntry, network: str | None) -> bool:
        """Return whether it may be what an entry has asked for."""
        if entry.port:
            return entry.port == self.port
        ips, subnets = zip(*self.addresses, strict=True) if self.addresses else ((), ())
        return (
            network == self.network
            and (not entry.fixed_ip or entry.fixed_ip in ips)
            and (not entry.subnet or entry.subnet in subnets)
        )


@dataclass(slots=True)
class Rewiring:
    """What to do to the cards of a server."""

    leave: list[Card] = field(default_factory=list)
    join: list[int] = field(default_factory=list)
    """The numbers of the new entries that need a card."""
    refit: list[tuple[str, PortExtra]] = field(default_factory=list)
    """The ports of which something else is asked now."""
    freed: list[str] = field(default_factory=list)
    """The floating addresses that lead nowhere any more."""
    led: list[tuple[str, str, str | None]] = field(default_factory=list)
    """The floating addresses that lead to another port, and to which address of it."""


async def cards_of(here: Here, server_id: str) -> list[Card]:
    """Return the cards of a server."""
    body = await compute(here, "GET", f"/servers/{server_id}/os-interface")
    return [_card(one) for one in body["interfaceAttachments"]]


async def rewired(
    here: Here,
    old: Sequence[NetworkEntry],
    new: Sequence[NetworkEntry],
    cards: Sequence[Card],
    own_ports: Iterable[str],
) -> Rewiring:
    """Return how the cards become what the new entries want; those that fit stay."""
    rewiring, left = Rewiring(), list(cards)
    held = await _held(here, old, left)
    for number, entry in enumerate(new):
        network = await network_of(here, entry)
        kept = _kept(entry, network, held, frozenset(own_ports))
        if kept is None:
            rewiring.join.append(number)
            continue
        held.remove(kept)
        _refit(rewiring, entry, *kept)
    for entry, card in held:
        if entry.floating_ip:
            rewiring.freed.append(entry.floating_ip)
        rewiring.leave.append(card)
    # What nobody has asked for was chosen by the service, and goes if anything is asked for now.
    rewiring.leave += [] if old else left
    return rewiring


async def _held(
    here: Here, old: Sequence[NetworkEntry], left: list[Card]
) -> list[tuple[NetworkEntry, Card]]:
    """Return which card each of the old entries has; those are taken first that say most."""
    held = {}
    by_weight = sorted(range(len(old)), key=lambda number: _weight(old[number]))
    for number in by_weight:
        network = await network_of(here, old[number])
        card = next((one for one in left if one.fits(old[number], network)), None)
        if card:
            left.remove(card)
            held[number] = (old[number], card)
    return [held[number] for number in sorted(held)]


def _weight(entry: NetworkEntry) -> tuple[bool, bool, bool]:
    return (not entry.port, not entry.fixed_ip, not entry.subnet)


def _kept(
    entry: NetworkEntry,
    network: str | None,
    held: Iterable[tuple[NetworkEntry, Card]],
    own_ports: frozenset[str],
) -> tuple[NetworkEntry, Card] | None:
    """Return the card that an entry can keep, one that needs no change before any other."""
    fitting = [
        (before, card)
        for before, card in held
        if card.fits(entry, network)
        # A port that is not named any more may be about to be deleted.
        and before.port in (None, entry.port)
        and before.tag == entry.tag
        and _can_refit(before, entry, is_own=card.port in own_ports)
    ]
    fitting.sort(key=lambda one: _extras(one[0]) != _extras(entry))
    return fitting[0] if fitting else None


def _can_refit(before: NetworkEntry, after: NetworkEntry, *, is_own: bool) -> bool:
    old, new = _extras(before), _extras(after)
    if old == new:
        return True
    changed = {key for key in old | new if old.get(key) != new.get(key)}
    return is_own and bool(new) and not changed & FIXED_EXTRAS


def _refit(rewiring: Rewiring, entry: NetworkEntry, before: NetworkEntry, card: Card) -> None:
    if entry.port_extra_properties and _extras(before) != _extras(entry):
        rewiring.refit.append((card.port, entry.port_extra_properties))
    if before.floating_ip != entry.floating_ip:
        if before.floating_ip:
            rewiring.freed.append(before.floating_ip)
        if entry.floating_ip:
            rewiring.led.append((entry.floating_ip, card.port, entry.fixed_ip))


def _extras(entry: NetworkEntry) -> dict[str, Any]:
    return values_of(entry.port_extra_properties) if entry.port_extra_properties else {}


def _card(told: Mapping[str, Any]) -> Card:
    ips = told.get("fixed_ips") or ()
    addresses = tuple((str(one["ip_address"]), str(one["subnet_id"])) for one in ips)
    return Card(str(told["port_id"]), str(told["net_id"]), addresses)
