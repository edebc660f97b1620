import pytest

from calor.core.drawing.layout.arrange import arrange
from calor.core.drawing.layout.parts import Item, Pin, Wire

BOX = Item(100, 40)


def rows(arrangement):
    return sorted({y for _, y in arrangement.spots})


def test_what_hangs_stands_below():
    arrangement = arrange([BOX, BOX], [Wire(0, 1)])
    assert arrangement.spots[0][0] == arrangement.spots[1][0]
    assert arrangement.spots[1][1] >= arrangement.spots[0][1] + BOX.height


def test_a_level_of_a_few_stays_in_one_row():
    assert len(rows(arrange([BOX] * 9, [Wire(0, n) for n in range(1, 9)]))) == 2


def test_of_a_wrapped_level_what_leads_further_down_stands_lowest():
    count = 60
    wires = [Wire(0, n) for n in range(1, count)]
    arrangement = arrange([BOX] * (count + 1), [*wires, Wire(7, count)])
    assert len(rows(arrangement)) > 3
    assert arrangement.spots[7][1] == rows(arrangement)[-2]


def test_several_wires_touch_a_box_beside_each_other_in_the_order_they_come():
    arrangement = arrange([BOX] * 4, [Wire(n, 3) for n in range(3)])
    starts = [route[0][0] for route in arrangement.routes]
    ends = [route[-1][0] for route in arrangement.routes]
    assert len(set(ends)) == 3
    assert sorted(range(3), key=ends.__getitem__) == sorted(range(3), key=starts.__getitem__)


def test_a_wire_touches_where_it_is_told_to():
    arrangement = arrange([BOX, BOX], [Wire(0, 1, start=-20, end=30)])
    (left, _), (right, _) = arrangement.spots
    [route] = arrangement.routes
    assert route[0][0] == pytest.approx(left + 50 - 20)
    assert route[-1][0] == pytest.approx(right + 50 + 30)


def test_pinned_ends_stand_at_the_borders():
    items = [Item(0, 0, pin=Pin.TOP), BOX, Item(0, 0, pin=Pin.BOTTOM)]
    arrangement = arrange(items, [Wire(0, 1), Wire(1, 2)])
    assert arrangement.spots[0][1] == 0
    assert arrangement.spots[2][1] == arrangement.height
