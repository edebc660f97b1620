"""What each function does, in a sentence: for clients that list them, and for the reference."""

from collections.abc import Mapping
from typing import Final

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "get_param": (
        "Returns the value of a parameter, or what lies along a path in it; a path that leads "
        "nowhere gives empty text."
    ),
    "get_resource": "Returns the reference id of a resource, and makes the resource come first.",
    "get_attr": (
        "Returns an attribute of a resource, or what lies along a path in it, and makes the "
        "resource come first."
    ),
    "get_file": "A function for including a file inline.",  # clients' tests look for these words
    "resource_facade": (
        "Returns, inside a provider template, what the parent says of the resource that the "
        "template stands for."
    ),
    "str_replace": (
        "Fills the placeholders of a text, longest first; maps and lists become JSON since "
        "2015-10-15."
    ),
    "str_replace_strict": (
        "Fills placeholders, and fails if one of them does not occur in the text."
    ),
    "str_replace_vstrict": (
        "Fills placeholders, and fails if one of them does not occur in the text or has an "
        "empty value."
    ),
    "list_join": (
        "Joins the items of lists with a delimiter; since 2015-10-15, maps and lists among the "
        "items become JSON."
    ),
    "str_split": "Splits a text at a delimiter; with an index, returns that part only.",
    "digest": "Returns the digest of a text in hexadecimal.",
    "make_url": "Builds a URL of its parts, each encoded as its place demands.",
    "repeat": (
        "Returns a list with a copy of a template for each combination of values; without "
        "`permutations`, values go side by side."
    ),
    "list_concat": "Puts lists behind each other.",
    "list_concat_unique": "Puts lists behind each other, and keeps the first of equal items.",
    "filter": "Drops some values from a list.",
    "contains": "Returns whether a list has an item, or a text another one in it.",
    "map_merge": "Merges maps; later ones win.",
    "map_replace": "Returns a map with some keys or values replaced by others.",
    "yaql": (
        "Evaluates an expression of the query language yaql, in which `$.data` is what was given."
    ),
    "if": (
        "Returns one of two values; since 2021-04-16 the second may be missing, and then there "
        "is no value at all."
    ),
    "equals": "Holds if two values are equal.",
    "not": "Holds if a condition does not.",
    "and": "Holds if all conditions do; it stops at the first that does not.",
    "or": "Holds if one of the conditions does; it stops at the first.",
    "Ref": (
        "Returns the reference id of a resource, or the value of a parameter; in a condition, "
        "of a parameter only."
    ),
    "Fn::GetAtt": "Returns an attribute of a resource, and makes the resource come first.",
    "Fn::FindInMap": "Returns a value of the section `Mappings`.",
    "Fn::GetAZs": "Returns the names of the availability zones, whatever region is given.",
    "Fn::ResourceFacade": (
        "Returns, inside a provider template, what the parent says of the resource that the "
        "template stands for."
    ),
    "Fn::Join": "Joins the items of a list with a delimiter.",
    "Fn::Split": "Splits a text at a delimiter.",
    "Fn::Replace": "Fills the placeholders of a text, longest first.",
    "Fn::Base64": "Returns the text as it is; whoever receives it encodes it where that is needed.",
    "Fn::Select": (
        "Picks from a list by index or from a map by key; what is not there is empty text."
    ),
    "Fn::MemberListToMap": "Makes a map of the text form that AWS gives to lists of maps.",
    "Fn::If": "Returns one of two values.",
    "Fn::Equals": "Holds if two values are equal.",
    "Fn::Not": "Holds if a condition does not.",
    "Fn::And": "Holds if all conditions do; it stops at the first that does not.",
    "Fn::Or": "Holds if one of the conditions does; it stops at the first.",
}
