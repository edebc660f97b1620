import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.resources.heat.random_string import CLASSES, RandomString
from tests.resources.heat.driving import MemoryHere, attribute, made, problems, run


def test_the_text_is_an_attribute_and_the_reference():
    here = MemoryHere()
    it = made(RandomString)
    assert it.reference_id(here) == "it"
    run(here, it, Action.CREATE)
    text = attribute(here, it, "value")
    assert len(text) == 32
    assert set(text) <= set(string.ascii_letters + string.digits)
    assert it.reference_id(here) == text
    assert here.physical_id == here.physical_name()
    assert text not in str(here.data)


def test_the_text_stays_when_creation_is_begun_again():
    here = MemoryHere()
    run(here, made(RandomString), Action.CREATE)
    text = here.secrets["value"]
    here.physical_id = None
    run(here, made(RandomString), Action.CREATE)
    assert here.secrets["value"] == text


def test_the_old_property_names_the_only_class():
    here = MemoryHere()
    run(here, made(RandomString, sequence="octdigits", character_classes=[]), Action.CREATE)
    assert set(here.secrets["value"]) <= set("01234567")


@given(
    st.lists(st.tuples(st.sampled_from(sorted(CLASSES)), st.integers(1, 9)), max_size=4),
    st.lists(st.tuples(st.text("äö!?_", min_size=1, max_size=6), st.integers(1, 9)), max_size=4),
    st.integers(0, 20),
)
def test_there_are_as_many_characters_of_each_kind_as_asked_for(classes, sequences, more):
    least = sum(number for _, number in [*classes, *sequences])
    it = made(
        RandomString,
        length=max(least + more, 1),
        character_classes=[{"class": one, "min": number} for one, number in classes],
        character_sequences=[{"sequence": one, "min": number} for one, number in sequences],
    )
    if not classes and not sequences:
        assert list(it.problems()) != []
        return
    assert list(it.problems()) == []
    text = it.draw(MemoryHere().random)
    assert len(text) == it.length
    for source in it.sources:
        assert sum(one in source.characters for one in text) >= source.least
    assert set(text) <= set("".join(source.characters for source in it.sources))


@pytest.mark.parametrize(
    ("given_properties", "part"),
    [
        ({"length": 1, "character_sequences": [{"sequence": "a"}]}, "at least 2"),
        ({"character_classes": []}, "nothing to draw from"),
        ({"character_sequences": [{"sequence": ""}]}, "no characters"),
    ],
)
def test_what_cannot_be_drawn_is_refused(given_properties, part):
    (found,) = problems(RandomString, **given_properties)
    assert part in found


@pytest.mark.parametrize(
    "unknown",
    [
        {"length": UNKNOWN},
        {"character_classes": UNKNOWN},
        {"character_classes": [UNKNOWN]},
        {"character_classes": [{"class": UNKNOWN, "min": UNKNOWN}]},
        {"character_sequences": [{"sequence": UNKNOWN}]},
    ],
)
def test_nothing_is_said_about_what_is_not_known(unknown):
    assert problems(RandomString, **unknown) == []
