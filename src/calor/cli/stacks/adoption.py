"""`calor abandon` and `calor adopt`: let go of resources, and take them over."""

import json
from pathlib import Path

import click

from calor.cli.options import service_options, stack_argument, wait_option
from calor.cli.progress.ending import follow, how_to_go_on
from calor.cli.target import open_target
from calor.client.reading import Unreadable, read_file
from calor.client.stacks import ref_of

LARGEST = 64 << 20


@click.command()
@stack_argument
@click.option("-f", "--file", "path", metavar="FILE", help="Where to write; without it, stdout.")
@service_options
@click.pass_context
def abandon(context: click.Context, stack: str, *, path: str | None) -> None:
    """Forget the stack NAME but leave its resources, and write down all that was known.

    What is written is what `calor adopt` needs to make a stack of the resources
    again. The service must allow it: enable_stack_abandon.
    """
    client = open_target(context).client
    ref = ref_of(client.stacks.find(stack))
    if path is None:
        click.echo(json.dumps(client.stacks.abandon(ref), indent=2))
        return
    # Opened first: what is abandoned is told once.
    with click.open_file(path, "w") as file:
        file.write(json.dumps(client.stacks.abandon(ref), indent=2) + "\n")
    click.echo(f"Stack {ref.name} is abandoned; take it over with: calor adopt {path}")


@click.command()
@click.argument("file")
@click.option("--name", help="The name of the stack; without it, what it was called before.")
@wait_option
@service_options
@click.pass_context
def adopt(context: click.Context, file: str, *, name: str | None, waits: bool) -> None:
    """Make a stack of the resources that FILE tells of, as `calor abandon` has written it.

    The service must allow it: enable_stack_adopt.
    """
    try:
        content = read_file(Path(file), LARGEST).decode()
        known = json.loads(content)
        called = name or known["name"]
    except (Unreadable, ValueError, KeyError, TypeError) as problem:
        raise click.ClickException(f"{file} does not tell of a stack: {problem}") from problem
    target = open_target(context)
    body = {
        "stack_name": called,
        "adopt_stack_data": content,
        "template": known.get("template"),
        "environment": known.get("environment") or {},
        "files": known.get("files") or {},
        "disable_rollback": True,
    }
    ref = target.client.stacks.create(body)
    if waits:
        follow(context, target, ref)
    else:
        click.echo(how_to_go_on(target, ref).strip())
