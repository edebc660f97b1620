"""Documents are shown without the values of hidden parameters."""

from calor.api.orchestration.secrecy import without_hidden

HOT = {"parameters": {"a": {"hidden": True}, "b": {"hidden": "no"}, "c": {}}}
CFN = {"Parameters": {"a": {"NoEcho": "true"}, "b": {}}}


def test_hidden_values_are_left_out():
    given = {"parameters": {"a": "1", "b": "2", "c": "3"}, "parameter_defaults": {"a": "4"}}
    shown = without_hidden({"template": HOT, "environment": given, "resources": {}})
    assert shown["environment"] == {
        "parameters": {"a": "******", "b": "2", "c": "3"},
        "parameter_defaults": {"a": "******"},
    }
    assert given["parameters"]["a"] == "1"


def test_those_of_child_stacks_are_left_out_too():
    child = {"template": CFN, "environment": {"parameters": {"a": "1", "b": "2"}}}
    shown = without_hidden({"template": {}, "resources": {"child": child, "other": {"type": "T"}}})
    inside = shown["resources"]["child"]["environment"]["parameters"]
    assert inside == {"a": "******", "b": "2"}
    assert shown["resources"]["other"] == {"type": "T"}


def test_what_was_stored_encrypted_is_left_out():
    given = {"parameters": {"a": "1"}, "encrypted_param_names": ["a"]}
    shown = without_hidden({"template": {}, "environment": given})
    assert shown["environment"]["parameters"] == {"a": "******"}
