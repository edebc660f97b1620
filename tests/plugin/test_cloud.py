"""Where no cloud is, whoever needs one is told so."""

import pytest

from calor.core.errors import CloudRefused, CloudUnavailable
from calor.plugin.cloud import NoCloud, Request, Shelf


async def test_no_cloud_answers_no_request():
    with pytest.raises(CloudUnavailable, match="no cloud to ask for compute"):
        await NoCloud().send(Request(service="compute", method="GET", path="/servers"))


async def test_no_cloud_finds_and_watches_nothing():
    with pytest.raises(CloudUnavailable, match=r"neutron\.network blue"):
        await NoCloud().find("neutron.network", "blue")
    with pytest.raises(CloudUnavailable, match="network"):
        await NoCloud().watch(Shelf(service="network", path="/v2.0/ports", key="ports"), "1")


async def test_no_cloud_has_no_project_and_no_region():
    with pytest.raises(CloudUnavailable):
        await NoCloud().project()
    assert await NoCloud().region() is None


def test_an_error_of_the_cloud_names_the_request_by_which_its_operator_finds_it():
    problem = CloudRefused("no more quota", status=403, request_id="req-1")
    assert str(problem) == "no more quota (request req-1)"
    assert problem.status == 403
