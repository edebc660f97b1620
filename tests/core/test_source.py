from calor.core.source import (
    GUESSES,
    MOST,
    Position,
    Problem,
    Report,
    Severity,
    did_you_mean,
    format_path,
    shorten,
)


def test_a_problem_says_where_what_and_what_to_do():
    problem = Problem("it is wrong", ("a", 1, "b"), Position("t.yaml", 2, 3), hint="mend it")
    assert str(problem) == "t.yaml:2:3: a[1].b: it is wrong; mend it"
    assert str(Problem("it is wrong")) == "it is wrong"


def test_paths_are_written_as_people_do():
    assert format_path(("a", 0, 1, "b")) == "a[0][1].b"
    assert format_path(()) == ""


def test_a_report_turns_paths_into_places():
    report = Report(lambda path: Position("t.yaml", len(path), 1))
    report.error(("a", "b"), "wrong")
    report.warn((), "odd")
    assert [str(one) for one in report.problems] == ["t.yaml:2:1: a.b: wrong", "t.yaml:0:1: odd"]
    assert report.errors == report.problems[:1]


def test_reports_of_several_files_share_a_list():
    report = Report()
    other = report.elsewhere(lambda _: Position("u.yaml", 1, 1))
    other.error((), "wrong")
    other.error((), "wrong")
    report.error((), "wrong")
    assert [str(one) for one in report.problems] == ["u.yaml:1:1: wrong", "wrong"]


def test_errors_find_room_however_many_warnings_there_are():
    report = Report()
    for n in range(5000):
        report.warn((), f"odd {n}")
    assert len(report.problems) == MOST[Severity.WARNING] + 1
    assert report.problems[-1].message == "there are more warnings than are shown here"
    for n in range(5000):
        report.error((), f"wrong {n}")
    assert len(report.problems) == MOST[Severity.ERROR] + 1
    assert report.problems[-1].message == "there are more errors than are shown here"


def test_a_hint_that_takes_work_is_worked_out_while_problems_are_few():
    asked = []
    report = Report()
    for n in range(GUESSES * 2):
        report.error((), f"wrong {n}", lambda: asked.append(1) or "mend it")
    assert len(asked) == GUESSES
    assert report.problems[0].hint == "mend it"


def test_the_closest_name_is_guessed():
    assert did_you_mean("sevrer", ["network", "server"]) == "did you mean 'server'?"
    assert did_you_mean("zzz", ["network", "server"]) is None
    assert did_you_mean(5, ["network"]) is None


def test_guessing_costs_little_however_long_and_many_the_names_are():
    assert did_you_mean("x" * 1_000_000, ["x" * 1_000_001]) is None
    assert did_you_mean("server", ["x" * 1_000_000, "server1"]) == "did you mean 'server1'?"
    assert did_you_mean("w_00001", (f"w{n:06}" for n in range(100_000)))


def test_no_huge_value_is_quoted_whole():
    assert shorten("a'b") == '"a\'b"'
    assert len(shorten("x" * 1_000_000)) == 80
    assert shorten(10**5000) == "a huge int"
    assert shorten([[1]], 5) == "[[1]]"
