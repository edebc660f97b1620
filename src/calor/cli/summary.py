"""What a valid template consists of, for people and for programs."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from calor.cli.excerpts import cut, printable
from calor.cli.loading import MOST_NESTED, Loaded
from calor.core.source import Problem, format_path, shorten
from calor.core.template.checks.surroundings import CheckedStack
from calor.core.template.parameters.values import masked
from calor.core.values import UNKNOWN, Value, has_unknown

WIDEST = 60


def as_text(loaded: Loaded) -> str:
    """Return a summary that fits on a screen."""
    stack = loaded.stack
    if stack is None:
        return f"{loaded.template} is valid."
    dialect = stack.scope.template.dialect
    title = f"{loaded.template} is valid ({dialect.version_key} {dialect.version})."
    return "\n".join([title, *_parameters(stack), *_resources(stack), *_outputs(stack)])


def as_json(loaded: Loaded) -> str:
    """Return everything as JSON."""
    content: dict[str, Any] = {
        "template": loaded.template,
        "valid": loaded.is_valid,
        "problems": [_problem(one) for one in loaded.problems],
    }
    if loaded.stack:
        content |= _stack(loaded.stack, nested=loaded.stack.size <= MOST_NESTED)
    return json.dumps(content, indent=2)


def _parameters(stack: CheckedStack) -> Iterator[str]:
    parameters = stack.scope.template.parameters
    if not parameters:
        return
    yield f"  Parameters ({len(parameters)})"
    values = masked(parameters, stack.scope.parameters)
    names = {name: _shown(name) for name in parameters}
    width = max(map(len, names.values()))
    for name, parameter in parameters.items():
        value = values[name]
        shown = "no value yet" if value is UNKNOWN else shorten(value, WIDEST)
        yield f"    {names[name]:{width}}  {parameter.kind:20}  {shown}"


def _resources(stack: CheckedStack) -> Iterator[str]:
    below = stack.size - len(stack.resources)
    inner = f", and {below} in nested stacks" if below else ""
    yield f"  Resources ({len(stack.resources)}{inner})"
    names = Counter(stack.types[name].name for name in stack.resources if name in stack.types)
    for name, number in sorted(names.items()):
        yield f"    {number:4} x {_shown(name)}"


def _outputs(stack: CheckedStack) -> Iterator[str]:
    outputs = stack.scope.template.outputs
    if outputs:
        yield f"  Outputs ({len(outputs)})"
        yield f"    {', '.join(map(_shown, outputs))}"


def _shown(name: str) -> str:
    return cut(printable(name), WIDEST)


def _problem(problem: Problem) -> dict[str, Any]:
    where = problem.position
    return {
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint,
        "path": format_path(problem.path),
        "file": where and where.file,
        "line": where and where.line,
        "column": where and where.column,
    }


def _stack(stack: CheckedStack, *, nested: bool) -> dict[str, Any]:
    template = stack.scope.template
    values = masked(template.parameters, stack.scope.parameters)
    return {
        "version": template.dialect.version,
        "description": template.description,
        "parameters": {
            name: {
                "type": one.kind,
                "label": one.shown_label,
                "description": one.description,
                "hidden": one.hidden,
                "value": _known(values[name]),
            }
            for name, one in template.parameters.items()
        },
        "resources": {name: _resource(stack, name, nested=nested) for name in stack.resources},
        "outputs": {name: one.description for name, one in template.outputs.items()},
    }


def _resource(stack: CheckedStack, name: str, *, nested: bool) -> dict[str, Any]:
    content: dict[str, Any] = {
        "type": stack.resources[name].type,
        "needs": list(stack.graph.needs[name]),
    }
    child = stack.children.get(name)
    if child and nested:
        content["stack"] = _stack(child, nested=True)
    return content


def _known(value: Value) -> Value:
    return None if has_unknown(value) else value
