"""What authentication reads of a request."""

import pytest

from calor.api.authentication.request import PATH, is_sendable, is_token, project_in_path


@pytest.mark.parametrize(
    ("path", "project"),
    [
        ("/v1/here/stacks", "here"),
        ("/v1/here", "here"),
        ("/v1/a b/stacks", "a b"),
        ("/v1/", None),
        ("/v1", None),
        ("/", None),
        ("/v2/here/stacks", None),
    ],
)
def test_the_project_stands_in_the_path(path, project):
    assert project_in_path({PATH: path}) == project


def test_without_a_path_there_is_no_project():
    assert project_in_path({}) is None


def test_a_credential_has_some_characters_that_can_be_printed():
    assert is_sendable("pässword")
    assert not any(map(is_sendable, ["", "a\nb", "\0", "x" * 10_000]))
    assert is_token("gAAAA_-")
    assert not is_token("pässword")
