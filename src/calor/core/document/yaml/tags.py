"""What to say about YAML tags: templates know YAML's own types and no others."""

from calor.core.document.yaml.scalars import CORE
from calor.core.source import shorten

_PLAIN_NAMES = ("Ref", "Condition")
_NOT_IN_JSON = ("binary", "omap", "pairs", "set")
_LONGEST_NAME, _LONGEST_ARGUMENT = 30, 60


def tag_refusal(tag: str, kind: str, text: str = "") -> tuple[str, str]:
    """Return the message and the hint for a tag that cannot stand on a `kind`."""
    if not tag.startswith(CORE):
        return f"templates have no tag {shorten(tag)}", _without_tag(tag, text)
    name = tag.removeprefix(CORE)
    if name in _NOT_IN_JSON:
        return f"templates cannot hold the type !!{name}", "write it as text, a list or a map"
    return f"the tag {shorten('!!' + name)} cannot stand on {kind}", "leave the tag out"


def _without_tag(tag: str, text: str) -> str:
    """Write out what CloudFormation's short form of a function means."""
    name = tag.removeprefix("!")
    if not name.isidentifier() or len(name) > _LONGEST_NAME:
        return "leave the tag out"
    argument = text if text.isprintable() and 0 < len(text) <= _LONGEST_ARGUMENT else "..."
    if name == "GetAtt" and argument != "...":
        argument = f"[{argument.replace('.', ', ', 1)}]"
    if name in _PLAIN_NAMES or name.islower():
        return f"write {{{name}: {argument}}}"
    return f'write {{"Fn::{name}": {argument}}}'
