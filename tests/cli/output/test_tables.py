import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.cli.output import tables
from calor.cli.output.tables import FIRST, GAP, NARROWEST, Column, fitted, table, text_of

NAME, STATUS = Column("NAME", "name"), Column("STATUS", "status", is_status=True)


def lines(items, columns=(NAME, STATUS)):
    return list(table(columns, items))


def test_columns_are_as_wide_as_their_widest_value():
    assert lines([{"name": "a", "status": "x"}, {"name": "longer", "status": None}]) == [
        "\x1b[1mNAME    STATUS\x1b[0m",
        "a       x",
        "longer  -",
    ]


def test_a_status_has_a_colour():
    assert "\x1b[31mCREATE_FAILED" in lines([{"name": "a", "status": "CREATE_FAILED"}])[1]


def test_what_a_terminal_might_obey_is_not_printed():
    assert "\x1b[2J" not in lines([{"name": "a\x1b[2Jb\nc", "status": ""}])[1]


def test_a_table_without_rows_has_no_title():
    assert lines([]) == []


def test_a_long_table_comes_row_by_row():
    taken = []

    def rows():
        for n in range(FIRST * 3):
            taken.append(n)
            yield {"name": str(n), "status": ""}

    shown = table((NAME,), rows())
    next(shown)
    assert len(taken) == FIRST
    assert len(list(shown)) == FIRST * 3


def test_a_table_fits_the_terminal(monkeypatch):
    monkeypatch.setattr(tables, "terminal_width", lambda: 30)
    shown = lines([{"name": "n" * 100, "status": "s" * 5}])
    assert shown[1] == f"{'n' * 21}…  sssss"


@given(st.lists(st.integers(1, 300), min_size=1, max_size=8), st.integers(20, 200))
def test_widths_never_exceed_the_room_unless_all_are_narrow(widths, room):
    found = fitted(widths, room)
    assert all(new <= old for new, old in zip(found, widths, strict=True))
    is_within = sum(found) + GAP * (len(found) - 1) <= room
    assert is_within or max(found) <= NARROWEST


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (True, "yes"), (3, "3"), (["a", "b"], "a, b"), ({"a": 1}, '{"a": 1}'), ([], "-")],
)
def test_values_are_written_as_people_read_them(value, text):
    assert text_of(value) == text
