import pytest

from tests.core.template.trial import error_of, value_of


@pytest.mark.parametrize(
    ("parts", "url"),
    [
        ({}, ""),
        ({"scheme": "http", "host": "example.com"}, "http://example.com"),
        ({"scheme": "http", "host": "example.com", "port": 8080, "path": "a b/ü"},
         "http://example.com:8080/a%20b/%C3%BC"),
        ({"scheme": "https", "host": "::1", "port": "443"}, "https://[::1]:443"),
        ({"scheme": "https", "host": "[fe80::1%eth0]"}, "https://[fe80::1%25eth0]"),
        ({"host": "h", "username": "me@x", "password": "a/b:c"}, "//me%40x:a%2Fb%3Ac@h"),
        ({"host": "h", "username": "me"}, "//me@h"),
        ({"host": "h", "password": "secret"}, "//:secret@h"),
        ({"path": "/p", "query": {"a/b": "c d", "n": 1, "t": True}}, "/p?a/b=c+d&n=1&t=True"),
        ({"path": "/p?x", "fragment": "#a/b"}, "/p%3Fx#%23a/b"),
    ],
)  # fmt: skip
def test_each_part_is_encoded_as_its_place_demands(parts, url):
    assert value_of({"make_url": parts}) == url


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"port": 0}, "from 1 to 65535"),
        ({"port": 65536}, "from 1 to 65535"),
        ({"port": "http"}, "from 1 to 65535"),
        ({"port": None}, "from 1 to 65535"),
        ({"host": None}, "host must be a string, not null"),
        ({"scheme": "http:"}, "must not contain ':'"),
        ({"query": "a=b"}, "the query must be a map"),
        ({"path": "\ud800"}, "cannot stand in a URL"),
        ({"hots": "x"}, "must have the form"),
    ],
)
def test_refused(parts, message):
    assert message in error_of({"make_url": parts})
