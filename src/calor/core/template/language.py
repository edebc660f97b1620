"""The two template languages."""

from enum import StrEnum


class Language(StrEnum):
    """The languages, by the names their users give them."""

    HOT = "hot"
    CFN = "cfn"
