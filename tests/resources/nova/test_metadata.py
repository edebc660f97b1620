"""What the template says of a server's metadata, and what is said since."""

from calor.plugin.resource import Sibling
from calor.resources.nova.metadata import follow_template, note_template
from tests.resources.heat.driving import MemoryHere


def here_with(metadata, said):
    here = MemoryHere(metadata=dict(metadata), physical_id="s1")
    here.siblings["s1"] = Sibling(type="OS::Nova::Server", metadata=said)
    return here


def test_what_belongs_to_the_agent_stays():
    here = here_with({"a": 1}, {"b": 2, "os-collect-config": {"polling": 5}, "deployments": []})
    note_template(here)
    here.metadata |= {"deployments": ["d1"], "os-collect-config": {"cfn": {}}}
    follow_template(here, keeps_agent=True)
    assert here.metadata == {
        "b": 2,
        "deployments": ["d1"],
        "os-collect-config": {"cfn": {}, "polling": 5},
    }


def test_where_there_is_no_agent_all_is_the_templates():
    here = here_with({"deployments": ["d1"]}, {"deployments": ["d2"]})
    note_template(here)
    follow_template(here, keeps_agent=False)
    assert here.metadata == {"deployments": ["d2"]}


def test_a_resource_that_nobody_knows_keeps_what_it_has():
    here = MemoryHere(metadata={"a": 1}, physical_id="s1")
    note_template(here)
    follow_template(here, keeps_agent=False)
    assert here.metadata == {"a": 1}
