from calor.core.values import UNKNOWN
from tests.core.template.checks.asking import HOT, problem, problems, stack, verdict

NUMBER = """\
parameters: {size: {type: number}}
resources: {a: {type: Box, properties: {size: {get_param: size}}}}
"""


def size(*environments, **options):
    return stack(NUMBER, *environments, **options).scope.parameters["size"]


def test_a_value_by_hand_beats_the_last_environment_which_beats_others():
    first, second = "parameters: {size: 1}", "parameters: {size: 2}"
    assert size(first) == 1
    assert size(first, second) == 2
    assert size(first, second, parameters={"size": "3"}) == 3
    assert size("parameter_defaults: {size: 4}") == 4


def test_without_a_value_a_parameter_is_open_or_wrong():
    assert size() is UNKNOWN
    assert problem(NUMBER, partial=False) == (
        "t.yaml:2:14: parameters.size: the parameter 'size' has no value; "
        "give it one, or declare a default"
    )


def test_a_wrong_value_is_told_in_the_file_it_stands_in():
    assert problem(NUMBER, "parameters: {}", "parameters:\n  size: many\n") == (
        "env1.yaml:2:3: parameters.size: expected a number, got the text 'many'"
    )
    assert problem(NUMBER, "parameter_defaults:\n  size: many\n").startswith("env0.yaml:2:3: ")


def test_a_wrong_value_given_by_hand_has_no_place():
    found = problem(NUMBER, parameters={"size": "many"})
    assert found == "parameters.size: expected a number, got the text 'many'"


def test_a_value_for_nobody_is_told():
    assert problem(NUMBER, "parameters:\n  szie: 1\n") == (
        "env0.yaml:2:3: parameters.szie: the template has no parameter 'szie'; did you mean 'size'?"
    )


def test_hidden_values_are_never_quoted():
    text = "parameters: {p: {type: number, hidden: true}}\noutputs: {o: {value: {get_param: p}}}"
    assert problem(text, "parameters: {p: sesame}") == (
        "env0.yaml:1:14: parameters.p: expected a number"
    )


def test_wrong_sections_of_an_environment_are_told():
    found = problems(
        "resources: {}",
        """\
paramters: {}
resource_registry:
  hooks: pre-create
  resources:
    a: {hooks: pre-crate, restricted_actions: [update, replace]}
""",
    )
    assert [one.split(": ", 1)[0] for one in found] == [
        "env0.yaml:1:1",
        "env0.yaml:3:3",
        "env0.yaml:5:9",
    ]
    assert "did you mean 'pre-create'?" in found[2]


def test_a_key_written_twice_is_warned_of_in_either_file():
    found = problems("resources: {}\nresources: {}", "parameters: {}\nparameters: {}\n")
    assert [one.split(": ", 1)[0] for one in found] == ["t.yaml:3:1", "env0.yaml:2:1"]


def test_the_parameters_of_the_stack_itself_are_there():
    found = verdict(HOT + "outputs: {o: {value: {get_param: 'OS::stack_name'}}}")
    assert found.problems == ()
