"""OS::Nova::Server makes a server, changes it step by step, and leaves nothing behind."""

import base64

import pytest

from calor.core.errors import (
    CloudUnavailable,
    ReplaceResource,
    ResourceFailed,
    ResourceInError,
)
from calor.plugin.resource import Sibling
from calor.resources.nova.server import Server
from tests.resources.cloud import PROJECT
from tests.resources.neutron.network_service import put
from tests.resources.nova.compute_service import TASK, a_compute_service
from tests.resources.work import Work, changed_names

BASE = {"image": "cirros", "flavor": "small", "user_data_format": "RAW"}


@pytest.fixture
def work():
    return Work(a_compute_service(), Server)


def server(work):
    return work.cloud.servers[work.physical_id]


def networks(work):
    ports = [work.cloud.ports[one] for one in work.cloud.cards(work.physical_id)]
    return [one["network_id"] for one in ports]


def internal(work):
    return [one for one in work.cloud.ports.values() if "-port-" in one["name"]]


def test_little_is_needed(work):
    work.create(**BASE)
    assert server(work)["name"].startswith("stack-it-")
    assert "description" not in server(work)
    assert server(work)["flavorRef"] == "f-small"
    assert "networks" not in server(work)
    assert work.reference_id == work.physical_id
    assert work.attributes["name"] == server(work)["name"]


def test_all_properties_reach_the_server(work):
    work.create(
        **BASE,
        name="web",
        key_name="key",
        availability_zone="west",
        security_groups=["front"],
        metadata={"a": 1, "b": "c"},
        user_data="hello",
        config_drive=True,
        diskConfig="MANUAL",
        admin_pass="secret",
        personality={"/etc/motd": "hi"},
        scheduler_hints={"group": "g"},
        reservation_id="r1",
        tags=["a", "b"],
    )
    wanted = {
        "name": "web",
        "key_name": "key",
        "availability_zone": "west",
        "security_groups": [{"name": "front"}],
        "metadata": {"a": "1", "b": "c"},
        "user_data": base64.b64encode(b"hello").decode(),
        "config_drive": True,
        "OS-DCF:diskConfig": "MANUAL",
        "adminPass": "secret",
        "personality": [{"path": "/etc/motd", "contents": base64.b64encode(b"hi").decode()}],
        "hints": {"group": "g", "reservation": "r1"},
        "tags": ["a", "b"],
        "version": "2.26",
    }
    assert server(work) | wanted == server(work)
    assert server(work)["description"].startswith("stack-it-")
    assert "adminPass" not in work.attribute("show")


@pytest.mark.parametrize(
    ("given", "version"),
    [
        ({"networks": [{"allocate_network": "none"}]}, "2.37"),
        ({"networks": [{"network": "n1", "tag": "front"}]}, "2.42"),
        (
            {"image": None, "block_device_mapping_v2": [{"image": "cirros", "volume_type": "t"}]},
            "2.67",
        ),
    ],
)
def test_newer_words_are_said_in_newer_versions(work, given, version):
    work.create(**{key: one for key, one in (BASE | given).items() if one})
    assert server(work)["version"] == version


def test_a_server_that_fails_tells_why(work):
    work.cloud.fault = "no host"
    with pytest.raises(ResourceInError, match="no host"):
        work.create(**BASE)


@pytest.mark.parametrize("given", [{}, {"name": "web"}])
def test_one_that_was_made_while_the_answer_was_lost_is_found_again(work, given):
    Work(work.cloud, Server, number=8).create(**BASE, name="web")
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(**BASE, **given)
    work.again().create(**BASE, **given)
    assert len(work.cloud.servers) == 2


