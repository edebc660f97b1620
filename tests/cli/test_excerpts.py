from calor.cli.excerpts import LONGEST_PATH, WIDTH, clipped, cut, excerpt, headline, printable
from calor.core.source import Position, Problem


def test_a_headline_says_where_how_bad_and_what():
    problem = Problem("it is wrong", ("a", 0), Position("t.yaml", 3, 4), hint="mend it")
    plain = "".join(part.split("m", 1)[-1] for part in headline(problem).split("\x1b["))
    assert plain == "t.yaml:3:4: error: a[0]: it is wrong; mend it"


def test_nothing_in_a_headline_commands_the_terminal():
    assert "\x1b]0;" not in headline(Problem("m", ("\x1b]0;title\x07",)))
    assert len(headline(Problem("m", ("k" * 10_000,)))) < LONGEST_PATH + 100


def test_a_mark_stands_below_the_place():
    lines = [
        line.replace("\x1b[2m", "").replace("\x1b[0m", "").replace("\x1b[32m", "")
        for line in excerpt(Position("t", 2, 3), ["one", "a: b", "three"])
    ]
    assert lines == ["    2 | a: b", "      |   ^"]


def test_a_line_that_is_not_there_or_empty_is_not_shown():
    assert list(excerpt(Position("t", 9, 1), ["one"])) == []
    assert list(excerpt(Position("t", 1, 1), ["  "])) == []


def test_of_a_long_line_the_part_around_the_place_is_shown():
    text, column = clipped("x" * 5000 + "!" + "y" * 5000, 5000)
    assert len(text) == WIDTH
    assert text[column] == "!"
    assert clipped("short!", 5) == ("short!", 5)


def test_text_is_made_harmless_and_short():
    assert printable("a\tb\x1b") == "a b "
    assert cut("abcdef", 5) == "ab..."
    assert cut("abcde", 5) == "abcde"
