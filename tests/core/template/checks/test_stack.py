from calor.core.source import GUESSES, MOST, Severity
from tests.core.template.checks.asking import HOT, TYPES, problem, stack, verdict


def many(count, entry):
    return HOT + "resources:\n" + "".join(f"  a{n}: {entry}\n" for n in range(count))


def test_a_checked_stack_has_what_was_found_out():
    checked = stack("""\
parameters: {size: {type: number, default: 2}}
resources:
  a: {type: Box, properties: {size: {get_param: size}}}
  b: {type: Volume, depends_on: a}
""")
    assert list(checked.resources) == ["a", "b"]
    assert checked.types == {"a": TYPES["Box"], "b": TYPES["Volume"]}
    assert checked.graph.order() == ["a", "b"]
    assert checked.scope.parameters["size"] == 2
    assert (checked.children, checked.size, checked.height) == ({}, 2, 0)


def test_an_unused_parameter_is_a_warning():
    [found] = verdict(HOT + "parameters: {p: {type: string}}").problems
    assert found.severity is Severity.WARNING
    assert str(found) == "t.yaml:2:14: parameters.p: the parameter 'p' is never used"


def test_outputs_are_evaluated():
    assert problem("outputs: {o: {value: {get_param: p}}}").startswith(
        "t.yaml:2:15: outputs.o.value: get_param: there is no parameter 'p'"
    )
    assert "must be a string, not number" in problem("outputs: {o: {value: {str_split: [',', 5]}}}")


def test_errors_have_an_end_and_guesses_an_earlier_one():
    found = verdict(many(10_000, "{type: Volmue}")).problems
    assert len(found) == MOST[Severity.ERROR] + 1
    assert found[-1].message == "there are more errors than are shown here"
    assert sum(one.hint is not None for one in found) == GUESSES


def test_warnings_have_an_end_but_leave_room_for_errors():
    found = verdict(many(2_000, "{type: Crate}") + "outputs: {o: {}}").problems
    errors = [one for one in found if one.severity is Severity.ERROR]
    assert len(found) - len(errors) == MOST[Severity.WARNING] + 1 - len(errors)
    assert len(errors) == 1


def test_the_same_problem_is_told_once():
    text = "outputs: {o: {value: {if: [nobody, {get_resource: a}, {get_resource: b}]}}}"
    assert "there is no condition 'nobody'" in problem(text)
