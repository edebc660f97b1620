"""Template versions and their functions."""

from typing import Any, Final

from calor.api.call import Answer, Call, answer
from calor.api.orchestration.answers import TemplateFunctions, TemplateVersions
from calor.api.query import Query
from calor.api.route import Route
from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.core.template.dialect import Dialect
from calor.core.template.function import Rejected
from calor.core.template.functions.descriptions import DESCRIPTIONS
from calor.core.template.version import DIALECTS, in_conditions, names_of

BY_NAME: Final = {f"{one.version_key}.{name}": one for one in DIALECTS for name in names_of(one)}


async def index(_call: Call) -> Answer:
    """List the versions."""
    versions = sorted(map(_shown, DIALECTS), key=lambda one: str(one["version"]))
    return answer({"template_versions": versions})


async def functions(call: Call) -> Answer:
    """List the functions of a version."""
    asked = call.path["template_version"]
    if asked not in BY_NAME:
        raise NotFound(f"Template with version {shorten(asked)} not found")
    names = _functions(BY_NAME[asked], conditions=call.query.get("with_condition_func", False))
    listed = [{"functions": one, "description": DESCRIPTIONS[one]} for one in names]
    return answer({"template_functions": listed})


def _shown(dialect: Dialect) -> dict[str, Any]:
    return {
        "version": f"{dialect.version_key}.{dialect.version}",
        "type": dialect.language,
        "aliases": [f"{dialect.version_key}.{one}" for one in dialect.aliases],
    }


def _functions(dialect: Dialect, *, conditions: bool) -> list[str]:
    known = {name for name, one in dialect.functions.items() if not isinstance(one, Rejected)}
    return sorted(known | in_conditions(dialect).keys() if conditions else known)


ROUTES: Final = (
    Route(
        method="GET",
        path="/v1/{project}/template_versions",
        policy="stacks:list_template_versions",
        handle=index,
        summary="List template versions.",
        returns=TemplateVersions,
        answers="Each version with its language and its other names.",
    ),
    Route(
        method="GET",
        path="/v1/{project}/template_versions/{template_version}/functions",
        policy="stacks:list_template_functions",
        handle=functions,
        summary="List the functions of a template version.",
        query=(
            Query(
                "with_condition_func", "Whether to list those that only conditions may use.", bool
            ),
        ),
        returns=TemplateFunctions,
        answers="The functions, each with what it does.",
    ),
)
