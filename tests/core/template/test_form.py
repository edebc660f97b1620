from calor.core.template.form import Form
from calor.core.values import ABSENT


def test_positional_parameters_are_the_items_of_a_list():
    form = Form.of(lambda one, two="", /: (one, two))
    assert [form.takes_list(["x"] * count) for count in range(4)] == [False, True, True, False]
    assert not form.takes_map({"one": "x"})


def test_a_starred_parameter_takes_any_number():
    form = Form.of(lambda first, /, *others: (first, others))
    assert [form.takes_list(["x"] * count) for count in (0, 1, 1000)] == [False, True, True]


def test_keyword_parameters_are_the_keys_of_a_map():
    form = Form.of(lambda *, one, two="": (one, two))
    assert form.takes_map({"one": 1})
    assert not form.takes_map({"two": 1})
    assert not form.takes_list(["x"])


def test_what_is_absent_is_left_out_if_it_may_be_and_null_if_not():
    listed = Form.of(lambda one, two="", /: (one, two))
    assert listed.without_absent([ABSENT, ABSENT], {}) == ([None], {})
    keyed = Form.of(lambda *, one, two="": (one, two))
    assert keyed.without_absent([], {"one": ABSENT, "two": ABSENT}) == ([], {"one": None})
