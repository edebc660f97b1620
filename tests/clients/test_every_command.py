"""Every command of python-heatclient is run by some test."""

from tests.clients import (
    test_life_commands,
    test_orchestration_commands,
    test_resource_commands,
    test_software_commands,
    test_stack_commands,
)
from tests.clients.openstack_command import COMMANDS

MODULES = (
    test_life_commands,
    test_orchestration_commands,
    test_resource_commands,
    test_software_commands,
    test_stack_commands,
)


def test_every_command_is_shown_by_a_test():
    assert MODULES
    assert COMMANDS.tests.keys() == COMMANDS.known
