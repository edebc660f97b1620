from calor.core.drawing.layout.parts import Item, Wire
from calor.core.drawing.layout.routes import LEAST_GAP, Drawn, rows, wire_routes
from calor.core.drawing.layout.weave import weave

ITEMS = [Item(100, 40), Item(100, 60), Item(100, 40)]
WIRES = [Wire(0, 1, end=0), Wire(0, 2, end=0)]


def drawn(middle, most_bends=10):
    woven = weave([0, 1, 2], WIRES, most_bends)
    levels = [[0], [1, 3] if len(woven.level) > 3 else [1], [2]]
    return Drawn(woven, levels, middle)


def test_rows_are_as_high_as_what_stands_in_them():
    bands = rows(ITEMS, drawn([0.0, 0.0, 0.0, 0.0]))
    assert [band.bottom - band.top for band in bands] == [40, 60, 40]
    assert bands[1].top - bands[0].bottom == LEAST_GAP


def test_rows_are_further_apart_where_a_line_goes_far_aside():
    bands = rows(ITEMS, drawn([0.0, 800.0, 0.0, 0.0]))
    assert bands[1].top - bands[0].bottom > LEAST_GAP


def test_a_long_line_is_vertical_where_it_passes_a_row():
    case = drawn([0.0, 0.0, 200.0, 100.0])
    bands = rows(ITEMS, case)
    (_, route), width = wire_routes(ITEMS, WIRES, case, bands, 300)
    assert route[0] == (0, 40)
    assert route[2:4] == [(100, bands[1].top), (100, bands[1].bottom)]
    assert route[-1] == (200, bands[2].top)
    assert width == 300


def test_a_line_without_bends_runs_down_a_lane_on_the_right():
    case = drawn([0.0, 0.0, 200.0], most_bends=0)
    (_, route), width = wire_routes(ITEMS, WIRES, case, rows(ITEMS, case), 300)
    assert route[2][0] == route[3][0] == 300
    assert width > 300
