"""What each version of the template languages added, changed or dropped.

Everything else is as in the version before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from calor.core.template.dialect import CFN_WORDS, HOT_WORDS, Dialect
from calor.core.template.function import Function
from calor.core.template.functions import (
    cloudformation,
    lists,
    logic,
    maps,
    query,
    references,
    repetition,
    replacement,
    text,
    urls,
)
from calor.core.template.functions.facade import FacadeFunction
from calor.core.template.language import Language
from calor.core.template.parameters import declaration
from calor.core.template.parameters.declaration import ParameterRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What a version has that the one before it had not, and what it dropped."""

    version: str
    version_key: str = ""
    aliases: tuple[str, ...] = ()
    functions: Mapping[str, Function] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    condition_functions: Mapping[str, Function] = field(default_factory=dict)
    sections: tuple[str, ...] = ()
    resource_keys: tuple[str, ...] = ()
    output_keys: tuple[str, ...] = ()
    parameter_rules: ParameterRules | None = None
    deletion_policies: tuple[str, ...] = ()


def words(names: str) -> tuple[str, ...]:
    """Split a line of the table."""
    return tuple(names.split())


POLICIES: Final = words("Delete Retain Snapshot")

CFN_FUNCTIONS: Final[Mapping[str, Function]] = {
    "Fn::Base64": cloudformation.base64,
    "Fn::GetAZs": cloudformation.ZonesFunction(),
    "Fn::Join": text.fn_join,
    "Fn::MemberListToMap": cloudformation.member_list_to_map,
    "Fn::Replace": replacement.fn_replace,
    "Fn::ResourceFacade": FacadeFunction("Fn::ResourceFacade", is_cfn=True),
    "Fn::Select": cloudformation.select,
    "Fn::Split": text.fn_split,
    "Ref": cloudformation.RefFunction(),
}

HOT_START: Final = Dialect(
    language=Language.HOT,
    version_key="heat_template_version",
    version="",
    words=HOT_WORDS,
    sections=frozenset(
        words("heat_template_version description parameter_groups parameters resources outputs")
    ),
    resource_keys=frozenset(
        words("type properties metadata depends_on deletion_policy update_policy description")
    ),
    output_keys=frozenset(words("description value")),
    parameter_rules=declaration.HOT_2013_05_23,
    strict_resource_keys=True,
    functions={
        **CFN_FUNCTIONS,
        "get_attr": references.GetAttrFunction(selects_after=True),
        "get_file": references.GetFileFunction(),
        "get_param": references.GetParamFunction(),
        "get_resource": references.GetResourceFunction(),
        "list_join": text.list_join,
        "resource_facade": FacadeFunction("resource_facade"),
        "str_replace": replacement.str_replace,
    },
    deletion_policies={one: one for one in POLICIES},
    pseudo_parameters=words("OS::stack_id OS::stack_name OS::region OS::project_id"),
)

HOT_HISTORY: Final = (
    Changes(version="2013-05-23"),
    Changes(
        version="2014-10-16",
        functions={"get_attr": references.GetAttrFunction()},
        dropped=tuple(CFN_FUNCTIONS.keys() - {"Fn::Select"}),
    ),
    Changes(
        version="2015-04-30",
        functions={"digest": text.digest, "repeat": repetition.repeat},
    ),
    Changes(
        version="2015-10-15",
        functions={
            "get_attr": references.GetAttrFunction(
                usage="[resource] or [resource, attribute, path...]", least=1
            ),
            "list_join": text.list_join_multiple,
            "str_replace": replacement.str_replace_json,
            "str_split": text.str_split,
        },
        dropped=("Fn::Select",),
    ),
    Changes(version="2016-04-08", functions={"map_merge": maps.map_merge}),
    Changes(
        version="2016-10-14",
        aliases=("newton",),
        functions={
            "if": logic.IfFunction(),
            "map_replace": maps.map_replace,
            "repeat": repetition.repeat_with_map,
            "yaql": query.YaqlFunction(),
        },
        condition_functions={
            "and": logic.JunctionFunction("and", decisive=False),
            "equals": logic.equals,
            "get_param": references.GetParamFunction(),
            "not": logic.NotFunction(),
            "or": logic.JunctionFunction("or", decisive=True),
        },
        sections=("conditions",),
        resource_keys=("external_id", "condition"),
        output_keys=("condition",),
        deletion_policies=words("delete retain snapshot"),
    ),
    Changes(
        version="2017-02-24",
        aliases=("ocata",),
        functions={
            "filter": lists.filter_,
            "str_replace_strict": replacement.str_replace_strict,
        },
        parameter_rules=declaration.HOT_2017_02_24,
    ),
    Changes(
        version="2017-09-01",
        aliases=("pike",),
        functions={
            "contains": lists.contains,
            "list_concat": lists.list_concat,
            "list_concat_unique": lists.list_concat_unique,
            "make_url": urls.make_url,
            "repeat": repetition.repeat_with_permutations,
            "str_replace_vstrict": replacement.str_replace_vstrict,
        },
        condition_functions={"contains": lists.contains, "yaql": query.YaqlFunction()},
    ),
    Changes(
        version="2018-03-02",
        aliases=("queens",),
        parameter_rules=declaration.HOT_2018_03_02,
    ),
    Changes(version="2018-08-31", aliases=("rocky",)),
    Changes(
        version="2021-04-16",
        aliases=("wallaby",),
        functions={"if": logic.IfFunction(is_else_optional=True)},
    ),
)

CFN_START: Final = Dialect(
    language=Language.CFN,
    version_key="",
    version="",
    words=CFN_WORDS,
    sections=frozenset(
        words(
            "AWSTemplateFormatVersion HeatTemplateFormatVersion Description Mappings Parameters"
            " Resources Outputs"
        )
    ),
    resource_keys=frozenset(
        words("Type Properties Metadata DependsOn DeletionPolicy UpdatePolicy Description")
    ),
    output_keys=frozenset(words("Description Value")),
    parameter_rules=declaration.CFN,
    strict_resource_keys=False,
    functions={
        **CFN_FUNCTIONS,
        "Fn::FindInMap": cloudformation.FindInMapFunction(),
        "Fn::GetAtt": references.GetAttrFunction("Fn::GetAtt", "[resource, attribute]", most=2),
    },
    deletion_policies={one: one for one in POLICIES},
    pseudo_parameters=words("AWS::StackId AWS::StackName AWS::Region"),
)

CFN_HISTORY: Final = (
    Changes(version="2012-12-12", version_key="HeatTemplateFormatVersion"),
    Changes(
        version="2010-09-09",
        version_key="AWSTemplateFormatVersion",
        functions={"Fn::If": logic.IfFunction("Fn::If")},
        condition_functions={
            "Fn::And": logic.JunctionFunction("Fn::And", decisive=False),
            "Fn::Equals": logic.fn_equals,
            "Fn::FindInMap": cloudformation.FindInMapFunction(),
            "Fn::Not": logic.FnNotFunction(),
            "Fn::Or": logic.JunctionFunction("Fn::Or", decisive=True),
            "Ref": cloudformation.RefFunction(is_for_conditions=True),
        },
        sections=("Conditions",),
        resource_keys=("Condition",),
        output_keys=("Condition",),
    ),
)
