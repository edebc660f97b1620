"""reference/limits.md: how much of everything there may be."""

from calor.api import query
from calor.api.orchestration import event_rendering, ordering, software_bodies, types
from calor.api.services import ApiSettings
from calor.cli import convert, loading
from calor.client.collect import FileLimits
from calor.cloud import paging
from calor.cloud.settings import Patience
from calor.core import source
from calor.core.document import findings, repeats
from calor.core.document import limits as document
from calor.core.schema import constraints
from calor.core.source import Severity
from calor.core.template import compiler
from calor.core.template.checks import surroundings
from calor.core.template.environment import resolution, section
from calor.core.template.functions import expected, repetition, replacement
from calor.core.template.parameters import coercion
from calor.core.template.parameters import limits as parameters
from calor.engine import engine, foresight, lookups, sweeping
from calor.engine.limits import Limits as StackLimits
from calor.resources.heat import handle_signals, naming, scaling
from calor.sandbox.limits import Limits as YaqlLimits
from tools.reference.markdown import page, table

INTRODUCTION = """\
Whatever the author of a template controls is bounded, so that no template can stop the machine
that reads it. The limits are far above what people write. Beyond a limit there is an error that
says which one it was."""

Row = tuple[str, float | None, str]

DOCUMENT = document.Limits()
FILES = FileLimits()
API = ApiSettings()
STACKS = StackLimits()
YAQL = YaqlLimits()
PATIENCE = Patience()
MEBIBYTE = 1024 * 1024

