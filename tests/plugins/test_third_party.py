import sys
import tomllib
from pathlib import Path

import pytest

from calor.core.schema.typed import typed_properties
from calor.plugin.checks import lookup_offline
from calor.plugin.registry import GROUP, TypeRegistry
from calor.plugin.schema import build
from tests.core.schema.test_properties import Notes

PACKAGE = Path(__file__).parent / "acme"


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The package as an installer would leave it."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    about = tmp_path / "acme_rockets-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"][GROUP].items()
    lines = [f"[{GROUP}]", *(f"{name} = {value}" for name, value in points)]
    (about / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(PACKAGE))
    yield
    for name in [name for name in sys.modules if name.startswith("acme_rockets")]:
        del sys.modules[name]


@pytest.mark.usefixtures("installed")
def test_an_installed_package_adds_its_types():
    registry = TypeRegistry()
    assert "acme_rockets" not in sys.modules
    rocket = registry.get("Acme::Rocket")
    assert rocket is not None
    assert rocket.properties["name"].required
    assert "Acme::Rocket" in registry.names()


@pytest.mark.usefixtures("installed")
def test_its_properties_are_checked_and_built_like_ours():
    registry = TypeRegistry()
    schema, notes = registry.get("Acme::Rocket"), Notes()
    assert schema is not None
    typed_properties(
        schema, {"stages": [{"fuel": "hope"}], "launch": "soon"}, notes, lookup_offline
    )
    assert [path for path, _, _ in notes.error] == [("stages", 0, "fuel"), ("launch",), ()]

    offer = registry.offer("Acme::Rocket")
    assert isinstance(offer, type)
    rocket = build(offer, typed_properties(schema, {"name": "Vega"}, Notes()))
    assert repr(rocket) == (
        "Rocket(name='Vega', stages=(Stage(fuel='kerosene', engines=1),), launch=None)"
    )
