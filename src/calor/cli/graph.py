"""`calor graph`: a picture of what depends on what."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click

from calor.cli.excerpts import show_problems
from calor.cli.loading import MOST_NESTED, load, template_options
from calor.core.drawing.dot import to_dot
from calor.core.drawing.mermaid import to_mermaid
from calor.core.drawing.picture import Edge, Node, Picture
from calor.core.drawing.svg import to_svg
from calor.core.source import Severity
from calor.core.template.checks.surroundings import CheckedStack

WRITERS: Final[Mapping[str, Callable[[Picture], str]]] = {
    "svg": to_svg,
    "dot": to_dot,
    "mmd": to_mermaid,
}


@click.command()
@template_options
@click.option("-o", "--output", metavar="FILE", help="Where to write; the ending says what.")
@click.option("--to", "kind", type=click.Choice(list(WRITERS)), help="What to write.")
@click.option("--nested", is_flag=True, help="Show what is inside nested templates, too.")
@click.pass_context
def graph(  # noqa: PLR0913 - one argument an option
    context: click.Context,
    template: str,
    *,
    environments: tuple[str, ...],
    parameters: tuple[str, ...],
    output: str | None,
    kind: str | None,
    nested: bool,
) -> None:
    """Draw the resources of TEMPLATE and their dependencies.

    Writes SVG, DOT or Mermaid (.svg, .dot, .mmd); without a file, Mermaid to
    the terminal. An arrow leads from what is needed to what needs it.
    """
    chosen = kind or (Path(output).suffix.lower().removeprefix(".") if output else "mmd")
    if chosen not in WRITERS:
        known = ", ".join(f".{one}" for one in WRITERS)
        raise click.BadParameter(f"{output} must end in one of {known}", param_hint="-o")
    loaded = load(template, environments, parameters)
    errors = tuple(one for one in loaded.problems if one.severity is Severity.ERROR)
    show_problems(errors, loaded.texts)
    if loaded.stack is None:
        context.exit(1)
    if nested and loaded.stack.size > MOST_NESTED:
        raise click.ClickException(
            f"there are {loaded.stack.size} resources in all, more than {MOST_NESTED}; "
            "leave out --nested"
        )
    text = WRITERS[chosen](picture(loaded.template, loaded.stack, nested=nested))
    if output and output != "-":
        _write(output, text)
    else:
        click.echo(text)
    context.exit(1 if errors else 0)


def picture(title: str, stack: CheckedStack, *, nested: bool = False) -> Picture:
    """Return the picture of a stack, with its children if `nested`."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    _add(stack, "", nodes, edges, nested=nested)
    return Picture(title, tuple(nodes), tuple(edges))


def _add(
    stack: CheckedStack, group: str, nodes: list[Node], edges: list[Edge], *, nested: bool
) -> None:
    prefix = f"{group}/" if group else ""
    for name, resource in stack.resources.items():
        child = stack.children.get(name) if nested else None
        kind = stack.types[name].name if name in stack.types else resource.type
        inner = f"{prefix}{name}"
        nodes.append(
            Node(
                id=inner,
                label=name,
                kind=kind,
                group=(inner if child else group) or None,
                dashed=resource.condition is not True,
            )
        )
        edges += [Edge(f"{prefix}{need}", inner) for need in stack.graph.needs[name]]
        if child:
            _add(child, inner, nodes, edges, nested=True)
            roots = [one for one, needs in child.graph.needs.items() if not needs]
            edges += [Edge(inner, f"{inner}/{one}", dashed=True) for one in roots]


def _write(output: str, text: str) -> None:
    try:
        Path(output).write_text(text)
    except OSError as problem:
        raise click.ClickException(f"cannot write {output}: {problem.strerror}") from problem
