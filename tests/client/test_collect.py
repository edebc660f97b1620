import base64
import json
import os
from pathlib import Path

import pytest

from calor.client.collect import FileLimits, collect
from calor.core.errors import InvalidTemplate
from calor.core.source import Severity

VERSION = "heat_template_version: '2018-08-31'\n"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write files under the current folder."""
    monkeypatch.chdir(tmp_path)

    def write(**files):
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return write


def address(name):
    return Path(name).resolve().as_uri()


def messages(collected):
    return [str(problem) for problem in collected.problems]


def test_a_template_alone_is_all_there_is(write):
    write(**{"web.yaml": VERSION})
    collected = collect("web.yaml")
    assert collected.template.name == "web.yaml"
    assert collected.template.address == address("web.yaml")
    assert not collected.files
    assert not collected.problems


def test_files_are_found_relative_to_the_file_that_names_them(write):
    write(
        **{
            "web.yaml": VERSION + "resources:\n  db: {type: db/server.yaml}\n",
            "db/server.yaml": VERSION
            + "resources:\n"
            + "  volume: {type: ./parts/volume.template}\n"
            + "  group:\n"
            + "    type: OS::Heat::ResourceGroup\n"
            + "    properties: {resource_def: {type: ../net.yaml}}\n"
            + "  server: {properties: {user_data: {get_file: ../scripts/boot.sh}}}\n",
            "db/parts/volume.template": VERSION,
            "net.yaml": VERSION,
            "scripts/boot.sh": "#!/bin/sh\n",
        }
    )
    collected = collect("web.yaml")
    assert not collected.problems
    names = ["db/server.yaml", "db/parts/volume.template", "net.yaml", "scripts/boot.sh"]
    assert {file.name for file in collected.files.values()} == set(names)
    assert set(collected.files) == {address(name) for name in names}
    nested = collected.files[address("db/server.yaml")].document.value["resources"]
    assert nested["volume"]["type"] == address("db/parts/volume.template")
    assert nested["group"]["properties"]["resource_def"]["type"] == address("net.yaml")
    user_data = nested["server"]["properties"]["user_data"]
    assert user_data == {"get_file": address("scripts/boot.sh")}


def test_the_request_is_what_heatclient_sends(write):
    write(
        **{
            "web.yaml": VERSION + "resources:\n  db: {type: db.yaml}\n",
            "db.yaml": VERSION + "a: {get_file: x.sh}\n",
            "x.sh": "echo\n",
            "one.yaml": "parameters: {a: 1}\n",
            "two.yaml": "resource_registry: {'My::Db': db.yaml}\n",
        }
    )
    body = collect("web.yaml", ["two.yaml", "one.yaml"]).request()
    assert body["template"]["resources"] == {"db": {"type": address("db.yaml")}}
    assert body["environment_files"] == [address("two.yaml"), address("one.yaml")]
    assert body["files"][address("x.sh")] == "echo\n"
    assert json.loads(body["files"][address("db.yaml")])["a"] == {"get_file": address("x.sh")}
    assert json.loads(body["files"][address("one.yaml")]) == {"parameters": {"a": 1}}
    registry = json.loads(body["files"][address("two.yaml")])["resource_registry"]
    assert registry == {"My::Db": address("db.yaml")}
    assert len(body["files"]) == 4


def test_a_rewritten_document_still_knows_its_places(write):
    write(**{"web.yaml": VERSION + "resources:\n  db:\n    type: db.yaml\n", "db.yaml": VERSION})
    document = collect("web.yaml").template.document
    assert document.value["resources"]["db"]["type"] == address("db.yaml")
    assert str(document.locate(("resources", "db", "type"))) == "web.yaml:4:5"


def test_a_missing_file_is_told_where_it_is_named(write):
    write(
        **{
            "web.yaml": VERSION + "resources:\n  db: {type: db/server.yaml}\n",
            "db/server.yaml": VERSION + "a:\n  get_file: boot.sh\nb:\n  get_file: boot.sh\n",
        }
    )
    collected = collect("web.yaml")
    told = "cannot read 'boot.sh': there is no such file (looked for db/boot.sh)"
    assert messages(collected) == [
        f"db/server.yaml:3:3: a.get_file: {told}",
        f"db/server.yaml:5:3: b.get_file: {told}",
    ]
    assert collected.missing == {address("db/boot.sh")}


def test_a_wrong_nested_template_is_told_once_at_its_own_place(write):
    write(
        **{
            "web.yaml": VERSION
            + "a: {type: bad.yaml}\nb: {type: bad.yaml}\nc: {get_file: bad.yaml}",
            "bad.yaml": "heat_template_version: [",
        }
    )
    collected = collect("web.yaml")
    [message] = messages(collected)
    assert message.startswith("bad.yaml:2:1: ")
    assert collected.files[address("bad.yaml")].text == "heat_template_version: ["


def test_a_file_for_get_file_may_look_like_anything(write):
    write(
        **{
            "web.yaml": VERSION + "a: [{get_file: a}, {get_file: b}, {get_file: c}]\n",
            "a": "see heat_template_version: [",
            "b": "text: [heat_template_version]\n",
            "c": VERSION + "x: {get_file: a}\n",
        }
    )
    collected = collect("web.yaml")
    assert not collected.problems
    assert collected.files[address("a")].document is None
    assert collected.files[address("b")].text == "text: [heat_template_version]\n"
    assert json.loads(collected.files[address("c")].text)["x"] == {"get_file": address("a")}


def test_templates_that_name_each_other_are_read_once(write):
    write(
        **{
            "a.yaml": VERSION + "resources: {b: {type: b.yaml}}\n",
            "b.yaml": VERSION + "resources: {a: {type: a.yaml}, b: {type: ./b.yaml}}\n",
        }
    )
    collected = collect("a.yaml")
    assert set(collected.files) == {address("a.yaml"), address("b.yaml")}
    assert not collected.problems


def test_binary_content_is_sent_in_base64(write):
    content = bytes(range(256))
    write(**{"web.yaml": VERSION + "a: {get_file: image}\n", "image": content})
    text = collect("web.yaml").files[address("image")].text
    assert base64.b64decode(text) == content
    assert max(map(len, text.splitlines())) == 76


def test_files_elsewhere_are_left_in_place_with_a_warning(write):
    write(
        **{
            "web.yaml": VERSION + "a: {get_file: 'http://example.com/x'}\n",
            "env.yaml": "resource_registry:\n"
            "  base_url: https://example.com/t\n"
            "  My::A: a.yaml\n"
            "  My::B: file:///nowhere/b.yaml\n",
        }
    )
    collected = collect("web.yaml", ["env.yaml"])
    assert [(one.severity, str(one.position)) for one in collected.problems] == [
        (Severity.WARNING, "web.yaml:2:5"),
        (Severity.WARNING, "env.yaml:3:3"),
        (Severity.ERROR, "env.yaml:4:3"),
    ]
    registry = collected.environments[0].document.value["resource_registry"]
    assert registry["My::A"] == "https://example.com/t/a.yaml"


def test_a_registry_names_templates_only_where_types_stand(write):
    write(
        **{
            "web.yaml": VERSION,
            "env/env.yaml": """
