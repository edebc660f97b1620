from calor.core.state import Action
from calor.resources.heat.none import Nothing
from tests.resources.heat.driving import MemoryHere, attribute, made, run, shown


def test_it_takes_anything_and_has_nothing():
    here = MemoryHere()
    nothing = made(Nothing, flavor="m1.tiny", networks=[{"port": 1}])
    assert run(here, nothing, Action.CREATE) == 0
    assert here.physical_id == here.id
    assert shown(here, nothing) == {}
    assert attribute(here, nothing, "first_address") is None
    assert run(here, nothing, Action.DELETE) == 0
