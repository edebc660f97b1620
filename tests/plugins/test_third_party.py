import json
import sys
import tomllib
from pathlib import Path

import pytest

from calor.core.schema.typed import typed_properties
from calor.core.state import Action
from calor.engine.local import open_local
from calor.engine.orders import Order
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


def order(**properties):
    rocket = {"type": "Acme::Rocket", "properties": properties}
    altitude = {"value": {"get_attr": ["rocket", "altitude"]}}
    return Order(
        template={
            "heat_template_version": "2021-04-16",
            "resources": {"rocket": rocket},
            "outputs": {"altitude": altitude, "pad": {"value": {"get_attr": ["rocket", "pad"]}}},
        }
    )


@pytest.mark.usefixtures("installed")
async def test_the_engine_brings_it_up_changes_replaces_and_removes_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    port = tmp_path / "spaceport"
    port.mkdir()

    def rockets():
        return {one.name: json.loads(one.read_text())["name"] for one in port.iterdir()}

    async with open_local("memory://") as local:
        stack_id = await local.stacks.create("demo", "space", order(name="Vega"))
        await local.complete(stack_id)
        ((pad, name),) = rockets().items()
        assert (name, pad.startswith("space-rocket-")) == ("Vega", True)
        outputs = await local.views.outputs("demo", stack_id)
        assert {name: one.value for name, one in outputs.items()} == {"altitude": 0.0, "pad": pad}

        await local.stacks.update("demo", stack_id, order(name="Ariane"))
        await local.complete(stack_id)
        assert rockets() == {pad: "Ariane"}

        heavier = order(name="Ariane", stages=[{"fuel": "hydrogen", "engines": 2}])
        await local.stacks.update("demo", stack_id, heavier)
        await local.complete(stack_id)
        ((other, name),) = rockets().items()
        assert other != pad
        assert name == "Ariane"

        await local.stacks.act("demo", stack_id, Action.DELETE)
        await local.complete(stack_id)
        assert rockets() == {}
