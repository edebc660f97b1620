from calor.core.drawing.layout.frames import DEEPEST, nest


def test_nodes_without_a_group_stand_in_the_outermost_frame():
    nesting = nest([None, None], 2)
    assert list(nesting.frames) == [2]
    assert nesting.frames[2].members == [0, 1]


def test_a_slash_leads_into_an_inner_frame():
    nesting = nest(["web/0", "web/1", "web"], 3)
    titles = {number: frame.title for number, frame in nesting.frames.items()}
    assert list(titles.values()) == ["", "web", "0", "1"]
    web = next(number for number, title in titles.items() if title == "web")
    assert [titles[nesting.around[node]] for node in range(3)] == ["0", "1", "web"]
    assert nesting.around[nesting.around[0]] == web


def test_equal_names_in_different_groups_are_different_frames():
    nesting = nest(["a/0", "b/0"], 2)
    assert nesting.around[0] != nesting.around[1]


def test_two_nodes_meet_in_the_innermost_frame_around_both():
    nesting = nest(["web/0", "web/1"], 2)
    one, other, frame = nesting.meeting(0, 1)
    assert nesting.frames[frame].title == "web"
    assert one == [0, nesting.around[0]]
    assert other == [1, nesting.around[1]]


def test_endless_slashes_do_not_nest_endlessly():
    assert len(nest(["/" * 10_000], 1).frames) == DEEPEST + 1
