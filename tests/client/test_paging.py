from itertools import islice

from calor.client import paging
from tests.client.fake_heat import Stack


def test_a_long_list_comes_page_by_page(heat, client_with, monkeypatch):
    monkeypatch.setattr(paging, "PAGE", 10)
    heat.stacks += [Stack(f"s{n}", {}) for n in range(25)]
    client = client_with(heat, "good")
    assert [one["stack_name"] for one in client.stacks.listed()] == [
        f"s{n}" for n in range(24, -1, -1)
    ]
    assert len(heat.asked) == 3


def test_only_what_is_looked_at_is_asked_for(heat, client_with, monkeypatch):
    monkeypatch.setattr(paging, "PAGE", 10)
    heat.stacks += [Stack(f"s{n}", {}) for n in range(25)]
    client = client_with(heat, "good")
    assert len(list(islice(client.stacks.listed(), 5))) == 5
    assert len(heat.asked) == 1
    assert len(list(client.stacks.listed(most=12))) == 12
