from calor.client.references import environment_references, rewritten, template_references
from calor.core.document.parse import parse_document

ADDRESS = "file:///t/web.yaml"


def found(find, value):
    return {one.path: (one.text, one.must_be_template) for one in find(value, ADDRESS)}


def test_get_file_and_types_that_end_like_templates_count_at_any_depth():
    value = {
        "type": "a.yaml",
        "x": [{"get_file": "b"}, {"type": "c.template"}, [{"get_file": {"get_param": "p"}}]],
        "get_file": ["d"],
        "y": {"type": "OS::Nova::Server"},
        "z": {"type": "My::Own.yaml"},
        "type.yaml": "e.yaml",
    }
    assert found(template_references, value) == {
        ("type",): ("a.yaml", True),
        ("x", 0, "get_file"): ("b", False),
        ("x", 1, "type"): ("c.template", True),
    }


def test_an_environment_without_a_registry_names_nothing():
    assert found(environment_references, {}) == {}
    assert found(environment_references, {"resource_registry": None}) == {}
    assert found(environment_references, {"resource_registry": ["a.yaml"]}) == {}
    assert found(environment_references, {"parameters": {"type": "a.yaml"}}) == {}


def test_rewriting_shares_what_has_no_reference_and_changes_no_original():
    document = parse_document("a: [{x: 1}, {get_file: f}]\nb: {c: {type: g.yaml}, d: {}}\n", "f")
    value = document.value
    changed = rewritten(value, list(template_references(value, ADDRESS)))
    assert changed == {
        "a": [{"x": 1}, {"get_file": "file:///t/f"}],
        "b": {"c": {"type": "file:///t/g.yaml"}, "d": {}},
    }
    assert changed["a"][0] is value["a"][0]
    assert value["a"][1] == {"get_file": "f"}
    assert changed["b"].marks == value["b"].marks