resource_registry:
  base_url: ../lib
  My::A: a.yaml
  My::B: OS::Heat::None
  My::C:
  resources:
    web:
      hooks: pre-create
      restricted_actions: [replace]
      My::A: b.yaml
    nested:
      base_url: sub/
      inner: {My::A: c.yaml}
""",
            "lib/a.yaml": VERSION,
            "lib/b.yaml": VERSION,
            "lib/sub/c.yaml": VERSION,
        }
    )
    collected = collect("web.yaml", ["env/env.yaml"])
    assert not collected.problems
    names = {"lib/a.yaml", "lib/b.yaml", "lib/sub/c.yaml"}
    assert {file.name for file in collected.files.values()} == names


def test_only_regular_files_are_read(write, tmp_path):
    write(**{"web.yaml": VERSION + "a: [{get_file: pipe}, {get_file: /dev/zero}, {get_file: .}]\n"})
    os.mkfifo(tmp_path / "pipe")
    collected = collect("web.yaml")
    told = [one.rpartition("': ")[2] for one in messages(collected)]
    assert told == ["it is not a regular file"] * 2 + ["it is a folder"]


@pytest.mark.parametrize("name", ["a\\0b", "http://[bad", "x" * 5000, "%00", ""])
def test_a_strange_name_is_a_problem_and_no_crash(write, name):
    write(**{"web.yaml": VERSION + f'a: {{get_file: "{name}"}}\n'})
    assert len(collect("web.yaml").problems) == 1


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (FileLimits(file_bytes=200), "'huge': it is larger than 200 bytes"),
        (FileLimits(total_bytes=200), "'huge': it is larger than"),
        (FileLimits(files=1), "'huge': there are more than 1 files"),
    ],
)
def test_the_sizes_are_bounded(write, limits, told):
    write(**{"web.yaml": VERSION + "a: [{get_file: small}, {get_file: huge}]\n"})
    write(small="x" * 10, huge="x" * 1000)
    collected = collect("web.yaml", limits=limits)
    assert set(collected.files) == {address("small")}
    [message] = messages(collected)
    assert told in message


def test_without_the_template_nothing_is_collected(write):
    write(**{"env.yaml": "a: ["})
    with pytest.raises(InvalidTemplate) as caught:
        collect("web.yaml", ["env.yaml", "http://example.com/env.yaml"])
    first, second, third = str(caught.value).splitlines()
    assert first == "cannot read web.yaml: there is no such file"
    assert second.startswith("env.yaml:2:1: ")
    assert third == "cannot read http://example.com/env.yaml: only local files can be read"


def test_a_file_outside_the_current_folder_has_a_name_too(write, tmp_path, monkeypatch):
    write(**{"t/web.yaml": VERSION + "a: {get_file: x.sh}\n", "t/x.sh": "", "other/y": ""})
    monkeypatch.chdir(tmp_path / "other")
    collected = collect("../t/web.yaml")
    assert set(collected.names.values()) == {"../t/web.yaml", "../t/x.sh"}
