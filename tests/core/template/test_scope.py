import pytest

from calor.core.errors import EvaluationError
from calor.core.template.scope import UNDECIDED, StackScope
from calor.core.values import UNKNOWN
from tests.core.template.test_reader import read

TEMPLATE, _ = read("""\
heat_template_version: 2021-04-16
conditions:
  holds: true
  fails: {not: holds}
  open: {equals: [{get_param: later}, 1]}
  around: {not: about}
  about: {not: around}
  broken: {equals: [{get_param: nmae}, 1]}
""")
SCOPE = {"template": TEMPLATE, "parameters": {"name": "x", "later": UNKNOWN}}


@pytest.fixture
def scope():
    return StackScope(**SCOPE, files={"a.sh": "echo"})


def test_parameters_and_files_are_found(scope):
    assert scope.parameter("name") == "x"
    assert scope.file("a.sh") == "echo"


def test_a_missing_name_is_an_error_with_a_guess(scope):
    with pytest.raises(EvaluationError, match="there is no parameter 'nmae'") as caught:
        scope.parameter("nmae")
    assert caught.value.hint == "did you mean 'name'?"
    with pytest.raises(EvaluationError, match="there is no file 'b'"):
        scope.file("b")
    with pytest.raises(EvaluationError, match="there is no mapping 'M'"):
        scope.mapping("M")
    with pytest.raises(EvaluationError, match="there is no condition 'hlods'"):
        scope.condition("hlods")


def test_conditions_hold_or_not_or_are_open(scope):
    assert scope.condition("holds") is True
    assert scope.condition("fails") is False
    assert scope.condition("open") is UNKNOWN


def test_a_circle_of_conditions_is_told_once_and_then_open(scope):
    with pytest.raises(EvaluationError, match="the condition 'around' depends on itself"):
        scope.condition("around")
    assert scope.condition("around") is UNKNOWN
    assert scope.condition("about") is UNKNOWN


def test_a_broken_condition_is_told_once_and_then_open(scope):
    with pytest.raises(EvaluationError, match="there is no parameter 'nmae'"):
        scope.condition("broken")
    assert scope.condition("broken") is UNKNOWN


def test_a_condition_must_be_true_or_false(scope):
    with pytest.raises(EvaluationError, match="must be true or false, not a string"):
        scope.is_enabled("x")


def test_nothing_is_known_of_resources_before_they_are_created(scope):
    assert scope.reference("a") is UNKNOWN
    assert scope.attribute("a", ("b",)) is UNKNOWN
    assert scope.yaql("1 + 1", {}) is UNKNOWN
    assert scope.zones() == ["nova"]


def test_only_a_child_has_a_facade(scope):
    with pytest.raises(EvaluationError, match="only works in a provider template"):
        scope.facade("metadata")
    assert StackScope(**SCOPE, parent={"metadata": 1}).facade("metadata") == 1


def test_who_decides_nothing_knows_nothing():
    assert UNDECIDED.parameter("x") is UNKNOWN
    assert UNDECIDED.condition("x") is UNKNOWN
    assert UNDECIDED.attribute("x", ()) is UNKNOWN
    assert UNDECIDED.yaql("x", {}) is UNKNOWN
    assert UNDECIDED.zones() is UNKNOWN