def test_ports_are_made_where_the_service_cannot_be_told_enough(work):
    put(work.cloud, "neutron.security_group", "g1", name="front")
    extra = {"admin_state_up": False, "value_specs": {"dns_name": "web"}}
    work.create(
        **BASE,
        security_groups=["front"],
        networks=[
            {"network": "n2"},
            {"subnet": "s1", "fixed_ip": "10.1.0.9", "floating_ip": "fip"},
            {"network": "n1", "port_extra_properties": extra},
        ],
    )
    first, second = internal(work)
    assert first["fixed_ips"] == [{"ip_address": "10.1.0.9", "subnet_id": "s1"}]
    assert first["security_groups"] == ["g1"]
    assert (second["admin_state_up"], second["dns_name"]) == (False, "web")
    assert work.cloud.collections["/v2.0/floatingips"].things["fip"]["port_id"] == first["id"]
    cards = [{"uuid": "n2"}, {"port": first["id"]}, {"port": second["id"]}]
    assert server(work)["networks"] == cards
    work.delete()
    assert internal(work) == []
    assert work.cloud.servers == {}


def test_ports_of_a_server_that_never_came_about_are_removed(work):
    wanted = {**BASE, "networks": [{"subnet": "s1"}]}
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(**wanted)
    assert len(internal(work)) == 1
    work.data = {}
    work.delete()
    assert internal(work) == []


def test_ports_are_not_made_twice(work):
    wanted = {**BASE, "networks": [{"subnet": "s1"}]}
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(**wanted)
    work.data = {}
    work.again().create(**wanted)
    assert len(internal(work)) == 1
    assert work.data["internal_ports"] == [internal(work)[0]["id"]]


def test_a_subnet_must_belong_to_the_network(work):
    with pytest.raises(ResourceFailed, match="does not belong"):
        work.create(**BASE, networks=[{"network": "n2", "subnet": "s1"}])


def test_name_metadata_and_tags_change_at_once(work):
    work.create(**BASE, name="web", metadata={"a": "b"}, tags=["x"])
    work.update(**BASE, metadata={"c": 2}, tags=["y"])
    assert server(work)["name"].startswith("stack-it-")
    assert (server(work)["metadata"], server(work)["tags"]) == ({"c": "2"}, ["y"])


def test_another_flavor_is_a_resize_that_is_confirmed(work):
    work.create(**BASE)
    work.update(**BASE | {"flavor": "large"})
    assert (server(work)["flavor"], server(work)["status"]) == ({"id": "f-large"}, "ACTIVE")


def test_a_resize_that_does_not_come_about_is_told(work):
    work.create(**BASE)
    work.cloud.fails_to_resize = True
    with pytest.raises(ResourceFailed, match="could not be resized"):
        work.update(**BASE | {"flavor": "large"})


def test_a_resize_goes_on_where_another_engine_stopped(work):
    work.create(**BASE)
    server(work).update(status="VERIFY_RESIZE", flavor={"id": "f-large"})
    work.update(**BASE | {"flavor": "large"})
    assert server(work)["status"] == "ACTIVE"
    assert [body for path, body in work.cloud.sent("POST") if "resize" in str(body)] == []


def test_another_image_is_a_rebuild(work):
    work.create(**BASE)
    policy = {"image_update_policy": "REBUILD_PRESERVE_EPHEMERAL"}
    work.update(**BASE | {"image": "debian", "admin_pass": "new", "metadata": {"a": 1}} | policy)
    assert server(work)["rebuilt"] == {
        "imageRef": "i-debian",
        "metadata": {"a": "1"},
        "adminPass": "new",
        "preserve_ephemeral": True,
    }
    work.update(**BASE | {"image": "cirros", "admin_pass": "newer"} | policy)
    assert server(work)["rebuilt"]["imageRef"] == "i-cirros"


def test_user_data_can_be_given_by_a_rebuild(work):
    work.create(**BASE)
    work.update(**BASE, user_data="bye", user_data_update_policy="REBUILD")
    data = base64.b64encode(b"bye").decode()
    assert server(work)["rebuilt"] == {"imageRef": "i-cirros", "user_data": data}


