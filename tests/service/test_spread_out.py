"""Several APIs and engines over one PostgreSQL: any may be killed, and all stop when told to."""

import os
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from tests.service.process import until, until_nothing
from tests.service.promises import Customer, kept, settled
from tests.service.spread import answers, spread_out
from tests.store.postgres import running

SEED = os.environ.get("CALOR_SEED") or str(random.randrange(10**6))
STOPPED_WITHIN = 10.0


@pytest.fixture(scope="module")
def postgres():
    with running() as url:
        yield url


def trying_each(clients):
    """Ask one API after the other until one answers; what was not answered is asked again."""

    def ask(method, path, body=None):
        for client in (*clients, *clients):
            try:
                return client.request(method, path, json=body)
            except httpx.TransportError:
                continue
        raise httpx.ConnectError("nobody answers")

    return ask


def busy(customer, stopped):
    while not stopped.is_set():
        customer.act()


def test_any_process_may_be_killed_while_work_goes_on(tmp_path, postgres):
    print(f"CALOR_SEED={SEED}")
    chance = random.Random(SEED)
    with spread_out(tmp_path, postgres) as spread, ExitStack() as stack:
        clients = [stack.enter_context(spread.client(url)) for url in spread.urls]
        ask = trying_each(clients)
        customers = [Customer(ask, f"s{SEED}-{n}", repeats=True) for n in range(2)]
        for victim in (*spread.apis, *spread.engines):
            _killed_in_the_middle(victim, customers, chance.uniform(0.2, 1.0))
            victim.start()
            _all_kept(spread, ask, customers)
        assert not [one for c in customers for one in c.refused if ": 5" in one]
        _told(spread)
        _all_stop_in_time(spread)


def _killed_in_the_middle(victim, customers, seconds):
    stopped = threading.Event()
    with ThreadPoolExecutor() as threads:
        working = [threads.submit(busy, one, stopped) for one in customers]
        time.sleep(seconds)
        victim.kill()
        time.sleep(seconds)
        stopped.set()
    for one in working:
        one.result()


def _all_kept(spread, ask, customers):
    for url, api in zip(spread.urls, spread.apis, strict=True):
        until(lambda where=url: answers(where), api)
    for customer in customers:
        customer.find(ask)
        for promise in customer.promises:
            until_nothing(lambda one=promise: kept(ask, one), *spread.everyone)
            settled(promise, ask)


def _told(spread):
    """The commands for operators work beside everything else."""
    until(lambda: _up(spread) == 2)  # those that were killed are taken for dead after a while
    assert "were removed" in spread.manage("purge", "--days", "0")
    assert "0 secrets were encrypted anew" in spread.manage("reseal")
    assert "up to date" in spread.manage("db", "upgrade")


def _up(spread):
    return sum(one.endswith("up") for one in spread.manage("services").splitlines())


def _all_stop_in_time(spread):
    for one in (*spread.apis, *spread.engines, spread.cloud):
        begun = time.monotonic()
        one.tell()
        assert one.ended() == 0, one.said()
        assert time.monotonic() - begun < STOPPED_WITHIN
        assert "Traceback" not in one.said(), one.said()
