"""A secret is readable with its key, in its place, unchanged; and never shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.errors import UnreadableSecret
from calor.store.secrets import Key, Keyring

OLD, NEW = Key("old", b"o" * 32), Key("new", b"n" * 32)


@given(st.binary(max_size=200), st.text(max_size=50))
def test_what_was_sealed_can_be_opened(secret: bytes, place: str):
    place = place.encode(errors="replace").decode()
    ring = Keyring([NEW, OLD])
    assert ring.open(ring.seal(secret, place), place) == secret


@given(st.binary(min_size=1, max_size=40), st.data())
def test_whatever_is_changed_is_found_out(secret: bytes, data: st.DataObject):
    ring = Keyring([NEW])
    sealed = bytearray(ring.seal(secret, "place"))
    where = data.draw(st.integers(0, len(sealed) - 1))
    sealed[where] ^= data.draw(st.integers(1, 255))
    with pytest.raises(UnreadableSecret):
        ring.open(bytes(sealed), "place")


@given(st.binary(max_size=80))
def test_rubbish_is_refused(rubbish: bytes):
    with pytest.raises(UnreadableSecret):
        Keyring([NEW]).open(rubbish, "place")


def test_a_secret_cannot_be_moved():
    ring = Keyring([NEW])
    with pytest.raises(UnreadableSecret, match="changed or moved"):
        ring.open(ring.seal(b"x", "here"), "there")


def test_the_first_key_seals_and_all_of_them_open():
    old = Keyring([OLD]).seal(b"x", "here")
    both = Keyring([NEW, OLD])
    assert both.open(old, "here") == b"x"
    assert not both.is_newest(old)
    assert both.is_newest(both.seal(b"x", "here"))
    with pytest.raises(UnreadableSecret, match="needs the key 'old'"):
        Keyring([NEW]).open(old, "here")


def test_equal_secrets_do_not_look_alike():
    ring = Keyring([NEW])
    assert ring.seal(b"x", "here") != ring.seal(b"x", "here")


def test_keys_are_never_shown():
    assert repr(Key("a", b"q" * 32)) == "Key(id='a')"
    assert repr(Keyring([NEW, OLD])) == "Keyring(new, old)"


@pytest.mark.parametrize(("name", "material"), [("short", b"x" * 16), ("", b"x" * 32)])
def test_keys_of_a_wrong_shape_are_refused(name: str, material: bytes):
    with pytest.raises(ValueError, match="key"):
        Key(name, material)


@pytest.mark.parametrize("keys", [[], [NEW, NEW]])
def test_a_keyring_has_different_keys(keys: list[Key]):
    with pytest.raises(ValueError, match="key"):
        Keyring(keys)
