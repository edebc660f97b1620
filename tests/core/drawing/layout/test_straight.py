from calor.core.drawing.layout.parts import Wire
from calor.core.drawing.layout.straight import Room, align, straighten, trunks
from calor.core.drawing.layout.ties import Ties
from calor.core.drawing.layout.weave import weave

LONG = weave([0, 3], [Wire(0, 1)])
ALONE = Room.of([[0], [2], [3], [1]], [[0.0]] * 4)


def test_a_trunk_is_its_bends_from_the_top():
    assert [[one.lower for one in line] for line in trunks(LONG)] == [[2, 3]]


def test_a_line_with_room_is_straight_below_its_source():
    middle = [50.0, 90.0, 10.0, 70.0]
    straighten(trunks(LONG), Ties.of(LONG), ALONE, middle)
    assert middle == [50.0, 90.0, 50.0, 50.0]


def test_a_line_bends_once_where_something_is_in_its_way():
    woven = weave([0, 3, 2], [Wire(0, 1)])
    room = Room.of([[0], [3], [2, 4], [1]], [[0.0], [0.0], [0.0, 60.0], [0.0]])
    middle = [50.0, 90.0, 40.0, 50.0, 110.0]
    straighten(trunks(woven), Ties.of(woven), room, middle)
    assert middle[4] >= 100
    assert middle[3] == middle[4]


def test_a_box_moves_under_its_only_tie():
    woven = weave([0, 1], [Wire(0, 1)])
    middle = [50.0, 70.0]
    align([1], Ties.of(woven), Room.of([[0], [1]], [[0.0], [0.0]]), middle)
    assert middle == [50.0, 50.0]


def test_a_box_does_not_move_onto_its_neighbour():
    woven = weave([0, 1, 1], [Wire(0, 2)])
    middle = [50.0, 40.0, 170.0]
    align([2], Ties.of(woven), Room.of([[0], [1, 2]], [[0.0], [0.0, 120.0]]), middle)
    assert middle[2] >= 160
