"""reference/configuration.md: what an operator may set."""

from calor.config.declaring import Used
from calor.config.meaningless import MEANINGLESS, MEANINGLESS_GROUPS
from calor.config.options import SERVICES, USED
from calor.config.values import ANY_TEXT, allowed
from tools.reference.markdown import code, page, table
from tools.samples import shown_default

INTRODUCTION = """\
Calor reads the configuration files that Heat reads: `heat.conf` and then `calor.conf`, each from
`~/.heat` or `~/.calor`, `~`, `/etc/heat` or `/etc/calor` and `/etc`; or the files that are named.
What stands in a later file holds. Nothing has to be set. A value that cannot be stops the start
with the file, the group, the option and what is allowed. `etc/calor.conf.sample` has every option
with its default.

The groups `keystone_authtoken` (validating tokens), `trustee` (acting for users by their trusts)
and `oslo_policy` (who may do what) are read by the libraries that Heat uses for them, so their
options may be set but for those named below. A validated token is remembered in the process for
`token_cache_seconds`, never in memcached."""

IGNORED = """\
These are options of Heat, too. They may stay in a file: they are named once in the log and do
nothing."""


def configuration() -> str:
    """Write the page."""
    alike = {f"clients_{name}" for name in SERVICES} - {"clients_keystone"}
    groups = [_group(group, used) for group, used in USED.items() if group not in alike]
    return page("Configuration", INTRODUCTION, *groups, _alike(), _ignored())


def _group(group: str, used: tuple[Used, ...]) -> str:
    rows = [
        (code(one.option.dest), one.option.help or "", _values(one), _default(one)) for one in used
    ]
    return f"## {group}\n\n{table(['option', 'meaning', 'values', 'default'], rows)}"


def _values(used: Used) -> str:
    words = allowed(used.option)
    return "" if words == ANY_TEXT else words


def _default(used: Used) -> str:
    shown = shown_default(used.option)
    return code(shown) if shown else ""


def _alike() -> str:
    names = ", ".join(code(f"clients_{name}") for name in SERVICES)
    return f"## clients_…\n\nThe options of `clients`, for one service: {names}."


def _ignored() -> str:
    rows = [
        (code(f"[{group}] {name}"), reason)
        for group, names in MEANINGLESS.items()
        for name, reason in names.items()
    ]
    rows += [(f"all of {code(f'[{name}]')}", reason) for name, reason in MEANINGLESS_GROUPS.items()]
    return f"## Without effect\n\n{IGNORED}\n\n{table(['option', 'why'], rows)}"
