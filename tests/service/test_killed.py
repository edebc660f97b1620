"""A service that is killed at any moment goes on where it was, and keeps every promise."""

import os
import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx

from tests.service.chance import SEED
from tests.service.process import serving, until_nothing
from tests.service.promises import Customer, kept, settled

ROUNDS = int(os.environ.get("CALOR_ROUNDS", "3"))
DOUBLED = """
select stack_id, name, count(*) from resources
where stack_id in (select id from stacks where deleted_at is null)
group by stack_id, name having count(*) > 1
"""


def asking(client):
    def ask(method, path, body=None):
        return client.request(method, path, json=body)

    return ask


def busy(customer, stopped):
    """Ask for things until the service has gone."""
    while not stopped.is_set():
        try:
            customer.act()
        except httpx.TransportError:
            return


def test_whatever_was_accepted_is_done_after_kills(tmp_path):
    chance = random.Random(SEED)
    with serving(tmp_path) as service, service.client() as client:
        ask = asking(client)
        customers = [Customer(ask, f"s{SEED}-{n}") for n in range(3)]
        for _ in range(ROUNDS):
            _work_until_killed(service, customers, chance.uniform(0.2, 1.5))
            service.start()
            _all_kept(service, ask, customers)
        assert not [one for c in customers for one in c.refused if ": 5" in one]
        _nothing_is_doubled(service)
        _all_is_deleted(service, ask, customers)
        assert "Traceback" not in service.said()


def _work_until_killed(service, customers, seconds):
    stopped = threading.Event()
    with ThreadPoolExecutor() as threads:
        working = [threads.submit(busy, one, stopped) for one in customers]
        time.sleep(seconds)
        service.kill()
        stopped.set()
    for one in working:
        one.result()


def _all_kept(service, ask, customers):
    for customer in customers:
        customer.find(ask)
        for promise in customer.promises:
            until_nothing(lambda one=promise: kept(ask, one), service)
            settled(promise, ask)


def _nothing_is_doubled(service):
    with closing(sqlite3.connect(service.data / "calor.db")) as store:
        assert store.execute(DOUBLED).fetchall() == []


def _all_is_deleted(service, ask, customers):
    for promise in (one for c in customers for one in c.promises if one.id):
        assert ask("DELETE", promise.path).status_code == 204
    until_nothing(lambda: _left(ask), service)


def _left(ask):
    stacks = ask("GET", "/stacks?show_nested=true").json()["stacks"]
    return "".join(f"{one['stack_name']} is {one['stack_status']}\n" for one in stacks)
