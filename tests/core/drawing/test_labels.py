from calor.core.drawing.labels import place_labels

LINE = [(0.0, 0.0), (0.0, 10.0), (300.0, 110.0), (300.0, 120.0)]


def test_a_label_stands_in_the_middle_of_the_last_bend():
    [(text, (x, y))] = place_labels([("address", LINE)])
    assert text == "address"
    assert x == 150
    assert 50 < y < 70


def test_labels_of_lines_that_run_together_move_apart():
    (_, one), (_, other) = place_labels([("address", LINE), ("address", LINE)])
    assert abs(one[0] - other[0]) > 30 or abs(one[1] - other[1]) > 12


def test_a_long_label_is_shortened():
    [(text, _)] = place_labels([("a" * 100, LINE)])
    assert len(text) < 30
