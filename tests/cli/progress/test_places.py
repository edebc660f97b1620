from pathlib import Path

import pytest

from calor.cli.progress.places import place_of
from calor.client.collect import collect

TEMPLATE = """\
heat_template_version: 2021-04-16
resources:
  plain:
    type: OS::Heat::None
  file:
    type: inner.yaml
  mapped:
    type: My::Type
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: inner.yaml}
"""
INNER = """\
heat_template_version: 2021-04-16
resources:
  server:
    type: OS::Heat::None
"""


@pytest.fixture
def collected(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("outer.yaml").write_text(TEMPLATE)
    Path("inner.yaml").write_text(INNER)
    Path("env.yaml").write_text("resource_registry: {'My::Type': inner.yaml}")
    return collect("outer.yaml", ["env.yaml"])


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("plain",), "outer.yaml:3:3"),
        (("plain", "unknown"), "outer.yaml:3:3"),
        (("file", "server"), "inner.yaml:3:3"),
        (("mapped", "server"), "inner.yaml:3:3"),
        (("group", "1", "server"), "inner.yaml:3:3"),
        (("group", "1"), "outer.yaml:9:3"),
    ],
)
def test_a_resource_is_found_in_its_file(collected, path, place):
    position, _ = place_of(collected, path)
    assert str(position) == place


def test_what_no_file_has_is_nowhere(collected):
    assert place_of(collected, ("nothing",)) == (None, ())