def test_user_data_can_be_left_as_it_is(work):
    work.create(**BASE)
    work.update(**BASE, user_data="bye", user_data_update_policy="IGNORE")
    assert "rebuilt" not in server(work)


def test_a_password_alone_needs_no_rebuild(work):
    work.create(**BASE)
    work.update(**BASE, admin_pass="secret")
    assert server(work)["adminPass"] == "secret"
    assert "secret" not in str(work.data)


@pytest.mark.parametrize(
    ("change", "must"),
    [
        ({"flavor": "large"}, False),
        ({"flavor": "large", "flavor_update_policy": "REPLACE"}, True),
        ({"image": "debian"}, False),
        ({"image": "debian", "image_update_policy": "REPLACE"}, True),
        ({"user_data": "bye"}, True),
        ({"user_data": "bye", "user_data_update_policy": "IGNORE"}, False),
        ({"flavor_update_policy": "REPLACE"}, False),
    ],
)
def test_policies_say_what_replaces(change, must):
    before, after = Server(**BASE), Server(**BASE | change)
    assert after.must_replace(before, changed_names(before, after)) is must


def test_cards_that_fit_stay(work):
    work.create(**BASE, networks=[{"port": "p1"}, {"network": "n2"}])
    before = work.cloud.cards(work.physical_id)
    work.update(**BASE, networks=[{"network": "n2"}, {"port": "p1"}, {"subnet": "s2"}])
    assert set(before) < set(work.cloud.cards(work.physical_id))
    assert networks(work) == ["n1", "n2", "n2"]
    work.update(**BASE, networks=[{"port": "p1"}])
    assert work.cloud.cards(work.physical_id) == ["p1"]
    assert internal(work) == []
    assert work.cloud.sent("DELETE") != []


def test_a_port_that_was_made_is_changed_in_place(work):
    extra = {"port_security_enabled": True}
    work.create(**BASE, networks=[{"network": "n1", "port_extra_properties": extra}])
    (port,) = internal(work)
    extra = {"port_security_enabled": False}
    work.update(**BASE, networks=[{"network": "n1", "port_extra_properties": extra}])
    assert internal(work) == [port]
    assert port["port_security_enabled"] is False


def test_a_floating_address_follows(work):
    addresses = work.cloud.collections["/v2.0/floatingips"].things
    work.create(**BASE, networks=[{"port": "p1"}])
    work.update(**BASE, networks=[{"port": "p1", "floating_ip": "fip"}])
    assert addresses["fip"]["port_id"] == "p1"
    work.update(**BASE, networks=[{"port": "p2", "floating_ip": "fip"}])
    assert addresses["fip"]["port_id"] == "p2"
    work.update(**BASE, networks=[{"port": "p2"}])
    assert addresses["fip"]["port_id"] is None


def test_what_the_service_has_chosen_goes_once_something_is_asked_for(work):
    work.create(**BASE)
    assert networks(work) == ["n1"]
    work.update(**BASE, networks=[{"network": "n2"}])
    assert networks(work) == ["n2"]
    work.update(**BASE)
    assert networks(work) == ["n1"]


def test_all_cards_can_be_taken_away(work):
    work.create(**BASE, networks=[{"network": "n2"}])
    work.update(**BASE, networks=[{"allocate_network": "none"}])
    assert networks(work) == []


def test_any_network_means_the_only_one(work):
    work.create(**BASE, networks=[{"network": "n2"}])
    work.cloud.extra["GET", "/v2.0/networks"] = {"networks": [{"id": "n1"}]}
    wanted = {**BASE, "networks": [{"allocate_network": "auto"}]}
    with pytest.raises(ResourceFailed, match="more than one network"):
        work.update(**wanted)
    work.cloud.extra["GET", "/v2.0/networks"] = {"networks": []}
    topology = {"auto_allocated_topology": {"id": "n1"}}
    work.cloud.extra["GET", f"/v2.0/auto-allocated-topology/{PROJECT}"] = topology
    work.update(**wanted, name="other")
    assert networks(work) == ["n2"]
    work.update(**BASE, networks=[{"network": "n2"}])
    work.update(**wanted)
    assert networks(work) == ["n1"]


