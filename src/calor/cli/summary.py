"""What a valid template consists of, for people and for programs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from calor.cli.loading import Loaded
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
        content |= _stack(loaded.stack)
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode()


def _parameters(stack: CheckedStack) -> Iterator[str]:
    parameters = stack.scope.template.parameters
    if not parameters:
        return
    yield f"  Parameters ({len(parameters)})"
    values = masked(parameters, stack.scope.parameters)
    width = max(map(len, parameters))
    for name, parameter in parameters.items():
        value = values[name]
        shown = "no value yet" if value is UNKNOWN else shorten(value, WIDEST)
        yield f"    {name:{width}}  {parameter.kind:20}  {shown}"


def _resources(stack: CheckedStack) -> Iterator[str]:
    below = sum(_count(child) for child in stack.children.values())
    inner = f", and {below} in nested stacks" if below else ""
    yield f"  Resources ({len(stack.resources)}{inner})"
    names = Counter(stack.types[name].name for name in stack.resources if name in stack.types)
    for name, number in sorted(names.items()):
        yield f"    {number:4} x {name}"


def _count(stack: CheckedStack) -> int:
    return len(stack.resources) + sum(_count(child) for child in stack.children.values())


def _outputs(stack: CheckedStack) -> Iterator[str]:
    outputs = stack.scope.template.outputs
    if outputs:
        yield f"  Outputs ({len(outputs)})"
        yield f"    {', '.join(outputs)}"


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


def _stack(stack: CheckedStack) -> dict[str, Any]:
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
        "resources": {
            name: {
                "type": one.type,
                "needs": list(stack.graph.needs[name]),
                **({"stack": _stack(stack.children[name])} if name in stack.children else {}),
            }
            for name, one in stack.resources.items()
        },
        "outputs": {name: one.description for name, one in template.outputs.items()},
    }


def _known(value: Value) -> Value:
    return None if has_unknown(value) else value
