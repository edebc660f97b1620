"""Options that many commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from calor.cli.output.forms import FORMS

Command = TypeVar("Command", bound=Callable[..., Any])


def service_options(command: Command) -> Command:
    """Add what says which service to speak to; `target.chosen_service` reads it."""
    for name, more in reversed(SERVICE_OPTIONS):
        option = click.option(*name, expose_value=False, callback=_remember, **more)
        command = option(command)
    return command


def output_option(command: Command) -> Command:
    """Add -o."""
    return click.option(
        "-o",
        "--output",
        "form",
        type=click.Choice(FORMS),
        default="table",
        show_default=True,
        help="How to print.",
    )(command)


def wait_option(command: Command) -> Command:
    """Add --no-wait."""
    return click.option(
        "--wait/--no-wait", "waits", default=True, help="Follow until it is done, or only begin."
    )(command)


def depth_option(default: int = 0) -> Callable[[Command], Command]:
    """Return what adds -n."""

    def add(command: Command) -> Command:
        return click.option(
            "-n",
            "--nested-depth",
            "depth",
            type=click.IntRange(0, 100),
            default=default,
            show_default=True,
            help="How many levels of child stacks to look into.",
        )(command)

    return add


def stack_argument(command: Command) -> Command:
    """Add the stack that a command is about."""
    return click.argument("stack", metavar="NAME", shell_complete=_names)(command)


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value is not None and value is not False:
        context.meta.setdefault("calor.service", {})[parameter.name] = value


def _names(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    # Imported here because only a shell asks for it.
    from calor.cli.completion import stack_names  # noqa: PLC0415

    return stack_names(context, incomplete)


SERVICE_OPTIONS: list[tuple[tuple[str, str], dict[str, Any]]] = [
    (("--os-cloud", "cloud"), {"metavar": "NAME", "help": "A cloud in clouds.yaml."}),
    (("--os-endpoint", "endpoint"), {"metavar": "URL", "help": "The address of the service."}),
    (("--os-region-name", "region"), {"metavar": "NAME", "help": "The region of the service."}),
    (("--os-cacert", "authority"), {"metavar": "FILE", "help": "Whom to trust for TLS."}),
    (("--insecure", "insecure"), {"is_flag": True, "help": "Trust anybody for TLS."}),
    (
        ("--data-dir", "data_dir"),
        {"metavar": "DIR", "help": "Where a service inside this command keeps its data."},
    ),
]
