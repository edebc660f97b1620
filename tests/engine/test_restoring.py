"""A template that goes back to a snapshot names the copies that were made."""

from calor.engine.restoring import restored
from tests.resources.registry import TYPES

TOLD = {
    "server": {"type": "OS::Nova::Server", "resource_data": {"snapshot_image_id": "i9"}},
    "volume": {"type": "OS::Cinder::Volume", "resource_data": {"backup_id": "b9"}},
    "empty": {"type": "OS::Cinder::Volume", "resource_data": {}},
    "value": {"type": "OS::Heat::Value", "resource_data": {"backup_id": "b9"}},
}


def test_resources_are_made_of_their_copies():
    template = {
        "resources": {
            "server": {"type": "OS::Nova::Server", "properties": {"image": "i1", "flavor": "f"}},
            "volume": {"type": "OS::Cinder::Volume"},
            "empty": {"type": "OS::Cinder::Volume", "properties": {"size": 1}},
            "value": {"type": "OS::Heat::Value", "properties": {"value": 1}},
            "new": {"type": "OS::Heat::None"},
        }
    }
    found = restored(template, TOLD, TYPES)["resources"]
    assert found["server"]["properties"] == {"image": "i9", "flavor": "f"}
    assert found["volume"]["properties"] == {"backup_id": "b9"}
    for name in ("empty", "value", "new"):
        assert found[name] == template["resources"][name]
    assert template["resources"]["server"]["properties"]["image"] == "i1"


def test_the_other_language_has_its_own_words():
    template = {"Resources": {"volume": {"Type": "OS::Cinder::Volume", "Properties": {"size": 1}}}}
    found = restored(template, TOLD, TYPES)["Resources"]["volume"]
    assert found["Properties"] == {"size": 1, "backup_id": "b9"}
