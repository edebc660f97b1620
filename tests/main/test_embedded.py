"""A service inside a command: it goes on where the last one ended."""

import urllib.request

from calor.main.embedded import EmbeddedService


def test_a_service_is_there_for_the_length_of_a_block(tmp_path):
    for _ in range(2):
        with EmbeddedService().embedded(tmp_path) as endpoint:
            request = urllib.request.Request(  # noqa: S310
                f"{endpoint.url}/stacks", headers={"X-Auth-Token": endpoint.token}
            )
            with urllib.request.urlopen(request) as reply:  # noqa: S310
                assert reply.read() == b'{"stacks":[]}'
    assert not (tmp_path / "service.json").exists()
