"""What may stand together in a server's networks."""

import pytest

from calor.core.values import UNKNOWN
from calor.resources.neutron.port_extra import PortExtra
from calor.resources.nova.network_entries import NetworkEntry, problems_of


def problems(*entries, groups=()):
    return list(problems_of(tuple(NetworkEntry(**one) for one in entries), groups))


@pytest.mark.parametrize(
    "entry",
    [
        {"network": "n"},
        {"port": "p", "floating_ip": "f"},
        {"subnet": "s", "fixed_ip": "10.0.0.1", "floating_ip": "f"},
        {"network": "n", "port_extra_properties": PortExtra(), "floating_ip": "f"},
        {"allocate_network": "auto"},
        {"network": UNKNOWN, "port": "p", "fixed_ip": "10.0.0.1"},
    ],
)
def test_these_are_right(entry):
    assert problems(entry) == []


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({}, "give one of network, port, subnet or allocate_network"),
        ({"fixed_ip": "10.0.0.1"}, "give one of network"),
        ({"port": "p", "fixed_ip": "10.0.0.1"}, "fixed_ip cannot be given for a port"),
        ({"network": "n", "floating_ip": "f"}, "floating_ip needs a port"),
        ({"allocate_network": "none", "network": "n"}, "allocate_network must stand alone"),
    ],
)
def test_these_are_wrong(entry, problem):
    (found,) = problems(entry)
    assert problem in found


def test_a_word_for_all_networks_stands_alone():
    (found,) = problems({"allocate_network": "auto"}, {"network": "n"})
    assert "must stand alone" in found


def test_a_port_has_its_own_security_groups():
    (found,) = problems({"port": "p"}, groups=("front",))
    assert "the port has its own" in found
    assert problems({"network": "n"}, groups=("front",)) == []


def test_entries_that_are_not_known_yet_are_believed():
    assert list(problems_of((UNKNOWN,), ())) == []
    assert problems({"port": UNKNOWN}, {"allocate_network": UNKNOWN}, groups=("front",)) == []


def test_a_port_is_made_only_where_it_must_be():
    assert NetworkEntry(subnet="s").needs_port
    assert NetworkEntry(network="n", port_extra_properties=PortExtra()).needs_port
    assert not NetworkEntry(network="n", fixed_ip="10.0.0.1").needs_port
    assert not NetworkEntry(port="p", subnet="s").needs_port
