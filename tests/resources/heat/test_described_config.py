from calor.core.state import Action
from calor.resources.heat.software_config import SoftwareConfig
from tests.resources.heat.driving import MemoryHere, made, run


def test_everything_is_kept_under_the_id_of_the_resource():
    here = MemoryHere()
    it = made(
        SoftwareConfig,
        group="script",
        config="#!/bin/sh",
        options={"a": 1},
        inputs=[{"name": "x"}, {"name": "y", "default": 0, "replace_on_change": True}],
        outputs=[{"name": "z", "error_output": True}],
    )
    run(here, it, Action.CREATE)
    assert here.physical_id == here.id
    assert here.configs.kept == {
        here.id: {
            "name": here.physical_name(),
            "group": "script",
            "config": "#!/bin/sh",
            "options": {"a": 1},
            "inputs": [
                {"name": "x", "type": "String"},
                {"name": "y", "type": "String", "default": 0, "replace_on_change": True},
            ],
            "outputs": [{"name": "z", "type": "String", "error_output": True}],
        }
    }
