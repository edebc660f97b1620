"""`calor hook`: breakpoints of a stack, which hold resources until they are cleared."""

import re
import time
from fnmatch import fnmatchcase
from typing import Any, Final

import click

from calor.cli.options import output_option, service_options, stack_argument
from calor.cli.output.forms import show_items
from calor.cli.output.tables import Column
from calor.cli.output.times import ago
from calor.cli.progress.following import DEPTH
from calor.cli.progress.happening import Happening, read_event
from calor.cli.progress.tree import Tree
from calor.cli.target import open_target
from calor.client.api import Client
from calor.client.stacks import StackRef, ref_of

SET: Final = re.compile(r"paused until Hook (\S+) is cleared")
CLEARED: Final = re.compile(r"^Hook (\S+) is cleared")

COLUMNS = (
    Column("RESOURCE", "resource"),
    Column("HOOK", "hook"),
    Column("SINCE", ago("since")),
)


@click.group()
def hook() -> None:
    """See what holds a stack, and let it go on."""


@hook.command()
@stack_argument
@output_option
@service_options
@click.pass_context
def poll(context: click.Context, stack: str, *, form: str) -> None:
    """List the hooks that hold resources of the stack NAME and its children."""
    client = open_target(context).client
    pending = held(client, ref_of(client.stacks.find(stack)))
    shown = [{"resource": name, "hook": kind, "since": one.time} for (name, kind), one in pending]
    show_items(form, COLUMNS, shown, if_none="Nothing is held.")


@hook.command()
@stack_argument
@click.argument("resources", metavar="RESOURCE", nargs=-1, required=True)
@click.option("--hook", "kind", help="Only this hook, such as pre-create.")
@service_options
@click.pass_context
def clear(
    context: click.Context, stack: str, resources: tuple[str, ...], *, kind: str | None
) -> None:
    """Let each RESOURCE of the stack NAME go on that a hook holds.

    A RESOURCE may be a pattern: 'web/*'. It is named by all names that lead to it.
    """
    client = open_target(context).client
    cleared = 0
    for (name, its_kind), held_at in held(client, ref_of(client.stacks.find(stack))):
        if any(fnmatchcase(name, one) for one in resources) and kind in (None, its_kind):
            client.resources.signal(held_at.stack, held_at.resource, {"unset_hook": its_kind})
            click.echo(f"{name} goes on: {its_kind} is cleared.")
            cleared += 1
    if not cleared:
        raise click.ClickException("no hook holds any of these; see calor hook poll")


def held(client: Client, ref: StackRef) -> list[tuple[tuple[str, str], Happening]]:
    """Return the hooks that hold resources: told of by an event, and by no other since."""
    tree = Tree.of(ref, time.monotonic())
    pending: dict[tuple[str, str], Happening] = {}
    for event in client.events.listed(ref, nested_depth=DEPTH):
        _take(tree, event, pending)
    return list(pending.items())


def _take(tree: Tree, event: dict[str, Any], pending: dict[tuple[str, str], Happening]) -> None:
    happening = read_event(event, tree.ref)
    name = "/".join(tree.take(happening, 0.0).path)
    if found := SET.search(happening.reason):
        pending[name, found[1]] = happening
    elif found := CLEARED.search(happening.reason):
        pending.pop((name, found[1]), None)
    elif happening.is_of_stack and happening.stack == tree.ref and happening.is_over:
        pending.clear()
