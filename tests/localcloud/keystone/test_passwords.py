"""Secrets that are only compared."""

from calor.localcloud.keystone.passwords import Passwords


def test_a_secret_is_recognised_by_its_hash_and_no_other_is():
    passwords = Passwords()
    stored = passwords.hashed("right")
    assert "right" not in stored
    assert stored != passwords.hashed("right")
    for _ in range(2):
        assert passwords.is_right("right", stored)
        assert not passwords.is_right("wrong", stored)
    assert Passwords().is_right("right", stored)
    assert not passwords.is_right("anything", None)
