from calor.core.drawing.layout.parts import Wire
from calor.core.drawing.layout.weave import weave


def test_a_short_wire_is_one_segment():
    woven = weave([0, 1], [Wire(0, 1)])
    assert [(one.upper, one.lower) for one in woven.segments] == [(0, 1)]
    assert woven.level == [0, 1]


def test_a_long_wire_has_a_bend_on_every_level_it_passes():
    woven = weave([0, 3], [Wire(0, 1)])
    assert [(one.upper, one.lower) for one in woven.segments] == [(0, 2), (2, 3), (3, 1)]
    assert woven.level == [0, 3, 1, 2]


def test_wires_of_one_trunk_share_their_bends_until_they_part():
    woven = weave([0, 2, 3], [Wire(0, 1, "a"), Wire(0, 2, "a")])
    assert len(woven.level) == 3 + 2
    assert woven.chains[0][0] == woven.chains[1][0]


def test_wires_of_different_trunks_run_apart():
    woven = weave([0, 2, 2], [Wire(0, 1, "a"), Wire(0, 2, "b")])
    assert len(woven.level) == 3 + 2


def test_the_longest_wires_get_no_bends_if_there_would_be_too_many():
    wires = [Wire(0, 3), Wire(1, 2)]
    woven = weave([0, 0, 2, 9], wires, most_bends=3)
    assert [bool(chain) for chain in woven.chains] == [False, True]


def test_neighbours_are_the_ends_of_segments():
    up, down = weave([0, 1, 1], [Wire(0, 1), Wire(0, 2)]).neighbours()
    assert up == [[], [0], [0]]
    assert down == [[1, 2], [], []]
