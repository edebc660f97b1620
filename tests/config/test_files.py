"""Configuration files as they stand."""

from pathlib import Path

from calor.config.files import Entry, Sources, find_sources, read_entries


def test_every_line_that_sets_something_is_found(tmp_path):
    file = tmp_path / "a.conf"
    file.write_text("[DEFAULT]\nhost = one\n# no = line\n[Trustee]\nauth-url = x\nauth-url = y\n")
    assert read_entries([file]) == [
        Entry(file, "DEFAULT", "host", ("one",)),
        Entry(file, "trustee", "auth_url", ("x", "y")),
    ]


def test_files_of_heat_and_then_of_calor_are_looked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("heat", "calor"):
        folder = tmp_path / f".{name}"
        folder.mkdir()
        (folder / f"{name}.conf").write_text("")
    ours = [file for file in find_sources().files if file.is_relative_to(tmp_path)]
    assert [file.name for file in ours] == ["heat.conf", "calor.conf"]


def test_files_of_a_folder_come_after_the_others_in_order(tmp_path):
    for name in ("b.conf", "a.conf", "c.txt"):
        (tmp_path / name).write_text("")
    sources = Sources((Path("first.conf"),), (tmp_path,))
    assert [file.name for file in sources.every()] == ["first.conf", "a.conf", "b.conf"]
