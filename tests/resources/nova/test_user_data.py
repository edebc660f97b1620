"""User data in each of its formats."""

import asyncio
import email
import json
import py_compile
import subprocess

import pytest

from calor.core.errors import ResourceFailed
from calor.plugin.addresses import Addresses
from calor.resources.heat.mime import Part, compose
from calor.resources.nova.server import Server
from calor.resources.nova.user_data import user_data_of
from tests.resources.heat.driving import MemoryConfigs, MemoryHere

CONFIG_ID = "0a1b2c3d-0000-4000-8000-123456789abc"


def data_of(text="", form="RAW", **around):
    server = Server(flavor="f", image="i", user_data=text, user_data_format=form)
    return asyncio.run(user_data_of(MemoryHere(**around), server))


def parts_of(text):
    parts = email.message_from_string(text).get_payload()
    return {one.get_filename(): one.get_payload(decode=True).decode() for one in parts}


def configs(**bodies):
    return MemoryConfigs(kept={CONFIG_ID: bodies})


def test_raw_is_given_as_it_is():
    assert data_of("#!/bin/sh") == "#!/bin/sh"
    assert data_of() == ""


@pytest.mark.parametrize("form", ["RAW", "SOFTWARE_CONFIG"])
def test_a_configuration_is_found_by_its_id(form):
    assert "echo" in data_of(CONFIG_ID, form, configs=configs(config="echo"))
    assert CONFIG_ID in data_of(CONFIG_ID, form)


def test_a_configuration_that_is_no_text_is_refused():
    with pytest.raises(ResourceFailed, match="is not a text"):
        data_of(CONFIG_ID, configs=configs(config={"a": 1}))


def test_the_tools_are_told_where_we_are():
    parts = parts_of(
        data_of(
            "#!/bin/sh\necho hällo",
            "HEAT_CFNTOOLS",
            metadata={"a": 1},
            addresses=Addresses(cfn="https://cfn.example.org:8000/v1"),
        )
    )
    assert parts["cfn-userdata"] == "#!/bin/sh\necho hällo"
    assert json.loads(parts["cfn-init-data"]) == {"a": 1}
    assert parts["cfn-metadata-server"] == "https://cfn.example.org:8000/v1/"
    assert "cfn_region_endpoint = cfn.example.org" in parts["cfn-boto-cfg"]
    assert parts["cloud-config"].startswith("#cloud-config")


def test_without_an_address_they_are_told_nothing():
    parts = parts_of(data_of("x", "HEAT_CFNTOOLS"))
    assert not {"cfn-metadata-server", "cfn-boto-cfg", "cfn-init-data"} & parts.keys()


def test_the_parts_of_a_message_are_taken_over():
    message = compose([Part("one", "x-shellscript", "one.sh")], MemoryHere().id)
    parts = parts_of(data_of(message, "SOFTWARE_CONFIG", metadata={"a": 1}))
    assert parts["one.sh"] == "one"
    assert json.loads(parts["cfn-init-data"]) == {"a": 1}
    assert "cfn-userdata" not in parts


def test_any_other_text_is_a_part():
    assert parts_of(data_of("#!/bin/sh", "SOFTWARE_CONFIG"))[None] == "#!/bin/sh"


def test_the_same_server_is_always_given_the_same():
    assert data_of("x", "HEAT_CFNTOOLS") == data_of("x", "HEAT_CFNTOOLS")


def test_ignition_is_given_files():
    ignition = {"ignition": {"version": "3.0.0"}, "storage": {"files": [{"path": "/a"}]}}
    text = json.dumps(ignition)
    assert data_of(text, "SOFTWARE_CONFIG") == text
    found = json.loads(data_of(text, "SOFTWARE_CONFIG", metadata={"a": 1}))
    assert [one["path"] for one in found["storage"]["files"]] == [
        "/a",
        "/var/lib/heat-cfntools/cfn-init-data",
        "/var/lib/cloud/data/cfn-init-data",
    ]
    broken = json.dumps({**ignition, "storage": {"files": "x"}})
    with pytest.raises(ResourceFailed, match="must be a list"):
        data_of(broken, "SOFTWARE_CONFIG", metadata={"a": 1})


def test_the_parts_of_ours_can_be_carried_out(tmp_path):
    parts = parts_of(data_of("x", "HEAT_CFNTOOLS"))
    handler = tmp_path / "handler.py"
    handler.write_text(parts["part-handler.py"])
    assert py_compile.compile(str(handler), doraise=True)
    for name in ("boothook.sh", "run-user-data.sh"):
        checked = subprocess.run(["/bin/sh", "-n"], input=parts[name], text=True, check=False)
        assert checked.returncode == 0
