"""`calor types` and `calor functions`: what templates may use, as the service knows it."""

import click

from calor.cli.options import output_option, service_options
from calor.cli.output.forms import show_item, show_items
from calor.cli.output.tables import Column
from calor.cli.target import open_target

TYPES = (Column("TYPE", "resource_type"), Column("DESCRIPTION", "description"))
VERSIONS = (Column("VERSION", "version"), Column("KIND", "type"), Column("ALIASES", "aliases"))
FUNCTIONS = (Column("FUNCTION", "functions"), Column("DESCRIPTION", "description"))
PROPERTIES = (
    Column("PROPERTY", "name"),
    Column("TYPE", "type"),
    Column("REQUIRED", "required"),
    Column("UPDATABLE", "update_allowed"),
    Column("DESCRIPTION", "description"),
)
ATTRIBUTES = (Column("ATTRIBUTE", "name"), Column("DESCRIPTION", "description"))


@click.command()
@click.argument("resource_type", required=False)
@click.option(
    "--filter", "pattern", metavar="REGEX", help="Only types whose names begin like this."
)
@click.option("--template", type=click.Choice(["hot", "cfn"]), help="A template that uses it.")
@output_option
@service_options
@click.pass_context
def types(
    context: click.Context,
    resource_type: str | None,
    *,
    pattern: str | None,
    template: str | None,
    form: str,
) -> None:
    """List the types of resources, or show the properties and attributes of one RESOURCE_TYPE."""
    if template and not resource_type:
        raise click.UsageError("--template needs the RESOURCE_TYPE that it is to use")
    client = open_target(context).client
    if resource_type is None:
        show_items(form, TYPES, client.types.listed(name=pattern))
    elif template:
        show_item(
            "json" if form == "json" else "yaml", client.types.template(resource_type, template)
        )
    else:
        _show_type(client.types.show(resource_type), form)


@click.command()
@click.argument("version", required=False)
@click.option("--conditions", is_flag=True, help="Those of conditions, too.")
@output_option
@service_options
@click.pass_context
def functions(context: click.Context, version: str | None, *, conditions: bool, form: str) -> None:
    """List the versions of templates, or the functions of one VERSION.

    A VERSION is written as it is listed, or as in a template: 2021-04-16.
    """
    client = open_target(context).client
    versions = client.types.versions()
    if version is None:
        show_items(form, VERSIONS, versions)
        return
    known = [str(one.get("version")) for one in versions]
    full = next((one for one in known if version in (one, one.partition(".")[2])), version)
    show_items(form, FUNCTIONS, client.types.functions(full, conditions=conditions))


def _show_type(found: dict[str, dict[str, dict[str, object]]], form: str) -> None:
    if form != "table":
        show_item(form, found)
        return
    click.echo(click.style(str(found.get("resource_type")), bold=True))
    for columns, key in ((PROPERTIES, "properties"), (ATTRIBUTES, "attributes")):
        click.echo()
        items = sorted((found.get(key) or {}).items())
        show_items(form, columns, [{"name": name, **one} for name, one in items])
