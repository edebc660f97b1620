from pathlib import Path

from calor.client.addresses import address_of, folder_of, local_path, resolve


def test_a_path_has_an_absolute_address(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert address_of("a b/../c d.yaml") == f"{tmp_path.as_uri()}/c%20d.yaml"
    assert address_of("http://example.com/x") == "http://example.com/x"


def test_references_are_resolved_in_a_folder():
    folder = folder_of("file:///srv/t/web.yaml")
    assert folder == "file:///srv/t/"
    assert resolve(folder, "../net.yaml") == "file:///srv/net.yaml"
    assert resolve(folder, "/net.yaml") == "file:///net.yaml"
    assert resolve(folder, "https://example.com/n") == "https://example.com/n"
    assert resolve(folder, "http://[bad") == "http://[bad"


def test_only_local_addresses_have_a_path():
    assert local_path("file:///srv/c%20d#e.yaml") == Path("/srv/c d#e.yaml")
    assert local_path("http://example.com/x") is None
    assert local_path("file://host/x") is None
