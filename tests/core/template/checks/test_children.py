from tests.core.template.checks.asking import problem, problems, stack, verdict

HOT = "heat_template_version: 2021-04-16\n"
CHILD = (
    HOT
    + """\
parameters:
  size: {type: number, constraints: [{range: {min: 1, max: 9}}]}
  data: {type: json, default: {}}
resources:
  box: {type: Box, properties: {size: {get_param: size}}, metadata: {get_param: data}}
outputs:
  colour: {value: {get_attr: [box, colour]}}
"""
)
FILES = {"c.yaml": CHILD}
USE = "resources:\n  a:\n    type: c.yaml\n    properties: %s\n"


def test_parameters_are_properties_and_outputs_attributes():
    text = USE % "{size: 3}" + "outputs: {o: {value: {get_attr: [a, %s]}}}"
    checked = stack(text % "colour", files=FILES)
    assert checked.children["a"].scope.parameters["size"] == 3
    assert problems(text % "resource.box, colour", files=FILES) == []
    assert problem(text % "weight", files=FILES).endswith(
        "outputs.o.value: c.yaml has no attribute 'weight'; it has colour"
    )


def test_a_registry_leads_to_templates_too():
    text = "resources: {a: {type: My::Box, properties: {size: 3}}}"
    checked = stack(text, "resource_registry: {'My::Box': c.yaml}", files=FILES)
    assert checked.size == 2
    assert checked.height == 1


def test_wrong_properties_are_told_in_the_parent():
    def found(properties):
        return problem(USE % properties, files=FILES)

    assert found("{size: x}").startswith("t.yaml:5:18: resources.a.properties.size: expected a num")
    assert "10 is out of range (min 1, max 9)" in found("{size: 10}")
    assert found("{size: 10}").startswith("t.yaml:5:18: resources.a.properties.size")
    assert "the required property 'size' is missing" in found("{}")
    assert (
        "unknown property 'szie'; did you mean 'size'?"
        in problems(USE % "{szie: 1, size: 1}", files=FILES)[0]
    )
    assert "expected a map, a list or JSON text" in found("{size: 1, data: '{'}")


def test_a_default_of_an_environment_fills_a_property():
    assert problems(USE % "{}", "parameter_defaults: {size: 5}", files=FILES) == []
    found = problem(USE % "{}", "parameter_defaults: {size: 50}", files=FILES)
    assert "50 is out of range" in found


def test_hidden_values_are_never_quoted():
    child = HOT + "parameters: {p: {type: %s, hidden: true, constraints: [{length: {max: 2}}]}}\n"
    child += "outputs: {o: {value: {get_param: p}}}\n"
    for kind, value in (("string", "sesame"), ("string", "[sesame]"), ("json", "sesame")):
        for one in problems(USE % f"{{p: {value}}}", files={"c.yaml": child % kind}):
            assert "sesame" not in one


def test_properties_that_nobody_knows_yet_are_unknown_to_the_child():
    text = "parameters: {p: {type: json}}\n" + USE % "{get_param: p}"
    assert problems(text, files=FILES) == []


def test_problems_of_a_child_are_told_in_its_file_once():
    broken = CHILD.replace("get_param: data", "get_param: date")
    text = "resources:\n" + "".join(
        f"  a{n}: {{type: c.yaml, properties: {{size: {n % 3 + 1}}}}}\n" for n in range(9)
    )
    missing, unused = problems(text, files={"c.yaml": broken})
    assert missing == (
        "c.yaml:6:59: resources.box.metadata: get_param: there is no parameter 'date'; "
        "did you mean 'data'?"
    )
    assert unused == "c.yaml:4:3: parameters.data: the parameter 'data' is never used"


def test_a_child_may_ask_about_the_resource_it_stands_for():
    child = HOT + "outputs: {o: {value: {resource_facade: metadata}}}\n"
    text = "resources: {a: {type: c.yaml, metadata: {x: 1}}, b: {type: c.yaml}}"
    checked = stack(text, files={"c.yaml": child})
    assert checked.children["a"].scope.facade("metadata") == {"x": 1}
    assert checked.children["b"].scope.facade("metadata") == {}
    assert "only works in a provider template" in str(verdict(child).problems[0])


def test_the_same_child_is_checked_once():
    text = "resources:\n" + "".join(f"  a{n}: {{type: c.yaml}}\n" for n in range(1000))
    large = HOT + "resources:\n" + "".join(f"  b{n}: {{type: Box}}\n" for n in range(500))
    checked = stack(text, files={"c.yaml": large})
    assert len({id(one) for one in checked.children.values()}) == 1
    assert checked.size == 501_000


def chain(length, width=1):
    """Return templates of which each uses the next."""
    return {
        f"c{n}.yaml": HOT
        + "resources:\n"
        + "".join(f"  r{m}: {{type: c{n + 1}.yaml}}\n" for m in range(width))
        for n in range(length)
    } | {f"c{length}.yaml": HOT}


def test_templates_may_stand_inside_each_other_five_deep():
    text = "resources: {a: {type: c0.yaml}}"
    assert stack(text, files=chain(4)).height == 5
    assert problem(text, files=chain(5)) == (
        "c4.yaml:3:3: resources.r0: templates are nested more than 5 deep"
    )


def test_depth_counts_where_a_child_is_known_already():
    text = "resources: {a: {type: c1.yaml}, b: {type: c0.yaml}}"
    assert problem(text, files=chain(5)).startswith("c0.yaml:3:3: resources.r0: templates are nest")


def test_few_lines_may_stand_for_billions_of_resources():
    checked = stack("resources: {a: {type: c0.yaml}}", files=chain(4, width=300))
    assert checked.size > 300**4


def test_a_template_that_uses_itself_is_too_deep():
    files = {"c.yaml": HOT + "resources: {me: {type: c.yaml}, too: {type: c.yaml}}"}
    found = problems("resources: {a: {type: c.yaml}}", files=files)
    assert "c.yaml:2:13: resources.me: templates are nested more than 5 deep" in found


def test_a_template_may_use_the_type_it_stands_for():
    child = HOT + "parameters: {word: {type: string}}\nresources: {s: {type: Safe, properties: "
    child += "{word: {get_param: word}}}}\n"
    text = "resources: {a: {type: Safe, properties: {word: x}}}"
    checked = stack(text, "resource_registry: {Safe: c.yaml}", files={"c.yaml": child})
    assert checked.children["a"].types["s"].name == "Safe"


def test_looking_into_children_has_an_end():
    text = "resources:\n" + "".join(
        f"  a{n}: {{type: c.yaml, properties: {{size: {n % 9 + 1}}}}}\n" for n in range(9)
    )
    found = problems(text, files=FILES, max_nested=10)
    assert len(found) == 4
    assert found[0] == (
        "t.yaml:8:3: resources.a5: there are more than 10 resources in nested stacks; "
        "this one is not looked into"
    )


def test_what_exists_already_has_no_child():
    text = "resources: {a: {type: c.yaml, external_id: x}}"
    assert stack(text, files=FILES).children == {}
