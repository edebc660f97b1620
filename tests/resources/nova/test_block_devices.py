"""The disks of a server in both notations."""

import pytest

from calor.core.values import UNKNOWN
from calor.resources.nova.block_devices import BlockDevice, BlockDeviceV2, problems_of

VOLUME = {"source_type": "volume", "destination_type": "volume", "uuid": "v1"}


def test_the_first_notation():
    one = BlockDevice(device_name="vda", volume_id="v1", delete_on_termination=False)
    assert one.worded() == {"device_name": "vda", "volume_id": "v1"}
    one = BlockDevice(
        device_name="vdb", snapshot_id="s1", volume_size=3, delete_on_termination=True
    )
    assert one.worded() == {
        "device_name": "vdb",
        "snapshot_id": "s1",
        "volume_size": 3,
        "delete_on_termination": True,
    }


@pytest.mark.parametrize(
    ("given", "worded"),
    [
        ({"volume_id": "v1"}, {**VOLUME, "boot_index": 0, "delete_on_termination": False}),
        (
            {"volume_id": "v1", "boot_index": -1, "delete_on_termination": True},
            {**VOLUME, "boot_index": -1, "delete_on_termination": True},
        ),
        (
            {"image": "i1", "volume_size": 5, "volume_type": "fast", "device_name": "vda"},
            {
                "source_type": "image",
                "destination_type": "volume",
                "uuid": "i1",
                "boot_index": 0,
                "delete_on_termination": False,
                "volume_size": 5,
                "volume_type": "fast",
                "device_name": "vda",
            },
        ),
        (
            {"swap_size": 512},
            {
                "source_type": "blank",
                "destination_type": "local",
                "boot_index": -1,
                "delete_on_termination": True,
                "guest_format": "swap",
                "volume_size": 512,
            },
        ),
        (
            {"ephemeral_size": 2, "ephemeral_format": "ext4", "disk_bus": "ide"},
            {
                "source_type": "blank",
                "destination_type": "local",
                "boot_index": -1,
                "delete_on_termination": True,
                "guest_format": "ext4",
                "volume_size": 2,
                "disk_bus": "ide",
            },
        ),
    ],
)
def test_the_second_notation(given, worded):
    assert BlockDeviceV2(**given).worded() == worded


def problems(image=None, old=(), new=()):
    return list(
        problems_of(
            image,
            tuple(BlockDevice(**one) for one in old),
            tuple(BlockDeviceV2(**one) for one in new),
        )
    )


def test_there_is_one_thing_to_boot_from():
    assert problems("i1") == []
    assert problems(new=[{"volume_id": "v1"}]) == []
    assert problems(old=[{"device_name": "vda", "volume_id": "v1"}]) == []
    assert problems("i1", new=[{"volume_id": "v1", "boot_index": 1}]) == []
    assert "nothing to boot from" in problems()[0]
    assert "more than one thing" in problems("i1", new=[{"volume_id": "v1"}])[0]


def test_a_disk_is_made_of_one_thing():
    both = {"device_name": "vda", "volume_id": "v1", "snapshot_id": "s1"}
    assert "either volume_id or snapshot_id" in problems(old=[both])[0]
    assert "give one of" in problems("i1", new=[{"boot_index": 1}])[0]
    assert "give one of" in problems(new=[{"volume_id": "v", "swap_size": 1}])[0]


def test_one_notation_is_enough():
    one = {"device_name": "vda", "volume_id": "v1"}
    assert "only one of" in problems("i1", [one], [{"swap_size": 1}])[0]


def test_what_is_not_known_yet_is_believed():
    assert problems(new=[{"volume_id": UNKNOWN}]) == []
    assert list(problems_of(UNKNOWN, None, None)) == []
