from calor.core.state import Action
from calor.resources.heat.software_config import SoftwareConfig
from tests.resources.heat.driving import MemoryHere, made, run, shown


def test_the_config_is_a_text():
    here = MemoryHere()
    it = made(SoftwareConfig, config="#!/bin/sh")
    run(here, it, Action.CREATE)
    assert shown(here, it) == {"config": "#!/bin/sh"}


def test_there_may_be_none():
    here = MemoryHere()
    run(here, made(SoftwareConfig), Action.CREATE)
    assert here.configs.kept[here.id] == {
        "name": here.physical_name(),
        "group": "Heat::Ungrouped",
        "config": None,
        "inputs": [],
        "outputs": [],
        "options": {},
    }
