from calor.core.errors import CalorError, CircularDependency, EvaluationError, InvalidTemplate
from calor.core.source import Problem


def test_an_invalid_template_carries_all_its_problems():
    error = InvalidTemplate(Problem(one) for one in "ab")
    assert isinstance(error, CalorError)
    assert str(error) == "a\nb"
    assert [one.message for one in error.problems] == ["a", "b"]


def test_an_evaluation_error_says_where_and_what_to_do():
    error = EvaluationError("wrong", ("a", 0), "mend it")
    assert str(error) == "a[0]: wrong"
    assert error.hint == "mend it"
    assert str(EvaluationError("wrong")) == "wrong"


def test_of_a_long_circle_only_some_is_shown():
    assert str(CircularDependency("aba")) == "each of these needs the next: 'a' -> 'b' -> 'a'"
    assert len(str(CircularDependency([f"r{n}" for n in range(10_000)]))) < 200
