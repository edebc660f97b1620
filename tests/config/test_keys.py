"""The keys by which secrets are stored."""

import pytest

from calor.config.keys import EVERYBODY_KNOWS, key_of, keys_of
from calor.config.settings import InvalidConfiguration
from calor.store.secrets import Keyring

FIRST, SECOND = "first key of enough length", "second key of enough length"


def test_the_same_text_is_the_same_key_everywhere():
    assert key_of(FIRST) == key_of(FIRST)
    assert key_of(FIRST).id != key_of(SECOND).id
    assert FIRST not in repr(key_of(FIRST))


def test_a_key_can_be_changed_and_old_secrets_be_read():
    sealed = Keyring(keys_of(FIRST, [])).seal(b"hush", "here")
    newer = Keyring(keys_of(SECOND, [FIRST]))
    assert newer.open(sealed, "here") == b"hush"
    assert not newer.is_newest(sealed)


def test_no_text_is_no_key():
    assert keys_of(None, []) == ()
    assert len(keys_of(FIRST, [FIRST])) == 1


def test_a_short_key_is_refused_and_a_known_one_warned_about(caplog):
    with pytest.raises(InvalidConfiguration, match="16 characters"):
        key_of("short")
    key_of(EVERYBODY_KNOWS)
    assert "everybody knows" in caplog.text
