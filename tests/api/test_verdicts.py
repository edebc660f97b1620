"""Verdicts that are remembered."""

from calor.api.verdicts import KEPT, LARGEST, SECONDS, Verdicts, key_of


def test_a_verdict_is_found_until_it_is_too_old():
    verdicts = Verdicts()
    verdicts.keep(b"a", b"fine", now=100.0)
    assert verdicts.find(b"a", 100.0 + SECONDS / 2) == b"fine"
    assert verdicts.find(b"a", 100.0 + SECONDS) is None
    assert verdicts.find(b"b", 100.0) is None


def test_what_nobody_asks_for_goes_first():
    verdicts = Verdicts()
    for n in range(KEPT):
        verdicts.keep(bytes([n]), b"", now=1.0)
    assert verdicts.find(b"\0", 1.0) == b""
    verdicts.keep(b"new", b"", now=1.0)
    assert verdicts.find(b"\1", 1.0) is None
    assert verdicts.find(b"\0", 1.0) == b""


def test_a_large_verdict_is_not_kept():
    verdicts = Verdicts()
    verdicts.keep(b"a", bytes(LARGEST + 1), now=1.0)
    assert verdicts.find(b"a", 1.0) is None


def test_parts_are_told_apart():
    assert key_of(b"a", b"bc") != key_of(b"ab", b"c")
    assert key_of(b"a", b"bc") == key_of(b"a", b"bc")
