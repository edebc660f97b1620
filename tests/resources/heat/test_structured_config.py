from calor.core.state import Action
from calor.resources.heat.structured_config import StructuredConfig
from tests.resources.heat.driving import MemoryHere, made, run, shown


def test_the_config_stays_a_map():
    here = MemoryHere()
    it = made(StructuredConfig, config={"a": [{"get_input": "b"}]})
    run(here, it, Action.CREATE)
    assert shown(here, it) == {"config": {"a": [{"get_input": "b"}]}}
    assert here.configs.kept[here.id]["group"] == "Heat::Ungrouped"
