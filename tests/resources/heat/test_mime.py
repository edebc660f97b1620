from email import message_from_string
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from calor.resources.heat.mime import Part, compose, parts_of

KEY = str(UUID(int=1234567 << 32, version=4))


def test_a_message_looks_as_cloud_init_knows_it():
    text = compose([Part("#!/bin/sh", "x-shellscript", "a.sh"), Part("hello")], KEY)
    line = text.splitlines()[0]
    boundary = line.split('"')[1]
    assert line == f'Content-Type: multipart/mixed; boundary="{boundary}"'
    assert text.replace(boundary, "B") == (
        'Content-Type: multipart/mixed; boundary="B"\n'
        "MIME-Version: 1.0\n\n"
        "--B\n"
        'Content-Type: text/x-shellscript; charset="us-ascii"\n'
        "MIME-Version: 1.0\n"
        "Content-Transfer-Encoding: 7bit\n"
        'Content-Disposition: attachment; filename="a.sh"\n\n'
        "#!/bin/sh\n"
        "--B\n"
        'Content-Type: text/plain; charset="us-ascii"\n'
        "MIME-Version: 1.0\n"
        "Content-Transfer-Encoding: 7bit\n\n"
        "hello\n"
        "--B--\n"
    )


def test_the_same_key_makes_the_same_message():
    assert compose([Part("a")], KEY) == compose([Part("a")], KEY)


def test_a_name_without_its_ending_says_what_kind_of_text_it_is():
    text = compose([Part("x", filename="part-handler.py")], KEY)
    assert "Content-Type: text/part-handler" in text


def test_text_beyond_ascii_is_encoded():
    text = compose([Part("grün")], KEY)
    assert 'charset="utf-8"' in text
    assert text.isascii()
    assert parts_of(text) == [Part("grün", "plain")]


def test_what_is_not_a_message_has_no_parts():
    assert parts_of("#!/bin/sh\necho") == []
    assert parts_of("") == []


def test_parts_of_parts_are_taken_over():
    inner = compose([Part("a", "x-one")], KEY)
    outer = (
        "Content-Type: multipart/mixed; boundary=O\n\n--O\n"
        f"{inner}\n--O\nContent-Type: text/plain; charset=klingon\n\nb\n--O--"
    )
    assert parts_of(outer) == [Part("a", "x-one"), Part("b", "plain")]


LINES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=20).filter(
    lambda one: not one.startswith(("From ", "--"))
)


@given(st.lists(st.tuples(LINES, st.sampled_from(["", "x-shellscript", "cloud-config"]))))
def test_parts_survive_being_sent(parts):
    sent = [Part(text, subtype) for text, subtype in parts]
    found = parts_of(compose(sent, KEY)) if sent else []
    assert found == [Part(text, subtype or "plain") for text, subtype in parts]


@given(st.text(max_size=200))
def test_any_text_can_be_looked_through(text):
    parts = parts_of(text)
    assert message_from_string(compose([Part(text), *parts], KEY)).is_multipart()
