from calor.core.state import Action
from calor.resources.heat.software_config import SoftwareConfig
from tests.resources.heat.driving import MemoryHere, made, run, shown


def test_creating_twice_makes_one():
    here = MemoryHere()
    for _ in range(2):
        run(here, made(SoftwareConfig, config="a"), Action.CREATE)
    assert list(here.configs.kept) == [here.id]


def test_the_config_is_shown_for_as_long_as_it_is_there():
    here = MemoryHere()
    it = made(SoftwareConfig, config="a")
    assert shown(here, it) == {}
    run(here, it, Action.DELETE)
    run(here, it, Action.CREATE)
    assert shown(here, it) == {"config": "a"}
    run(here, it, Action.DELETE)
    assert shown(here, it) == {}
    run(here, it, Action.DELETE)
