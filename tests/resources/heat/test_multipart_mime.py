from uuid import UUID

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.resources.heat.mime import Part, parts_of
from calor.resources.heat.multipart_mime import MultipartMime
from tests.resources.heat.driving import MemoryHere, made, problems, run, shown

OTHER = str(UUID(int=5, version=4))


def parts_sent(here, *parts):
    it = made(MultipartMime, parts=list(parts))
    run(here, it, Action.CREATE)
    return parts_of(shown(here, it)["config"])


def test_texts_and_configurations_by_id_become_parts():
    here = MemoryHere()
    here.configs.kept[OTHER] = {"config": "#cloud-config\n{}"}
    assert parts_sent(
        here,
        {"config": "#!/bin/sh", "subtype": "x-shellscript", "filename": "a.sh"},
        {"config": OTHER, "subtype": "cloud-config"},
        {"config": str(UUID(int=6, version=4))},
    ) == [
        Part("#!/bin/sh", "x-shellscript", "a.sh"),
        Part("#cloud-config\n{}", "cloud-config"),
        Part(str(UUID(int=6, version=4)), "plain"),
    ]
    assert here.configs.kept[here.id]["group"] == "Heat::Ungrouped"


def test_the_parts_of_another_message_are_taken_over():
    here = MemoryHere()
    first = made(MultipartMime, parts=[{"config": "a", "subtype": "x-a"}, {"config": "b"}])
    run(here, first, Action.CREATE)
    other = MemoryHere(id=OTHER, configs=here.configs)
    found = parts_sent(other, {"config": here.id, "type": "multipart"}, {"config": "c"})
    assert found == [Part("a", "x-a"), Part("b", "plain"), Part("c", "plain")]


def test_creating_again_makes_the_same_message():
    here, again = MemoryHere(), MemoryHere()
    for one in (here, again):
        run(one, made(MultipartMime, parts=[{"config": "a"}]), Action.CREATE)
    assert here.configs.kept == again.configs.kept


def test_a_map_is_no_part():
    here = MemoryHere()
    here.configs.kept[OTHER] = {"config": {"a": 1}}
    with pytest.raises(ResourceFailed, match="not a text"):
        parts_sent(here, {"config": OTHER})


def test_a_message_in_a_message_without_end_is_an_error_or_taken_over():
    text = "a"
    for _ in range(400):
        text = f"Content-Type: multipart/mixed; boundary=B\n\n--B\n{text}\n--B--"
    here = MemoryHere()
    try:
        parts_sent(here, {"config": text, "type": "multipart"})
    except ResourceFailed:
        assert here.configs.kept == {}


def test_heads_of_parts_must_be_one_line():
    assert problems(MultipartMime, parts=[{"config": "a\nb", "filename": "ü b.sh"}]) == []
    assert problems(MultipartMime, parts=UNKNOWN) == []
    assert problems(MultipartMime, parts=[UNKNOWN]) == []
    assert problems(MultipartMime, parts=[{"config": "a", "subtype": UNKNOWN}]) == []
    assert problems(MultipartMime, parts=[{"config": "a", "subtype": "x\nBcc: y"}]) != []
    assert problems(MultipartMime, parts=[{"config": "a", "filename": "x\r"}]) != []
