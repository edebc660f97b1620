import pytest

from calor.core.values import UNKNOWN
from tests.core.template.trial import NOBODY_KNOWS, error_of, unknown, value_of


def repeated(template, for_each, version="2021-04-16", **others):
    return value_of({"repeat": {"template": template, "for_each": for_each, **others}}, version)


def refused(template, for_each, version="2021-04-16", **others):
    return error_of({"repeat": {"template": template, "for_each": for_each, **others}}, version)


def test_every_combination_has_its_copy_the_last_changing_fastest():
    result = repeated("%a%%b%", {"%a%": ["1", "2"], "%b%": ["x", "y"]})
    assert result == ["1x", "1y", "2x", "2y"]


def test_placeholders_are_replaced_in_keys_and_values_at_any_depth():
    template = {"%a%-key": [{"in": "<%a%>"}, 5, None]}
    assert repeated(template, {"%a%": ["x"]}) == [{"x-key": [{"in": "<x>"}, 5, None]}]


def test_null_is_an_empty_list():
    assert repeated("%a%%b%", {"%a%": None, "%b%": ["x"]}) == []
    assert repeated("%a%", {"%a%": None}, permutations=False) == []


def test_maps_give_their_keys_from_newton_on():
    assert repeated("%a%", {"%a%": {"k": 1, "l": 2}}, "2016-10-14") == ["k", "l"]
    assert "must be a list, not map" in refused("%a%", {"%a%": {"k": 1}}, "2016-04-08")


def test_without_permutations_lists_go_in_parallel():
    for_each = {"%a%": ["1", "2"], "%b%": ["x", "y"]}
    assert repeated("%a%%b%", for_each, permutations=False) == ["1x", "2y"]


@pytest.mark.parametrize(
    ("for_each", "permutations", "message"),
    [
        ({"%a%": ["1"], "%b%": []}, False, "equally long"),
        ({"%a%": {"k": 1}}, False, "must be a list"),
        ({"%a%": ["1"]}, "no", "permutations must be a boolean"),
        ({"%a%": "text"}, True, "must be a list, not string"),
        ({"%a%": [1]}, True, "must be a string, not number"),
        ({}, True, "at least one"),
        (["a"], True, "for_each must be a map"),
    ],
)
def test_refused(for_each, permutations, message):
    assert message in refused("%a%", for_each, permutations=permutations)


def test_permutations_are_ignored_before_pike():
    for_each = {"%a%": ["1", "2"], "%b%": ["x", "y"]}
    assert len(repeated("%a%%b%", for_each, "2017-02-24", permutations=False)) == 4


def test_unknown_values_spoil_only_the_texts_they_would_stand_in():
    template = {"a": "%a%", "b": "fixed", "c": NOBODY_KNOWS}
    value = {"repeat": {"template": template, "for_each": {"%a%": ["x", NOBODY_KNOWS]}}}
    assert value_of(value, stack=unknown()) == [
        {"a": "x", "b": "fixed", "c": UNKNOWN},
        {"a": UNKNOWN, "b": "fixed", "c": UNKNOWN},
    ]


def test_an_unknown_list_makes_everything_unknown():
    value = {"repeat": {"template": "%a%", "for_each": {"%a%": NOBODY_KNOWS}}}
    assert value_of(value, stack=unknown()) is UNKNOWN


def test_an_unknown_key_makes_its_map_unknown():
    value = {"repeat": {"template": {"%a%": 1}, "for_each": {"%a%": [NOBODY_KNOWS]}}}
    assert value_of(value, stack=unknown()) == [UNKNOWN]


NUMBERS = [str(n) for n in range(1000)]


@pytest.mark.parametrize(
    ("template", "for_each"),
    [
        ("%a%", {"%a%": NUMBERS, "%b%": NUMBERS}),
        (NUMBERS, {"%a%": NUMBERS, "%b%": NUMBERS[:100]}),
        ("x0;", {f"x{n};": [f"x{n + 1};" * 2] for n in range(100)}),
        ("%a%" * 100_000, {"%a%": ["x" * 1000]}),
        ("x", {"%a%": NUMBERS * 100, **{f"%{n}%": ["x"] for n in range(100)}}),
    ],
)
def test_hostile_repetition_is_refused(template, for_each):
    assert error_of({"repeat": {"template": template, "for_each": for_each}})
