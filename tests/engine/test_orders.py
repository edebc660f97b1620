import pytest

from calor.core.errors import InvalidTemplate
from calor.engine.orders import Order, ordered, overlaid, settled_parameters
from calor.engine.texts import Definition

TEMPLATE = {
    "heat_template_version": "2021-04-16",
    "parameters": {"x": {"type": "string", "default": "d"}, "n": {"type": "number"}},
}
STORED = Order(
    template=TEMPLATE,
    environment={"parameters": {"x": "one", "n": 1}, "parameter_defaults": {"n": 9}},
    files={"a": "A", "b": "B"},
)


def parameters(order):
    return order.environment["parameters"]


def test_an_order_comes_back_from_its_texts():
    definition = Definition.of(TEMPLATE, STORED.environment, STORED.files)

    assert ordered(definition) == STORED


def test_what_is_not_named_stays():
    patched = overlaid(Order(), STORED)

    assert patched.template == TEMPLATE
    assert parameters(patched) == {"x": "one", "n": 1}
    assert patched.files == {"a": "A", "b": "B"}


def test_what_is_named_changes():
    order = Order(environment={"parameters": {"n": 2}}, files={"b": "C"})

    patched = overlaid(order, STORED)

    assert parameters(patched) == {"x": "one", "n": 2}
    assert patched.files == {"a": "A", "b": "C"}


def test_a_cleared_parameter_loses_its_value_unless_it_is_given_again():
    assert parameters(overlaid(Order(), STORED, ["x"])) == {"n": 1}
    order = Order(environment={"parameters": {"x": "two"}})
    assert parameters(overlaid(order, STORED, ["x"])) == {"x": "two", "n": 1}


def test_stored_values_that_a_new_template_does_not_declare_are_dropped():
    template = {"heat_template_version": "2021-04-16", "parameters": {"x": {"type": "string"}}}

    assert parameters(overlaid(Order(template=template), STORED)) == {"x": "one"}


def test_registry_entries_are_added_to_those_stored():
    stored = Order(template=TEMPLATE, environment={"resource_registry": {"A::B": "C::D"}})
    order = Order(environment={"resource_registry": {"E::F": "G::H"}})

    registry = overlaid(order, stored).environment["resource_registry"]

    assert registry == {"resources": {}, "A::B": "C::D", "E::F": "G::H"}


def test_a_mistake_in_what_came_in_is_refused():
    with pytest.raises(InvalidTemplate, match="parametres"):
        overlaid(Order(environment={"parametres": {"n": 2}}), STORED)
    with pytest.raises(InvalidTemplate):
        overlaid(Order(template={"no_version": 1}), STORED)


def test_parameters_settle_to_what_was_given_or_to_defaults():
    assert settled_parameters(STORED) == {"x": "one", "n": 1}
    assert settled_parameters(Order(template=TEMPLATE, environment={"parameters": {"n": 3}})) == {
        "x": "d",
        "n": 3,
    }
