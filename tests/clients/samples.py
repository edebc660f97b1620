"""Templates that need nothing but the service itself."""

from pathlib import Path

SIMPLE = """
heat_template_version: 2018-08-31
description: two things, one after the other
parameters:
  word: {type: string, default: moin}
  secret: {type: string, default: hush, hidden: true}
resources:
  first:
    type: OS::Heat::TestResource
    properties: {value: {get_param: word}}
    metadata: {colour: red}
  second:
    type: OS::Heat::RandomString
    properties: {length: 8}
    depends_on: first
outputs:
  said: {description: what was said, value: {get_attr: [first, output]}}
  chance: {value: {get_attr: [second, value]}}
"""

PARENT = """
heat_template_version: 2018-08-31
resources:
  child: {type: child.yaml, properties: {word: hey}}
outputs:
  said: {value: {get_attr: [child, said]}}
"""

FAILING = """
heat_template_version: 2018-08-31
resources:
  child: {type: broken.yaml}
"""

BROKEN = """
heat_template_version: 2018-08-31
resources:
  bad: {type: OS::Heat::TestResource, properties: {fail: true}}
"""

WAITING = """
heat_template_version: 2018-08-31
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  condition:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: handle}, timeout: 600, count: 1}
outputs:
  data: {value: {get_attr: [condition, data]}}
"""

UNKNOWN = {
    "heat_template_version": "2018-08-31",
    "resources": {"it": {"type": "OS::Heat::Nothing"}},
}


def written(place: Path) -> None:
    """Write the templates as files."""
    texts = {
        "simple.yaml": SIMPLE,
        "parent.yaml": PARENT,
        "child.yaml": SIMPLE,
        "failing.yaml": FAILING,
        "broken.yaml": BROKEN,
        "waiting.yaml": WAITING,
        "env.yaml": "parameters: {word: from the environment}\n",
        "word.txt": "from a file",
    }
    for name, text in texts.items():
        (place / name).write_text(text)
