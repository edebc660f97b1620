from calor.core.drawing.layout.pack import compose
from calor.core.drawing.layout.parts import Item, Wire

BOX = Item(100, 40)


def test_nothing_takes_no_room():
    sheet = compose([], [])
    assert (sheet.width, sheet.height) == (0, 0)


def test_loose_items_stand_in_a_grid_rather_than_in_one_row():
    sheet = compose([BOX] * 100, [])
    assert len(set(sheet.spots)) == 100
    assert 1 < sheet.width / sheet.height < 4


def test_loose_items_of_a_family_stand_together():
    sheet = compose([Item(100, 40, "ab"[n % 2]) for n in range(20)], [])
    rows = sorted(range(20), key=lambda n: sheet.spots[n][::-1])
    assert [n % 2 for n in rows] == [0] * 10 + [1] * 10


def test_many_small_drawings_share_a_sheet_of_sensible_shape():
    sheet = compose([BOX] * 60, [Wire(n, n + 1) for n in range(0, 60, 2)])
    assert 0.8 < sheet.width / sheet.height < 4


def test_loose_items_stand_below_what_is_tied_together():
    sheet = compose([BOX] * 3, [Wire(0, 1)])
    assert sheet.spots[2][1] > sheet.spots[1][1]


def test_a_very_wide_level_is_wrapped():
    sheet = compose([BOX] * 101, [Wire(0, n) for n in range(1, 101)])
    assert sheet.width / sheet.height < 4
