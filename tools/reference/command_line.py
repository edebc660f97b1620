"""reference/command-line.md: every command with its arguments and options."""

import click

from calor.cli.command import SECTIONS, cli
from calor.cli.options import SERVICE_OPTIONS
from calor.main import register_commands
from tools.reference.markdown import code, codes, fence, page, table

register_commands()

INTRODUCTION = """\
What was asked for goes to standard output, problems go to standard error. Colours are for terminals
only, and nowhere if `NO_COLOR` is set. Where a command shows or lists something, `-o json` and
`-o yaml` print all there is for other programs."""

STATUSES = """\
## Exit status

| status | meaning |
| --- | --- |
| 0 | All is well. |
| 1 | What was read has an error, the service refuses what is asked for, or it cannot be reached. |
| 2 | The command itself is wrong; with `calor plan --detailed-exitcode`, something would change. |
| 3 | The stack has failed. |
| 130 | Ctrl-C ended the watching; the stack goes on, or rests and can go on. |"""

SERVICE = """\
## Which service

The commands about stacks speak to any service with Heat's API. The first of these counts:

1. `--os-cloud` or `--os-endpoint`;
2. the variables that OpenStack's clients read: `OS_CLOUD`, `OS_AUTH_URL` with its companions, or
   `OS_ENDPOINT` with `OS_TOKEN`. A cloud is looked up in `clouds.yaml` (and `secure.yaml`) in this
   folder, in `~/.config/openstack` and in `/etc/openstack`; a `clouds.yaml` alone chooses nothing;
3. a `calor serve` that runs on the data directory;
4. a service inside the command. It ends with the command; work that is not done by then rests, and
   goes on with the next command. `calor wait` waits for it.

Passwords, tokens and application credentials need nothing else; any other `auth_type` is the plugin
of keystoneauth that has its name. All commands about stacks take these options:"""


def command_line() -> str:
    """Write the page."""
    every = [_section(title) for title in SECTIONS]
    service = "\n\n".join([SERVICE, _service_options()])
    return page("Command line", INTRODUCTION, STATUSES, service, *every)


def commands() -> dict[str, click.Command]:
    """Return every command by its name; those of a group by all of their names, too."""
    root = _root()
    found: dict[str, click.Command] = {}
    for name in cli.list_commands(root):
        if (command := cli.get_command(root, name)) is not None:
            found |= _with_inner(name, command)
    return found


def _with_inner(name: str, command: click.Command) -> dict[str, click.Command]:
    found = {name: command}
    if isinstance(command, click.Group):
        for inner, one in command.commands.items():
            found |= _with_inner(f"{name} {inner}", one)
    return found


def _root() -> click.Context:
    return click.Context(cli, info_name="calor", **cli.context_settings)


def _section(title: str) -> str:
    names = [name for name in commands() if name.split()[0] in SECTIONS[title]]
    rows = [
        (f"[`calor {name}`](#calor-{name.replace(' ', '-')})", _sentence(name)) for name in names
    ]
    return "\n\n".join([f"## {title}", table(["command", ""], rows), *map(_command, names)])


def _sentence(name: str) -> str:
    first, _, inner = name.partition(" ")
    if inner:
        return (commands()[name].help or "").split("\n")[0]
    return next(one[first].sentence for one in SECTIONS.values() if first in one)


def _command(name: str) -> str:
    command = commands()[name]
    context = click.Context(command, info_name=name, parent=_root())
    usage = " ".join(["calor", name, *command.collect_usage_pieces(context)])
    blocks = [f"## calor {name}", fence(usage, "text"), _paragraphs(command.help or "")]
    return "\n\n".join([*blocks, _options(command, context)])


def _paragraphs(text: str) -> str:
    return "\n\n".join(" ".join(one.split()) for one in text.split("\n\n"))


def _service_options() -> str:
    rows = [
        (code(f"{form[0]} {more.get('metavar', '')}".strip()), more["help"])
        for form, more in SERVICE_OPTIONS
    ]
    return table(["option", "meaning"], rows)


def _options(command: click.Command, context: click.Context) -> str:
    shared = {form[0] for form, _ in SERVICE_OPTIONS}
    options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
    forms = {form for one in options for form in one.opts}
    own = [one for one in options if not shared <= forms or not shared & set(one.opts)]
    records = filter(None, (one.get_help_record(context) for one in own))
    rows = [(code(form), f"{meaning.rstrip('.')}.") for form, meaning in records]
    told = table(["option", "meaning"], rows)
    if len(own) == len(options):
        return told
    return f"{told}\n\nAnd those that say [which service](#which-service): {codes(sorted(shared))}."