LIMITS: dict[str, list[Row]] = {
    "Documents": [
        ("Size of the text", DOCUMENT.max_bytes, ""),
        ("Maps and lists inside each other", DOCUMENT.depth, ""),
        ("Values in a document, each alias counted as a copy", DOCUMENT.nodes, ""),
        ("Digits of a number", document.MOST_DIGITS, ""),
        ("Mistakes of notation told at once", findings.MOST_PROBLEMS, ""),
        ("Warnings of duplicate keys", repeats.MOST_WARNINGS, ""),
    ],
    "Files": [
        ("Files that belong to a template", FILES.files, ""),
        ("Size of one file", FILES.file_bytes / MEBIBYTE, "MiB"),
        ("Size of all files together", FILES.total_bytes / MEBIBYTE, "MiB"),
        ("Input of `calor convert`", convert.MOST_BYTES / MEBIBYTE, "MiB"),
    ],
    "Templates": [
        ("Keys and indexes on the way to a value", compiler.MAX_NESTING, ""),
        ("Templates inside each other, below the first", surroundings.MAX_DEPTH, ""),
        ("Resources in nested stacks that one check looks into", surroundings.MAX_NESTED, ""),
        ("Errors told at once", source.MOST[Severity.ERROR], ""),
        ("Warnings told at once", source.MOST[Severity.WARNING], ""),
        ("Length of an `allowed_pattern`", parameters.MAX_PATTERN, "characters"),
        ("Time to match a pattern", constraints.PATTERN_SECONDS, "s"),
    ],
    "Stacks": [
        ("Stacks of a project, without nested ones", STACKS.stacks_per_project, ""),
        ("Resources of a stack, with nested ones", STACKS.resources_per_tree, ""),
        ("Stacks inside each other, below the first", STACKS.depth, ""),
        ("Phases of a roll-out that a preview foresees", foresight.MOST_PHASES, ""),
        ("Snapshots of a stack", STACKS.snapshots_per_stack, ""),
        ("Software configurations in a project", STACKS.software_configs_per_project, ""),
        ("Deployments in a project", STACKS.deployments_per_project, ""),
        (
            "Time for an action on a stack, unless a request says otherwise",
            STACKS.action_seconds,
            "s",
        ),
        ("Stacks that one engine works on at a time", engine.MOST_TREES, ""),
        ("Credentials that are given back in one go", sweeping.MOST_AT_ONCE, ""),
    ],
    "Requests": [
        ("Length of a body", API.max_body / MEBIBYTE, "MiB"),
        ("Length of a tag", ordering.MAX_TAG, "characters"),
        ("Time that an action may take", ordering.MAX_MINUTES, "minutes"),
        ("Events whose text is kept at hand", event_rendering.MOST_LINES, ""),
        ("Names in a query", query.MOST_FIELDS, ""),
        ("Digits of a number in a query", query.MOST_DIGITS, ""),
        ("Pattern for the names of resource types", types.MOST_PATTERN, "characters"),
        ("Name and group of a software configuration", software_bodies.MOST_NAME, "characters"),
        ("Id of a server or project in a deployment", software_bodies.MOST_ID, "characters"),
    ],
    "Clouds": [
        ("Objects that one check of a template asks a cloud for", lookups.MOST_QUESTIONS, ""),
        ("Pages of a listing", paging.MOST_PAGES, ""),
        ("Requests to one service at a time", PATIENCE.at_once, ""),
        ("Length of an answer", PATIENCE.largest_answer / MEBIBYTE, "MiB"),
        ("Time until a service answers", PATIENCE.answer_seconds, "s"),
    ],
    "Groups and pictures": [
        ("Members of a group", naming.MOST_MEMBERS, ""),
        ("Signals that a handle keeps", handle_signals.MOST_CHARACTERS, "characters"),
        ("Rest of a group after it was scaled", scaling.MOST_SECONDS, "s"),
        ("Phases of a roll-out that a preview looks ahead", foresight.MOST_PHASES, ""),
        ("Resources in all for nested stacks to be listed or drawn", loading.MOST_NESTED, ""),
    ],
    "Parameters": [
        ("Text of a number", coercion.MAX_NUMBER_TEXT, "characters"),
        ("Size of a whole number", coercion.MAX_BITS, "bits"),
        ("Text of a value of type `json`", coercion.MAX_JSON_TEXT, "characters"),
        ("Maps and lists inside each other in a value", coercion.MAX_DEPTH, ""),
        ("Values inside a value", coercion.MAX_PARTS, ""),
    ],
    "Environments": [
        ("Levels of `resources` inside each other", section.MAX_NESTING, ""),
        ("Entries with a wildcard", section.MAX_PATTERNS, ""),
        ("Types that stand for each other in a row", resolution.MAX_ALIASES, ""),
        ("Types that one lookup may come by", resolution.MAX_STEPS, ""),
    ],
    "Functions": [
        ("Text that a function makes", expected.MAX_TEXT, "characters"),
        ("Items that a function makes", expected.MAX_ITEMS, ""),
        ("`repeat`: values visited in all copies together", repetition.MAX_STEPS, ""),
        ("`str_replace`: places found in a text", replacement.MAX_MATCHES, ""),
        ("`str_replace`: length of the text times params", replacement.MAX_SCANNED, ""),
    ],
    "yaql": [
        ("Items of an iterator (`limit_iterators`)", YAQL.limit_iterators, ""),
        ("Memory by yaql's own count (`memory_quota`)", YAQL.memory_quota, "bytes"),
        ("Processor time of an expression", YAQL.processor_seconds, "s"),
        ("Time to wait for an answer", YAQL.patience_seconds, "s"),
        ("Time for the evaluating process to start", YAQL.start_seconds, "s"),
        ("Memory of the evaluating process", YAQL.memory_bytes / MEBIBYTE, "MiB"),
        ("Length of an expression", YAQL.expression_characters, "characters"),
        ("Data given to an expression", YAQL.input_bytes / MEBIBYTE, "MiB"),
        ("Result of an expression", YAQL.output_bytes / MEBIBYTE, "MiB"),
    ],
}


def limits() -> str:
    """Write the page."""
    blocks = []
    for title, rows in LIMITS.items():
        blocks += [f"## {title}", table(["limit", "at most"], map(_row, rows))]
    return page("Limits", INTRODUCTION, *blocks)


def _row(row: Row) -> tuple[str, str]:
    what, amount, unit = row
    if amount is None:
        return what, "no limit but that of the file"
    number = f"{int(amount):,}" if amount == int(amount) else f"{amount:,}"
    return what, f"{number} {unit}".rstrip()
