"""Pages are linked in different ways, and all are followed."""

import pytest

from calor.cloud import paging
from calor.cloud.paging import next_query, pages
from calor.core.errors import CloudUnavailable
from calor.plugin.cloud import Reply, Request

LIST = Request(service="image", method="GET", path="/images", query={"limit": "2"})


@pytest.mark.parametrize(
    "body",
    [
        {"servers": [], "servers_links": [{"rel": "next", "href": "http://in/servers?marker=7"}]},
        {"servers": [], "links": {"next": "http://in/v3/servers?marker=7", "previous": None}},
        {"servers": [], "links": [{"rel": "next", "href": "/servers?marker=7"}]},
        {"servers": [], "next": "/v2/servers?marker=7"},
    ],
)
def test_the_next_page_is_found(body):
    assert next_query(body, "servers") == {"marker": "7"}


@pytest.mark.parametrize("body", [{}, {"links": {"next": None}}, {"links": []}, [], None])
def test_the_last_page_has_no_next(body):
    assert next_query(body, "servers") is None


async def test_pages_are_asked_for_until_there_are_no_more():
    queries = []

    async def send(request):
        queries.append(request.query)
        at = int(request.query.get("marker", 0))
        more = {"next": f"/v2/images?limit=2&marker={at + 1}"} if at < 3 else {}
        return Reply(200, {"images": [at], **more})

    assert [page async for page in pages(send, LIST, "images")] == [[0], [1], [2], [3]]
    assert queries[-1] == {"limit": "2", "marker": "3"}


async def test_a_page_that_leads_to_itself_is_the_last():
    async def send(request):
        return Reply(200, {"images": [1], "next": "/v2/images?limit=2"})

    assert [page async for page in pages(send, LIST, "images")] == [[1]]


async def test_a_service_that_never_comes_to_an_end_is_given_up(monkeypatch):
    monkeypatch.setattr(paging, "MOST_PAGES", 5)

    async def send(request):
        at = int(request.query.get("marker", 0))
        return Reply(200, {"images": [at], "next": f"/v2/images?marker={at + 1}"})

    with pytest.raises(CloudUnavailable, match="too many pages"):
        [page async for page in pages(send, LIST, "images")]
