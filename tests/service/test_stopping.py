"""A service that is told to stop does so soon, whoever follows and whatever is being done."""

import threading
import time

import httpx

from tests.service.process import serving, until

STOPPED_WITHIN = 10.0
WAITING = {
    "heat_template_version": "2018-08-31",
    "resources": {
        "slow": {"type": "OS::Heat::TestResource", "properties": {"wait_secs": 3}},
        "late": {"type": "OS::Heat::TestResource", "properties": {"wait_secs": 600}},
    },
}
QUICK = {
    "heat_template_version": "2018-08-31",
    "resources": {"slow": {"type": "OS::Heat::TestResource"}},
}


def follow(client, path, begun):
    try:
        with client.stream("GET", f"{path}/events?follow") as reply:
            for _ in reply.iter_raw():
                begun.set()
    except httpx.TransportError:
        return  # the service has ended


def test_followers_and_work_do_not_keep_a_service_from_stopping(tmp_path):
    with serving(tmp_path) as service, service.client() as client:
        made = client.post("/stacks", json={"stack_name": "a", "template": WAITING}).json()
        path = f"/stacks/a/{made['stack']['id']}"
        followers = [(threading.Event(), service.client()) for _ in range(5)]
        threads = [
            threading.Thread(target=follow, args=(one, path, begun)) for begun, one in followers
        ]
        for one in threads:
            one.start()
        for begun, _ in followers:
            until(begun.is_set, service)
        asked = time.monotonic()
        service.tell()
        assert service.ended() == 0, service.said()
        assert time.monotonic() - asked < STOPPED_WITHIN
        for thread, (_, one) in zip(threads, followers, strict=True):
            thread.join()
            one.close()
        assert "Traceback" not in service.said(), service.said()
        service.start()
        assert client.put(path, json={"template": QUICK}).status_code == 202
        until(lambda: _status(client, path) == "UPDATE_COMPLETE", service)


def _status(client, path):
    return client.get(path).json()["stack"]["stack_status"]