def test_ports_go_over_to_the_one_that_replaces_it(work):
    work.create(**BASE, networks=[{"port": "p1"}])
    other = Work(work.cloud, Server, number=8, replaces=work.physical_id)
    other.create(**BASE, networks=[{"port": "p1"}])
    assert work.cloud.ports["p1"]["device_id"] == other.physical_id
    work.delete()
    assert work.cloud.ports["p1"]["device_id"] == other.physical_id


def test_ports_go_back_if_the_one_that_replaces_it_goes(work):
    work.create(**BASE, networks=[{"port": "p1"}])
    other = Work(work.cloud, Server, number=8, replaces=work.physical_id)
    other.create(**BASE, networks=[{"port": "p1"}]).delete()
    assert work.cloud.ports["p1"]["device_id"] == work.physical_id
    later = Work(work.cloud, Server, number=9, replaces=work.physical_id)
    work.cloud.fault = "no host"
    with pytest.raises(ResourceInError):
        later.create(**BASE, networks=[{"port": "p1"}])
    later.delete()
    assert work.cloud.ports["p1"]["device_id"] == work.physical_id


def test_it_is_suspended_and_resumed(work):
    work.create(**BASE)
    work.suspend().suspend()
    assert server(work)["status"] == "SUSPENDED"
    work.resume().resume()
    assert server(work)["status"] == "ACTIVE"
    assert len([one for _, one in work.cloud.sent("POST") if "suspend" in one]) == 1


def test_one_that_is_gone_cannot_be_suspended(work):
    work.create(**BASE)
    work.cloud.servers.clear()
    with pytest.raises(ResourceFailed, match="is gone"):
        work.suspend()
    with pytest.raises(ReplaceResource):
        work.update(**BASE, name="web")


def test_a_snapshot_is_an_image(work):
    work.create(**BASE)
    work.snapshot()
    image = work.cloud.collections["/v2/images"].things[work.data["snapshot_image_id"]]
    assert image["instance_uuid"] == work.physical_id
    assert server(work)[TASK] is None


def test_what_is_deleted_can_be_kept(work):
    work.create(**BASE)
    work.keeps_snapshot = True
    work.delete()
    assert work.data["snapshot_image_id"] in work.cloud.collections["/v2/images"].things
    assert work.cloud.servers == {}


def test_one_that_is_deleted_softly_is_deleted_for_good(work):
    work.create(**BASE)
    server(work)["status"] = "SOFT_DELETED"
    work.cloud.extra["DELETE", f"/servers/{work.physical_id}"] = None
    work.delete()
    assert work.cloud.servers == {}


def test_one_that_cannot_be_deleted_is_told(work):
    work.create(**BASE)
    server(work).update(status="ERROR", fault={"message": "host down"})
    work.cloud.extra["DELETE", f"/servers/{work.physical_id}"] = None
    with pytest.raises(ResourceInError, match="host down"):
        work.delete()


def test_one_that_was_stopped_fails_its_check(work):
    work.create(**BASE).check()
    server(work)["status"] = "SHUTOFF"
    with pytest.raises(ResourceFailed, match="in state SHUTOFF"):
        work.check()


def test_metadata_of_the_template_is_taken_over_when_it_changes(work):
    work.metadata = {"a": 1, "b": 2}
    work.create(**BASE)
    work.metadata["a"] = "set since"

    def template(**metadata):
        work.siblings[work.physical_id] = Sibling(type="OS::Nova::Server", metadata=metadata)

    template(a=1, b=2)
    work.update(**BASE, name="web")
    assert work.metadata == {"a": "set since", "b": 2}
    template(a=3)
    work.update(**BASE)
    assert work.metadata == {"a": 3}
