"""The data directory keeps its keys, and itself to one service."""

import json
import os
import stat

import pytest

from calor.core.errors import CalorError
from calor.main.data_directory import ANNOUNCED, DataDirectory, DirectoryInUse


def test_keys_are_made_once_and_for_the_owner_alone(tmp_path):
    directory = DataDirectory.at(tmp_path / "new" / "data")
    sealed = directory.keyring().seal(b"secret", "here")
    assert directory.keyring().open(sealed, "here") == b"secret"
    assert stat.S_IMODE((directory.path / "keys.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(directory.path.stat().st_mode) == 0o700


def test_two_services_cannot_work_on_the_same_directory(tmp_path):
    directory = DataDirectory.at(tmp_path)
    other = DataDirectory.at(tmp_path)
    with (
        directory.locked(),
        pytest.raises(DirectoryInUse, match="another service"),
        other.locked(),
    ):
        pass
    with other.locked():
        pass


def test_a_running_service_is_found_and_one_that_has_gone_is_not(tmp_path):
    directory = DataDirectory.at(tmp_path)
    file = directory.path / ANNOUNCED
    with directory.locked():
        directory.announce("http://127.0.0.1:8004", {"auth": {}})
        assert json.loads(file.read_text()) == {
            "url": "http://127.0.0.1:8004",
            "pid": os.getpid(),
            "cloud": {"auth": {}},
        }
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not file.exists()


def test_a_place_that_is_no_directory_is_refused_in_words(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CalorError, match="cannot be used"):
        DataDirectory.at(tmp_path / "file" / "data")
