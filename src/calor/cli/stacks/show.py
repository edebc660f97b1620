"""`calor show`: all about one stack."""

from collections.abc import Mapping
from typing import Any

import click

from calor.cli.options import output_option, service_options, stack_argument
from calor.cli.output.forms import show_item
from calor.cli.progress.ending import show_failures, show_outputs
from calor.cli.progress.following import DEPTH
from calor.cli.progress.tree import causes_of
from calor.cli.stacks.paths import failures_of
from calor.cli.target import open_target
from calor.client.decoding import as_map, maps_in
from calor.client.stacks import ref_of

FIELDS = {
    "name": "stack_name",
    "id": "id",
    "description": "description",
    "status": "stack_status",
    "reason": "stack_status_reason",
    "created": "creation_time",
    "updated": "updated_time",
    "deleted": "deletion_time",
    "owner": "stack_owner",
    "parent": "parent",
    "tags": "tags",
    "timeout": "timeout_mins",
    "parameters": "parameters",
}


@click.command()
@stack_argument
@output_option
@service_options
@click.pass_context
def show(context: click.Context, stack: str, *, form: str) -> None:
    """Show the stack NAME: its state, parameters and outputs, and what has failed in it."""
    client = open_target(context).client
    found = client.stacks.find(stack, outputs=True)
    show_item(form, found, _fields(found))
    if form != "table":
        return
    show_outputs(maps_in(found.get("outputs")))
    if str(found.get("stack_status")).endswith("FAILED"):
        ref = ref_of(found)
        failed = client.resources.listed(ref, nested_depth=DEPTH, status="FAILED")
        show_failures(causes_of(failures_of(failed, ref)))


def _fields(stack: Mapping[str, Any]) -> dict[str, Any]:
    shown = {name: stack.get(key) for name, key in FIELDS.items()}
    # What begins with OS:: the service itself adds to every stack.
    given = {
        name: value
        for name, value in as_map(stack.get("parameters")).items()
        if not name.startswith(("OS::", "AWS::"))
    }
    shown["parameters"] = given
    return {name: value for name, value in shown.items() if value not in (None, "", {}, [])}
