"""Sample files for operators, written from the code: `python -m tools.samples`."""

import textwrap
from collections.abc import Iterator
from pathlib import Path

from oslo_config import cfg
from oslo_policy.policy import DocumentedRuleDefault, RuleDefault

from calor.api.rules import list_rules
from calor.config.options import USED
from calor.config.values import ANY_TEXT, allowed

ROOT = Path(__file__).parent.parent
WIDTH = 98

LIBRARIES = """\
[keystone_authtoken]

# Who this service is when it asks Keystone whose tokens it was given; every option of
# keystonemiddleware may stand here.
#www_authenticate_uri = http://controller:5000
#auth_url = http://controller:5000
#auth_type = password
#username = heat
#password = PASSWORD
#user_domain_name = Default
#project_name = service
#project_domain_name = Default

[trustee]

# Who acts for users later, by the trusts that they give; the user above if nobody stands here.
#auth_url = http://controller:5000
#auth_type = password
#username = heat
#password = PASSWORD
#user_domain_name = Default

[oslo_policy]

# The rules that hold instead of the built-in ones, beside this file.
#policy_file = policy.yaml

# Whether the defaults of older releases, which do not ask for the roles member and reader, no
# longer hold.
#enforce_new_defaults = true
"""


def samples() -> dict[str, str]:
    """Return every sample by its path."""
    return {"etc/calor.conf.sample": configuration(), "etc/policy.yaml.sample": policy()}


def configuration() -> str:
    """Return a configuration file in which nothing is set."""
    head = _comment(
        "What an operator may set. Everything has a default; an existing heat.conf can be used "
        "as it is. Written from the code; a line without the # in front of it takes effect."
    )
    groups = ["\n\n".join([f"[{group}]", *map(_option, _options(group))]) for group in USED]
    return "\n\n".join([head, *groups, LIBRARIES])


def policy() -> str:
    """Return a policy file in which nothing is changed."""
    head = _comment("Who may do what. Written from the code; a line without the # takes effect.")
    return "\n\n".join([head, *map(_rule, list_rules())]) + "\n"


def shown_default(option: cfg.Opt) -> str:
    """Return the default of an option as a file writes it."""
    match option.default:
        case None:
            return ""
        case bool(value):
            return str(value).lower()
        case list(values):
            return ",".join(values)
        case value:
            return str(value)


def _options(group: str) -> list[cfg.Opt]:
    return [one.option for one in USED[group]]


def _option(option: cfg.Opt) -> str:
    words = allowed(option)
    values = "" if words == ANY_TEXT else f" Write {words}."
    meaning = _comment(f"{option.help}{values}")
    return f"{meaning}\n#{option.dest} = {shown_default(option)}".rstrip()


def _rule(rule: RuleDefault) -> str:
    lines = [*_comment(rule.description or "").splitlines(), *_requests(rule)]
    if rule.deprecated_rule:
        lines.append(f"# Before: {rule.deprecated_rule.check_str}")
    return "\n".join([*lines, f'#"{rule.name}": "{rule.check_str}"'])


def _requests(rule: RuleDefault) -> Iterator[str]:
    if isinstance(rule, DocumentedRuleDefault):
        yield from (f"# {one['method']} {one['path']}" for one in rule.operations)


def _comment(text: str) -> str:
    return "\n".join(f"# {line}" for line in textwrap.wrap(text, WIDTH))


def main() -> None:
    """Write every sample."""
    for path, text in samples().items():
        (ROOT / path).parent.mkdir(exist_ok=True)
        (ROOT / path).write_text(text)


if __name__ == "__main__":
    main()
