from calor.core.drawing.layout.parts import Wire
from calor.core.drawing.layout.ties import Ties
from calor.core.drawing.layout.weave import weave


def test_a_box_wishes_for_the_middle_of_its_ties():
    ties = Ties.of(weave([0, 1, 1], [Wire(0, 1), Wire(0, 2)]))
    assert ties.wish(0, [0.0, 10.0, 30.0]) == (20.0, 2.0)


def test_where_a_wire_touches_counts():
    ties = Ties.of(weave([0, 1], [Wire(0, 1, start=20, end=-5)]))
    assert ties.wishes(1, [100.0, 0.0]) == [(125.0, 1.0)]
    assert ties.wishes(0, [0.0, 125.0]) == [(100.0, 1.0)]


def test_long_lines_pull_harder():
    ties = Ties.of(weave([0, 3], [Wire(0, 1)]))
    short, long = ties.wishes(2, [0.0] * 4)
    assert long[1] > short[1] > 1


def test_what_is_tied_to_nothing_wishes_to_stay():
    assert Ties.of(weave([0], [])).wish(0, [42.0])[0] == 42.0
