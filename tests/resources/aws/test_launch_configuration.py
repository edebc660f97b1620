import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.plugin.schema import schema_of
from calor.resources.aws.launch_configuration import LaunchConfiguration
from tests.resources.heat.driving import MemoryHere, made, problems, run

IMAGE = {"ImageId": "fedora", "InstanceType": "m1.small"}


def test_a_configuration_takes_no_time_and_is_referred_to_by_its_physical_name():
    here, it = MemoryHere(), made(LaunchConfiguration, **IMAGE)
    assert run(here, it, Action.CREATE) == 0
    assert here.physical_id is not None
    assert it.reference_id(here) == here.physical_name()


def test_every_change_replaces_it():
    assert not any(one.update_allowed for one in schema_of(LaunchConfiguration).properties.values())
    assert LaunchConfiguration.rests_on_metadata


def test_what_would_have_to_be_read_from_an_instance_is_refused():
    with pytest.raises(ResourceFailed, match="give ImageId and InstanceType"):
        run(MemoryHere(), made(LaunchConfiguration, InstanceId="server"), Action.CREATE)


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (IMAGE, 0),
        ({"InstanceId": "server"}, 0),
        ({"ImageId": "fedora"}, 1),
        ({}, 1),
        ({"ImageId": UNKNOWN, "InstanceType": UNKNOWN}, 0),
    ],
)
def test_an_image_and_a_flavor_or_an_instance_are_needed(given, number):
    assert len(problems(LaunchConfiguration, **given)) == number


@pytest.mark.parametrize(
    ("device", "number"),
    [
        ({"DeviceName": "vdb", "Ebs": {"SnapshotId": "s"}}, 0),
        ({"DeviceName": "vdb", "Ebs": {"SnapshotId": UNKNOWN}}, 0),
        ({"DeviceName": "vdb", "Ebs": UNKNOWN}, 0),
        (UNKNOWN, 0),
        ({"DeviceName": "vdb", "Ebs": {"VolumeSize": "3"}}, 1),
        ({"DeviceName": "vdb"}, 1),
    ],
)
def test_a_volume_is_made_of_a_snapshot(device, number):
    found = problems(LaunchConfiguration, **IMAGE, BlockDeviceMappings=[device])
    assert len(found) == number


def test_nothing_is_said_about_volumes_that_are_not_known():
    assert problems(LaunchConfiguration, **IMAGE, BlockDeviceMappings=UNKNOWN) == []
