"""Which cards stay when the networks of a server change."""

import asyncio

from calor.resources.neutron.port_extra import PortExtra
from calor.resources.nova.interfaces import Card, cards_of, rewired
from calor.resources.nova.network_entries import NetworkEntry
from tests.resources.heat.driving import MemoryHere
from tests.resources.nova.compute_service import a_compute_service

ONE = Card("a", "n1", (("10.1.0.1", "s1"),))
TWO = Card("b", "n1", (("10.1.0.2", "s1"),))
OTHER = Card("c", "n2", (("10.2.0.1", "s2"),))


def change(old, new, cards, own=()):
    here = MemoryHere(cloud=a_compute_service())
    entries = [[NetworkEntry(**one) for one in some] for some in (old, new)]
    return asyncio.run(rewired(here, *entries, cards, own))


def test_what_is_the_same_stays_whatever_its_order():
    found = change(
        [{"network": "n1"}, {"network": "n2"}], [{"network": "n2"}, {"network": "n1"}], [ONE, OTHER]
    )
    assert (found.leave, found.join) == ([], [])


def test_one_more_of_the_same_network_is_one_more_card():
    found = change([{"network": "n1"}], [{"network": "n1"}, {"network": "n1"}], [ONE])
    assert (found.leave, found.join) == ([], [1])


def test_those_that_say_most_choose_first():
    found = change(
        [{"network": "n1"}, {"network": "n1", "fixed_ip": "10.1.0.1"}],
        [{"network": "n1", "fixed_ip": "10.1.0.1"}],
        [ONE, TWO],
    )
    assert (found.leave, found.join) == ([TWO], [])


def test_another_port_is_another_card():
    found = change([{"port": "a"}], [{"port": "b"}], [ONE])
    assert (found.leave, found.join) == ([ONE], [0])


def test_a_port_that_is_not_named_any_more_is_left():
    found = change([{"port": "a"}], [{"network": "n1"}], [ONE])
    assert (found.leave, found.join) == ([ONE], [0])
    assert change([{"network": "n1"}], [{"port": "a"}], [ONE]).join == []


def test_another_way_to_say_the_same_is_no_change():
    assert change([{"network": "n1"}], [{"subnet": "s1"}], [ONE]).join == []
    assert (
        change([{"network": "n1"}], [{"network": "n1", "fixed_ip": "10.1.0.1"}], [ONE]).join == []
    )
    assert change([{"network": "n1"}], [{"network": "n1", "fixed_ip": "10.1.0.9"}], [ONE]).join == [
        0
    ]


def test_another_tag_is_another_card():
    assert change([{"network": "n1"}], [{"network": "n1", "tag": "x"}], [ONE]).join == [0]


def extra(**given):
    return {"network": "n1", "port_extra_properties": PortExtra(**given)}


def test_a_port_of_ours_is_changed_in_place():
    found = change([extra()], [extra(admin_state_up=False)], [ONE], ["a"])
    assert [port for port, _ in found.refit] == ["a"]
    assert found.join == []


def test_a_port_that_is_not_ours_is_not_changed():
    assert change([extra()], [extra(admin_state_up=False)], [ONE]).join == [0]


def test_a_hardware_address_cannot_be_changed():
    found = change([extra()], [extra(mac_address="fa:16:3e:00:00:09")], [ONE], ["a"])
    assert (found.leave, found.join) == ([ONE], [0])


def test_what_nobody_has_asked_for_goes():
    assert change([], [{"network": "n2"}], [ONE]).leave == [ONE]
    assert change([{"network": "n1"}], [{"network": "n1"}], [ONE, OTHER]).leave == []


def test_floating_addresses_come_and_go():
    old, new = {"port": "a", "floating_ip": "f1"}, {"port": "a", "floating_ip": "f2"}
    found = change([old], [new], [ONE])
    assert (found.freed, found.led) == (["f1"], [("f2", "a", None)])
    assert change([old], [{"port": "b"}], [ONE]).freed == ["f1"]


def test_the_service_tells_of_cards():
    cloud = a_compute_service()
    cloud.servers["s"] = {"id": "s"}
    cloud.ports["p1"]["device_id"] = "s"
    found = asyncio.run(cards_of(MemoryHere(cloud=cloud), "s"))
    assert found == [Card("p1", "n1", (("10.1.0.7", "s1"),))]
