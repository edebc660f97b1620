from pathlib import Path

import pytest

from calor.client.reading import Unreadable, as_text, read_file

OPEN = Path("/proc/self/fd")


def test_a_file_of_the_greatest_size_is_read(tmp_path):
    (tmp_path / "file").write_bytes(b"12345")
    assert read_file(tmp_path / "file", 5) == b"12345"
    with pytest.raises(Unreadable, match="larger than 4 bytes"):
        read_file(tmp_path / "file", 4)


def test_reading_leaves_no_descriptor_open(tmp_path):
    before = len(list(OPEN.iterdir()))
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(Unreadable):
            read_file(path, 10)
    assert len(list(OPEN.iterdir())) == before


def test_text_stays_and_anything_else_is_encoded():
    assert as_text("é\r\n".encode()) == "é\r\n"
    assert as_text(b"") == ""
    assert as_text(b"\xff") == "/w==\n"
