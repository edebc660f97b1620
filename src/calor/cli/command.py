"""The command `calor`: its subcommands are imported only when one of them is used."""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from typing_extensions import override
else:

    def override(method: object) -> object:
        """Stand in for the real one, which takes a third of the start-up."""
        return method


TEMPLATES, STACKS, SERVICE = "Templates", "Stacks", "Service"


class Entry(NamedTuple):
    """A command that is known by name: where it is, and what it does in a sentence."""

    place: str
    """A module and the command in it: `calor.cli.validate:validate`."""
    sentence: str


SECTIONS: dict[str, dict[str, Entry]] = {
    TEMPLATES: {
        "validate": Entry("calor.cli.validate:validate", "Check a template and all it refers to."),
        "graph": Entry("calor.cli.graph:graph", "Draw what depends on what."),
        "convert": Entry("calor.cli.convert:convert", "Turn JSON into YAML or YAML into JSON."),
        "types": Entry("calor.cli.language:types", "Show the types of resources."),
        "functions": Entry("calor.cli.language:functions", "Show the functions of templates."),
    },
    STACKS: {
        "plan": Entry("calor.cli.stacks.plan:plan", "Show what `up` would do."),
        "up": Entry("calor.cli.stacks.up:up", "Create or update a stack."),
        "down": Entry("calor.cli.stacks.down:down", "Delete a stack."),
        "list": Entry("calor.cli.stacks.listing:listing", "List stacks."),
        "show": Entry("calor.cli.stacks.show:show", "Show a stack."),
        "resources": Entry("calor.cli.stacks.resources:resources", "List what a stack is made of."),
        "events": Entry("calor.cli.stacks.events:events", "Show what has happened to a stack."),
        "outputs": Entry("calor.cli.stacks.outputs:outputs", "Show the outputs of a stack."),
        "wait": Entry("calor.cli.stacks.wait:wait", "Follow a stack until it is at rest."),
        "waiting": Entry("calor.cli.stacks.waiting:waiting", "Show what a stack waits for."),
        "check": Entry("calor.cli.stacks.actions:check", "Compare a stack with the cloud."),
        "suspend": Entry("calor.cli.stacks.actions:suspend", "Put a stack to sleep."),
        "resume": Entry("calor.cli.stacks.actions:resume", "Wake a stack up."),
        "cancel": Entry("calor.cli.stacks.actions:cancel", "Stop what is being done to a stack."),
        "snapshot": Entry("calor.cli.stacks.snapshot:snapshot", "Keep what a stack is now."),
        "restore": Entry("calor.cli.stacks.snapshot:restore", "Return a stack to a snapshot."),
        "abandon": Entry("calor.cli.stacks.adoption:abandon", "Let go of a stack's resources."),
        "adopt": Entry("calor.cli.stacks.adoption:adopt", "Make a stack of what was let go."),
        "signal": Entry("calor.cli.stacks.signal:signal", "Send a signal to a resource."),
        "metadata": Entry("calor.cli.stacks.signal:metadata", "Show the metadata of a resource."),
        "hook": Entry("calor.cli.stacks.hook:hook", "See and clear hooks that hold a stack."),
    },
    SERVICE: {
        "completion": Entry("calor.cli.completion:completion", "Print a shell's completion."),
    },
}


class LateGroup(click.Group):
    """A group that knows its commands by name and imports them late."""

    def register(self, section: str, name: str, place: str, sentence: str) -> None:
        """Add a command without importing it."""
        SECTIONS.setdefault(section, {})[name] = Entry(place, sentence)

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for entries in SECTIONS.values() for name in entries]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for entries in SECTIONS.values():
            if entry := entries.get(cmd_name):
                module, _, name = entry.place.partition(":")
                command = getattr(import_module(module), name)
                return command if isinstance(command, click.Command) else None
        return None

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, self.list_commands(ctx)))
        for title, entries in SECTIONS.items():
            with formatter.section(title):
                rows = [(name.ljust(widest), entry.sentence) for name, entry in entries.items()]
                formatter.write_dl(rows)

    @override
    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what calor raises on purpose is told in a line."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as problem:
            # Imported here because nobody needs it while all goes well.
            from calor.cli.excerpts import printable  # noqa: PLC0415
            from calor.core.errors import CalorError  # noqa: PLC0415

            if not isinstance(problem, CalorError):
                raise
            lines = map(printable, str(problem).splitlines())
            raise click.ClickException("\n".join(lines)) from problem


@click.group(cls=LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="calor", message="calor %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Orchestrate clouds with Heat and CloudFormation templates."""
    if os.environ.get("NO_COLOR"):
        context.color = False
