"""The versions of the template languages, and which of them a template is written in."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from calor.core.source import Report, did_you_mean, shorten
from calor.core.template.dialect import Dialect
from calor.core.template.function import Function, Rejected
from calor.core.template.history import CFN_HISTORY, CFN_START, HOT_HISTORY, HOT_START, Changes
from calor.core.values import Value, kind_of


def changed(before: Dialect, changes: Changes) -> Dialect:
    """Return the version that comes of another one by some changes."""
    dropped = {
        name: Rejected(name, f"was dropped; version {before.version} was the last to have it")
        for name in changes.dropped
    }
    functions = {**before.functions, **changes.functions, **dropped}
    conditional = {**in_conditions(before), **changes.condition_functions}
    return replace(
        before,
        version_key=changes.version_key or before.version_key,
        version=changes.version,
        aliases=changes.aliases,
        sections=before.sections.union(changes.sections),
        resource_keys=before.resource_keys.union(changes.resource_keys),
        output_keys=before.output_keys.union(changes.output_keys),
        parameter_rules=changes.parameter_rules or before.parameter_rules,
        functions=functions,
        condition_functions=with_rejections(functions, conditional) if conditional else {},
        has_conditions=bool(conditional),
        deletion_policies={
            **before.deletion_policies,
            **{one: one.capitalize() for one in changes.deletion_policies},
        },
    )


def in_conditions(dialect: Dialect) -> dict[str, Function]:
    """Return the functions that conditions may use."""
    known = dialect.condition_functions.items()
    return {name: one for name, one in known if not isinstance(one, Rejected)}


def with_rejections(
    functions: Mapping[str, Function], conditional: Mapping[str, Function]
) -> dict[str, Function]:
    """Add to the functions of conditions all others, as rejected ones."""
    reason = f"cannot be used in a condition, unlike {', '.join(sorted(conditional))}"
    others = {
        name: one if isinstance(one, Rejected) else Rejected(name, reason)
        for name, one in functions.items()
    }
    return {**others, **conditional}


def history(start: Dialect, steps: tuple[Changes, ...]) -> tuple[Dialect, ...]:
    """Return all versions of a language, oldest first."""
    versions = [start]
    for changes in steps:
        versions.append(changed(versions[-1], changes))
    return tuple(versions[1:])


def with_elsewhere(dialect: Dialect, others: tuple[Dialect, ...]) -> Dialect:
    """Note the functions that only other versions have, those of the same language first."""
    found: dict[str, str] = {}
    for other in sorted(others, key=lambda one: one.language is not dialect.language):
        for name, function in other.functions.items():
            if name not in dialect.functions and not isinstance(function, Rejected):
                found.setdefault(name, f"{other.version_key} {other.version}")
    return replace(dialect, elsewhere=found)


ALL: Final = history(HOT_START, HOT_HISTORY) + history(CFN_START, CFN_HISTORY)
DIALECTS: Final = tuple(with_elsewhere(one, ALL) for one in ALL)
LONG: Final = 50
"""Where searching for what the author may have meant ends."""
VERSION_KEYS: Final = tuple(dict.fromkeys(one.version_key for one in DIALECTS))


def dialect_of(document: Mapping[str, Value], report: Report) -> Dialect | None:
    """Return the language and version a template is written in, or report why there is none."""
    keys = [one for one in VERSION_KEYS if isinstance(document.get(one), str)]
    if len(keys) == 1:
        return dialect_named(keys[0], document[keys[0]], report)
    if keys:
        report.error((keys[0],), f"only one of {' and '.join(keys)} may be given")
    else:
        report_no_version(document, report)
    return None


def dialect_named(key: str, version: str, report: Report) -> Dialect | None:
    """Return a version by its date or its alias."""
    known = {name: one for one in DIALECTS if one.version_key == key for name in names_of(one)}
    if version not in known:
        hint = did_you_mean(version[:LONG], known)
        accepted = f"{key} must be one of {', '.join(known)}"
        report.error(
            (key,), f"The template version is invalid: {shorten(version)}; {accepted}", hint
        )
    return known.get(version)


def names_of(dialect: Dialect) -> tuple[str, ...]:
    """Return what may be written for a version."""
    return (dialect.version, *dialect.aliases)


def report_no_version(document: Mapping[str, Value], report: Report) -> None:
    """Say how a version is given."""
    for key in VERSION_KEYS:
        if key in document:
            report.error((key,), f"{key} must be a string, not {kind_of(document[key])}")
            return
    newest = f"{HOT_START.version_key}: {HOT_HISTORY[-1].version}"
    misspelt = (did_you_mean(key, VERSION_KEYS) for key in islice(document, LONG))
    hint = next(filter(None, misspelt), f"write {newest!r} at its top")
    report.error((), "the template does not say which version of which language it is in", hint)
