from tests.core.template.checks.asking import problem, problems, stack

BOX = "resources: {a: {type: %s}}\n"


def test_an_unknown_type_is_named_with_the_closest():
    assert problem(BOX % "Volmue") == (
        "t.yaml:2:17: resources.a.type: there is no resource type 'Volmue'; did you mean 'Volume'?"
    )


def test_a_type_may_be_mapped_to_another():
    checked = stack(BOX % "My::Box", "resource_registry: {'My::Box': Box}")
    assert checked.types["a"].name == "Box"


def test_a_type_may_be_mapped_for_one_resource():
    checked = stack(
        "resources: {a: {type: Box}, b: {type: Box}}",
        "resource_registry: {resources: {a: {Box: Volume}}}",
    )
    assert checked.types["a"].name == "Volume"
    assert checked.types["b"].name == "Box"


def test_a_registry_that_goes_round_is_told():
    found = problem(BOX % "A", "resource_registry: {A: B, B: A}")
    assert "leads from type to type without end: 'A' -> 'B' -> 'A'" in found


CHILD = """\
heat_template_version: 2021-04-16
parameters: {word: {type: %s, default: '1'}}
outputs: {o: {value: {get_param: word}}}
"""


def test_a_template_in_a_types_place_must_fit_it():
    registry = "resource_registry: {Safe: safe.yaml}"
    text = "resources: {a: {type: Safe, properties: {word: '1'}}}"
    assert problems(text, registry, files={"safe.yaml": CHILD % "string"}) == []
    found = problem(text, registry, files={"safe.yaml": CHILD % "number"})
    assert found == (
        "t.yaml:2:17: resources.a.type: safe.yaml cannot stand in for Safe: the property 'word' "
        "of Safe takes a string, but the parameter takes a number"
    )


def test_a_template_that_is_not_there_is_told_where_it_is_asked_for():
    assert problem(BOX % "none.yaml") == (
        "t.yaml:2:17: resources.a.type: there is no file 'none.yaml'"
    )
