"""`calor validate`: find every mistake before anything is created."""

import click

from calor.cli.excerpts import show_problems
from calor.cli.loading import Loaded, load, template_options
from calor.cli.summary import as_json, as_text
from calor.core.source import Severity


@click.command()
@template_options
@click.option("--json", "wants_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def validate(
    context: click.Context,
    template: str,
    *,
    environments: tuple[str, ...],
    parameters: tuple[str, ...],
    wants_json: bool,
) -> None:
    """Check TEMPLATE and every file it refers to.

    Values of the wrong type, misspelt names, attributes that a type lacks and
    much more are found here instead of half-way through a deployment.
    Parameters that have no value yet are left open. The exit status is 1 if
    there is an error; warnings do no harm.
    """
    loaded = load(template, environments, parameters)
    if wants_json:
        click.echo(as_json(loaded))
    else:
        show_problems(loaded.problems, loaded.texts)
        click.echo(as_text(loaded) if loaded.is_valid else count(loaded), err=not loaded.is_valid)
    context.exit(0 if loaded.is_valid else 1)


def count(loaded: Loaded) -> str:
    """Say how much was found."""
    errors = sum(one.severity is Severity.ERROR for one in loaded.problems)
    warnings = len(loaded.problems) - errors
    found = [
        f"{n} {word}{'s' * (n != 1)}" for n, word in ((errors, "error"), (warnings, "warning")) if n
    ]
    return f"{loaded.template} has {' and '.join(found)}."
