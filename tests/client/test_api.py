"""Each thing that can be asked, asked once."""

import pytest

from calor.client.api import Client
from calor.client.cloud_config import CloudConfig
from calor.client.faults import Refused
from calor.client.resources import stack_of
from calor.client.stacks import ref_of

TEMPLATE = {
    "resources": {"web": {"type": "None", "children": {"inner": {"type": "None"}}}},
    "outputs": {"address": {"value": "10.0.0.1"}},
}


@pytest.fixture
def client(heat):
    made = Client.at(heat.endpoint, "good")
    yield made
    made.close()


@pytest.fixture
def ref(client):
    return client.stacks.create({"stack_name": "web", "template": TEMPLATE})


def test_a_stack_is_made_found_changed_and_deleted(client, ref):
    assert ref_of(client.stacks.find("web")) == ref
    assert ref_of(client.stacks.find(ref.id)) == ref
    client.stacks.update(ref, {"template": TEMPLATE})
    assert client.stacks.show(ref)["stack_status"] == "UPDATE_COMPLETE"
    client.stacks.act(ref, "suspend")
    client.stacks.delete(ref)
    assert client.stacks.find_or_none("web") is None


def test_only_what_is_not_there_is_nothing(heat, client_with):
    with pytest.raises(Refused):
        client_with(heat, "bad", "worse").stacks.find_or_none("web")


def test_outputs_have_values(client, ref):
    assert client.stacks.outputs(ref)[0]["output_value"] == "10.0.0.1"
    assert client.stacks.output(ref, "address")["output_value"] == "10.0.0.1"


def test_previews_change_nothing(client, ref):
    made = client.stacks.preview({"stack_name": "new", "template": TEMPLATE})
    assert [one["resource_name"] for one in made["resources"]] == ["web"]
    changes = client.stacks.preview_update(ref, {"template": {"resources": {}}})
    assert [one["resource_name"] for one in changes["resource_changes"]["deleted"]] == ["web"]
    assert len(list(client.stacks.listed())) == 1


def test_an_abandoned_stack_is_told_and_gone(client, ref):
    assert client.stacks.abandon(ref)["name"] == "web"
    assert client.stacks.find_or_none("web") is None


def test_resources_are_listed_with_those_of_children(client, ref):
    assert [one["resource_name"] for one in client.resources.listed(ref)] == ["web"]
    both = client.resources.listed(ref, nested_depth=1)
    assert [one["resource_name"] for one in both] == ["web", "inner"]
    assert stack_of(both[0]) == ref
    assert stack_of(both[0], "nested") == stack_of(both[1])


def test_a_resource_is_shown_signalled_and_read(client, ref):
    assert client.resources.show(ref, "web")["attributes"] == {"size": 3}
    assert client.resources.metadata(ref, "web") == {"colour": "red"}
    client.resources.signal(ref, "web", {"x": 1})


def test_snapshots_come_and_go(client, ref):
    assert client.snapshots.take(ref, "first")["id"] == "s1"
    assert client.snapshots.listed(ref)[0]["name"] == "first"
    assert client.snapshots.show(ref, "s1")["name"] == "first"
    client.snapshots.restore(ref, "s1")
    client.snapshots.delete(ref, "s1")


def test_the_language_is_told(client):
    assert client.types.listed()[0] == {"resource_type": "OS::Heat::None"}
    assert client.types.show("OS::Heat::None")["resource_type"] == "OS::Heat::None"
    assert client.types.template("OS::Heat::None", "hot")["kind"] == "hot"
    (version,) = client.types.versions()
    assert client.types.functions(version["version"])[0]["functions"] == "get_attr"


def test_a_cloud_is_entered_when_it_is_first_asked(heat):
    auth = {"auth_url": f"{heat.url}/identity", "username": "ann", "password": "p"}
    client = Client.of_cloud(CloudConfig(name="x", auth_type="password", auth=auth))
    assert heat.asked == []
    assert list(client.stacks.listed()) == []
    client.close()
