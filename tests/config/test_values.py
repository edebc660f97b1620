"""What an option may be, in words."""

import pytest
from oslo_config import cfg

from calor.config.values import allowed


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (cfg.IntOpt("x"), "a whole number"),
        (cfg.IntOpt("x", min=1), "a whole number, at least 1"),
        (cfg.FloatOpt("x", max=2), "a number, at most 2"),
        (cfg.IntOpt("x", min=1, max=2), "a whole number from 1 to 2"),
        (cfg.BoolOpt("x"), "true or false"),
        (cfg.ListOpt("x"), "values separated by commas"),
        (cfg.URIOpt("x"), "an address such as http://host:8000"),
        (cfg.HostAddressOpt("x"), "the name or the address of a host"),
        (cfg.StrOpt("x", choices=["", "a"]), "one of '', a"),
        (cfg.StrOpt("x"), "a text"),
    ],
)
def test_what_is_allowed_is_told(option, words):
    assert allowed(option) == words
