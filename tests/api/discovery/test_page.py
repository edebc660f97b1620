"""The description of the API for people."""

import re
from html.parser import HTMLParser

from calor.api.discovery.openapi import describe
from calor.api.discovery.page import page
from calor.api.orchestration.table import TABLE
from tests.api.serving import serving

TEXT = page(describe(TABLE.routes, "http://calor.test"))
VOID = {"meta", "input", "wbr"}


class Checker(HTMLParser):
    """Notes ids and links, and whether every tag is closed where it should be."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.outside = [], [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)
            if name == "src" or (tag == "link" and name == "href"):
                self.outside.append(value)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def checked(text):
    checker = Checker()
    checker.feed(text)
    return checker


def test_it_is_well_formed_and_complete_in_itself():
    found = checked(TEXT)
    assert found.open == []
    assert found.outside == []
    assert "@import" not in TEXT
    assert "url(" not in TEXT


def test_links_lead_to_what_is_there_once():
    found = checked(TEXT)
    assert len(found.ids) == len(set(found.ids))
    assert {one[1:] for one in found.links if one.startswith("#")} <= set(found.ids)


def test_every_route_is_told():
    told = re.sub(r"<wbr>|</?i>", "", TEXT)
    for route in TABLE.routes:
        if "*" not in route.path:
            assert f"<code>{route.path}</code>" in told
            assert route.summary.rstrip(".") in told


def test_what_a_caller_says_of_an_address_is_no_markup():
    assert "<script>alert" not in page(describe(TABLE.routes, "http://<script>alert(1)</script>"))


async def test_it_is_served_to_anybody():
    async with serving() as service:
        told = await service.client.get("/docs", headers={"X-Auth-Token": ""})
        assert told.status_code == 200
        assert told.headers["content-type"] == "text/html; charset=utf-8"
        assert "default-src 'none'" in told.headers["content-security-policy"]
