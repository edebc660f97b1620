"""Templates of any size to measure with."""

from collections.abc import Iterator

HEADER = """\
heat_template_version: 2021-04-16
parameters:
  length:
    type: number
    default: 12
resources:
"""


def layered(count: int) -> str:
    """Return a template of `count` resources, about 100 bytes each; every tenth reads five."""
    return HEADER + "".join(_resources(count))


def _resources(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"  w{number:05}:\n    type: OS::Heat::RandomString\n    properties:\n"
        yield "      length: {get_param: length}\n"
        if number % 10 == 0 and number:
            before = ", ".join(
                f"{{get_attr: [w{one:05}, value]}}" for one in range(number - 5, number)
            )
            yield f"      salt: {{list_join: ['', [{before}]]}}\n"
