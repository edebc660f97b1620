"""What is sealed stays secret and in its place."""

import pytest

from calor.localcloud.storage.directory import key, open_directory, write_private
from calor.localcloud.storage.sealing import Broken, Sealer


def test_what_was_sealed_can_be_opened_at_its_place_only(tmp_path):
    sealer = Sealer(key(tmp_path, "test"))
    sealed = sealer.seal(b"secret", "here")
    assert b"secret" not in sealed
    assert Sealer(key(tmp_path, "test")).open(sealed, "here") == b"secret"
    for wrong in (sealed[:-1], b"", sealed[:-1] + bytes([sealed[-1] ^ 1])):
        with pytest.raises(Broken):
            sealer.open(wrong, "here")
    with pytest.raises(Broken):
        sealer.open(sealed, "there")
    with pytest.raises(Broken):
        Sealer(key(tmp_path, "other")).open(sealed, "here")


def test_directory_and_files_are_closed_to_others(tmp_path):
    directory = open_directory(tmp_path / "a" / "b")
    write_private(directory / "file", b"x")
    write_private(directory / "file", b"y")
    key(directory, "k")
    assert directory.stat().st_mode & 0o777 == 0o700
    assert {one.stat().st_mode & 0o777 for one in directory.iterdir()} == {0o600}
    assert sorted(one.name for one in directory.iterdir()) == ["file", "k.key"]
    assert (directory / "file").read_bytes() == b"y"
