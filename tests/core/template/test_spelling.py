from calor.core.template.spelling import GUESSES, Spelling

KNOWN = ("parameters", "resources")


def test_a_close_name_is_guessed():
    assert Spelling().hint("paramters", KNOWN) == "did you mean 'parameters'?"


def test_without_a_close_one_all_are_listed():
    assert Spelling().hint("x", KNOWN) == "use one of parameters, resources"
    assert Spelling().guess("x", KNOWN) is None


def test_only_so_many_guesses_are_made():
    spelling = Spelling()
    found = [spelling.guess("paramters", KNOWN) for _ in range(GUESSES + 1)]
    assert [one is None for one in found] == [False] * GUESSES + [True]


def test_what_would_take_long_is_not_tried():
    assert Spelling().guess("p" * 100_000, ["p" * 100_001]) is None
    assert Spelling().guess("n0", [f"n{n}" for n in range(5000)]) is None
