"""reference/command-line.md: every command with its arguments and options."""

import click

from calor.cli.command import COMMANDS, cli
from tools.reference.markdown import code, fence, page, table

INTRODUCTION = """\
`calor` reads local files and prints to the terminal: what was asked for goes to standard output,
problems go to standard error, with colours on a terminal only. The exit status is 0 if all is well,
1 if there is an error in what was read, 2 if the command itself is wrong."""


def command_line() -> str:
    """Write the page."""
    root = _root()
    blocks = [_command(name, root) for name in COMMANDS]
    return page("Command line", INTRODUCTION, _options(cli, root), *blocks)


def commands() -> dict[str, click.Command]:
    """Return every command by its name."""
    root = _root()
    found = {name: cli.get_command(root, name) for name in COMMANDS}
    return {name: one for name, one in found.items() if one}


def _root() -> click.Context:
    return click.Context(cli, info_name="calor", **cli.context_settings)


def _command(name: str, root: click.Context) -> str:
    command = commands()[name]
    context = click.Context(command, info_name=name, parent=root)
    usage = " ".join(["calor", name, *command.collect_usage_pieces(context)])
    blocks = [f"## calor {name}", fence(usage, "text"), _paragraphs(command.help or "")]
    return "\n\n".join([*blocks, _options(command, context)])


def _paragraphs(text: str) -> str:
    return "\n\n".join(" ".join(one.split()) for one in text.split("\n\n"))


def _options(command: click.Command, context: click.Context) -> str:
    options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
    records = filter(None, (one.get_help_record(context) for one in options))
    rows = [(code(form), f"{meaning.rstrip('.')}.") for form, meaning in records]
    return table(["option", "meaning"], rows)
