"""What an update leaves as it was."""

import pytest

from calor.core.errors import CalorError
from calor.engine.orders import Order, ordered, overlaid, read_order, settled_parameters
from calor.engine.texts import Definition

TEMPLATE = {
    "heat_template_version": "2021-04-16",
    "parameters": {
        "size": {"type": "number", "default": 1},
        "name": {"type": "string", "default": "web"},
    },
}
STORED = Order(
    template=TEMPLATE,
    environment={"parameters": {"size": 3, "name": "shop"}},
    files={"a": "1", "b": "2"},
)


def test_an_order_survives_being_stored():
    definition = Definition.of(TEMPLATE, STORED.environment, STORED.files)
    assert ordered(definition) == STORED


def test_only_what_is_named_changes():
    order = overlaid(Order(environment={"parameters": {"size": 4}}, files={"b": "3"}), STORED)
    assert order.template == TEMPLATE
    assert settled_parameters(order) == {"size": 4, "name": "shop"}
    assert order.files == {"a": "1", "b": "3"}


def test_cleared_parameters_fall_back_to_their_defaults():
    assert settled_parameters(overlaid(Order(), STORED, ["size"])) == {"size": 1, "name": "shop"}


def test_parameters_that_a_new_template_no_longer_has_are_dropped():
    template = {**TEMPLATE, "parameters": {"name": {"type": "string"}}}
    assert settled_parameters(overlaid(Order(template=template), STORED)) == {"name": "shop"}


def test_a_template_that_is_none_is_named():
    with pytest.raises(CalorError, match="cannot be read"):
        read_order(Order(template={"nothing": "here"}))
