import pytest

from calor.core.document.parse import parse_document

YAML = """\
# a comment
heat_template_version: 2018-08-31

resources:
  web:
    type: OS::Nova::Server
    properties:
      networks:
      - port: {get_resource: port}
      - {network: n}
      name: é
"""
JSON = """\
{
  "heat_template_version": "2018-08-31",
  "resources": {
    "web": {"properties": {
      "n\\u0061me": "a\\"b",
      "networks": [{"port": 1},
                   2, []]
    }}
  }
}
"""


def place(text, *path):
    return str(parse_document(text, "f").locate(path))


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ((), "f:1:1"),
        (("heat_template_version",), "f:2:1"),
        (("resources", "web"), "f:5:3"),
        (("resources", "web", "properties", "networks", 0), "f:9:9"),
        (("resources", "web", "properties", "networks", 0, "port", "get_resource"), "f:9:16"),
        (("resources", "web", "properties", "networks", 1, "network"), "f:10:10"),
    ],
)
def test_keys_and_items_of_yaml_are_located(path, where):
    assert place(YAML, *path) == where


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ((), "f:1:1"),
        (("resources", "web"), "f:4:5"),
        (("resources", "web", "properties", "name"), "f:5:7"),
        (("resources", "web", "properties", "networks", 0), "f:6:20"),
        (("resources", "web", "properties", "networks", 0, "port"), "f:6:21"),
        (("resources", "web", "properties", "networks", 1), "f:7:20"),
        (("resources", "web", "properties", "networks", 2, 0), "f:7:23"),
    ],
)
def test_keys_and_items_of_json_are_located(path, where):
    assert place(JSON, *path) == where


@pytest.mark.parametrize("text", [YAML, JSON])
def test_a_path_that_leads_nowhere_is_placed_at_its_deepest_part(text):
    networks = ("resources", "web", "properties", "networks")
    assert place(text, "outputs", "a") == "f:1:1"
    assert place(text, *networks, 7) == place(text, *networks)
    assert place(text, *networks, -1) == place(text, *networks)
    assert place(text, *networks, "port") == place(text, *networks)
    assert place(text, "heat_template_version", "a", 0) == place(text, "heat_template_version")


def test_columns_count_characters_and_lines_end_in_every_way():
    assert place("{é: 1, b: 2}", "b") == "f:1:8"
    assert place('{"é": 1,\r"b": 2,\r\n"c": 3}', "c") == "f:3:1"
    assert place("a: 1\r\nb: 2\rc: 3", "c") == "f:3:1"


def test_a_column_past_a_million_does_not_spill_into_the_line():
    text = f"{{a: {'x' * 2_000_000}, b: 1}}"
    assert place(text, "b") == f"f:1:{1 << 20}"


def test_merged_and_aliased_parts_stand_where_they_were_written():
    text = "a: &a\n  k: {l: 1}\nb:\n  <<: *a\nc: *a\n"
    assert place(text, "b", "k", "l") == "f:2:7"
    assert place(text, "c") == "f:5:1"
    assert place(text, "c", "k") == "f:2:3"
