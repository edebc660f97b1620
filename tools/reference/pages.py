"""All pages of the reference, by their paths below docs/reference."""

from tools.reference.command_line import command_line
from tools.reference.configuration import configuration
from tools.reference.custom_constraints import custom_constraints
from tools.reference.errors import errors
from tools.reference.limits import limits
from tools.reference.resource_types import resource_type_pages
from tools.reference.rest_api import rest_api
from tools.reference.template_functions import template_functions
from tools.reference.template_versions import template_versions


def pages() -> dict[str, str]:
    """Write every page into memory."""
    return {
        "command-line.md": command_line(),
        "configuration.md": configuration(),
        "template-versions.md": template_versions(),
        "template-functions.md": template_functions(),
        "custom-constraints.md": custom_constraints(),
        "limits.md": limits(),
        "errors.md": errors(),
        "rest-api.md": rest_api(),
        **resource_type_pages(),
    }
