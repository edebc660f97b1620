"""Many clients at once: each makes small stacks and looks at them, over HTTP.

`python -m benchmarks.crowd` starts a service of its own; with OS_AUTH_URL and the other variables
of a login set, the one in that catalog is asked.  Every stack that was accepted must be found
complete in the end, and must go when it is deleted; else the run fails.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

PROGRAM = (sys.executable, "-c", "from calor.main import main; main()")
TEMPLATE = {
    "heat_template_version": "2018-08-31",
    "resources": {
        "name": {"type": "OS::Heat::RandomString", "properties": {"length": 8}},
        "value": {
            "type": "OS::Heat::Value",
            "properties": {"value": {"get_attr": ["name", "value"]}},
        },
    },
    "outputs": {"name": {"value": {"get_attr": ["value", "value"]}}},
}
PAGE = 50
BETWEEN_LOOKS = 0.1
PATIENCE = 120.0


@dataclass(slots=True)
class Report:
    """What a crowd has met."""

    times: dict[str, list[float]] = field(default_factory=dict)
    """The seconds of every answer, by what was asked for."""
    problems: Counter[str] = field(default_factory=Counter)
    accepted: dict[str, str] = field(default_factory=dict)
    """The names of all stacks that were accepted, by id."""
    lost: list[str] = field(default_factory=list)
    undeleted: list[str] = field(default_factory=list)

    def is_well(self) -> bool:
        """Return whether nothing went wrong."""
        return not (self.problems or self.lost or self.undeleted)

    def lines(self) -> list[str]:
        """Write it down for people."""
        told = [f"{'':8}{'count':>8}{'p50 ms':>10}{'p99 ms':>10}{'max ms':>10}"]
        for name, times in sorted(self.times.items()):
            cuts = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
            cells = f"{cuts[49] * 1e3:10.1f}{cuts[98] * 1e3:10.1f}{max(times) * 1e3:10.1f}"
            told.append(f"{name:8}{len(times):8}{cells}")
        told.append(f"{len(self.accepted)} stacks accepted, {len(self.lost)} lost")
        told += [f"{count} times: {problem}" for problem, count in self.problems.most_common(20)]
        return told + [f"not deleted: {one}" for one in self.undeleted[:20]]


@dataclass(frozen=True, slots=True)
class Member:
    """One client, with a token of its own."""

    session: aiohttp.ClientSession
    url: str
    token: str
    report: Report

    async def ask(self, name: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request, note how long it took, and return what came; nothing if it failed."""
        begun = time.perf_counter()
        headers = {"X-Auth-Token": self.token}
        try:
            reply = await self.session.request(
                method, f"{self.url}{path}", json=body, headers=headers, allow_redirects=False
            )
            async with reply:
                content = await reply.read()
        except (aiohttp.ClientError, OSError, TimeoutError) as problem:
            self.report.problems[f"{name}: {type(problem).__name__} {problem}"] += 1
            return None
        self.report.times.setdefault(name, []).append(time.perf_counter() - begun)
        if not reply.ok:
            self.report.problems[f"{name}: {reply.status} {content[:200]!r}"] += 1
            return None
        return await reply.json() if content else {}

    async def work(self, end: float) -> None:
        """Make stacks and look at them until a moment."""
        while time.monotonic() < end:
            name = f"crowd-{uuid.uuid4().hex[:12]}"
            body = {"stack_name": name, "template": TEMPLATE, "timeout_mins": 5}
            made = await self.ask("create", "POST", "/stacks", body)
            if made is not None:
                stack_id = made["stack"]["id"]
                self.report.accepted[stack_id] = name
                await self._watch(f"/stacks/{name}/{stack_id}", end)

    async def _watch(self, path: str, end: float) -> None:
        while time.monotonic() < end:
            await self.ask("list", "GET", f"/stacks?limit={PAGE}")
            shown = await self.ask("show", "GET", path)
            if shown is None or shown["stack"]["stack_status"] != "CREATE_IN_PROGRESS":
                return
            await asyncio.sleep(BETWEEN_LOOKS)

    async def statuses(self) -> dict[str, str]:
        """Return the status of every stack that is there."""
        found: dict[str, str] = {}
        marker = ""
        while page := (await self.ask("page", "GET", f"/stacks?limit=500{marker}") or {}).get(
            "stacks"
        ):
            found |= {one["id"]: one["stack_status"] for one in page}
            marker = f"&marker={page[-1]['id']}"
        return found


async def crowd(login: dict[str, str], *, clients: int, seconds: float) -> Report:
    """Have many clients at work for a while, and look at what has become of their stacks."""
    report = Report()
    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        members = await asyncio.gather(*(_enter(session, login, report) for _ in range(clients)))
        end = time.monotonic() + seconds
        await asyncio.gather(*(one.work(end) for one in members))
        await _settle(members[0], report)
        await _clear(members, report)
    return report


async def _enter(session: aiohttp.ClientSession, login: dict[str, str], report: Report) -> Member:
    domain = {"name": login["OS_USER_DOMAIN_NAME"]}
    user = {"name": login["OS_USERNAME"], "password": login["OS_PASSWORD"], "domain": domain}
    identity = {"methods": ["password"], "password": {"user": user}}
    scope = {"project": {"name": login["OS_PROJECT_NAME"], "domain": domain}}
    begun = time.perf_counter()
    where = f"{login['OS_AUTH_URL'].rstrip('/')}/auth/tokens"
    async with session.post(where, json={"auth": {"identity": identity, "scope": scope}}) as reply:
        reply.raise_for_status()
        told = (await reply.json())["token"]
    report.times.setdefault("login", []).append(time.perf_counter() - begun)
    service = next(one for one in told["catalog"] if one["type"] == "orchestration")
    url = next(one["url"] for one in service["endpoints"] if one["interface"] == "public")
    return Member(session, url, reply.headers["X-Subject-Token"], report)


async def _settle(member: Member, report: Report) -> None:
    """Wait until nothing is in progress any more, and note which stacks did not get there."""
    end = time.monotonic() + PATIENCE
    statuses = await member.statuses()
    while "CREATE_IN_PROGRESS" in statuses.values() and time.monotonic() < end:
        await asyncio.sleep(BETWEEN_LOOKS)
        statuses = await member.statuses()
    report.lost += [
        f"{name} {stack_id}: {statuses.get(stack_id, 'not there')}"
        for stack_id, name in report.accepted.items()
        if statuses.get(stack_id) != "CREATE_COMPLETE"
    ]


async def _clear(members: list[Member], report: Report) -> None:
    """Delete every stack, and wait until all have gone."""
    todo = list(report.accepted.items())

    async def delete(member: Member) -> None:
        while todo:
            stack_id, name = todo.pop()
            await member.ask("delete", "DELETE", f"/stacks/{name}/{stack_id}")

    await asyncio.gather(*(delete(one) for one in members))
    end = time.monotonic() + PATIENCE
    while left := (await members[0].statuses()).keys() & report.accepted.keys():
        if time.monotonic() > end:
            report.undeleted += sorted(left)
            return
        await asyncio.sleep(BETWEEN_LOOKS)


@asynccontextmanager
async def own_service() -> AsyncIterator[dict[str, str]]:
    """Run a service for the length of a block, and give what a client of it needs."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        words = [*PROGRAM, "serve", "--data-dir", str(data), "--port", "0", "--cloud-port", "0"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
        try:
            while not (data / "service.json").exists():
                assert process.poll() is None, "the service has ended"
                await asyncio.sleep(0.05)
            yield login_of(data)
        finally:
            print(f"resident: {resident(process.pid)} MiB")
            process.terminate()
            process.wait()


def login_of(data: Path) -> dict[str, str]:
    """Return the variables of the user of a data directory."""
    words = [*PROGRAM, "env", "--data-dir", str(data)]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout  # noqa: S603
    pairs = (one.removeprefix("export ").split("=", 1) for one in told.splitlines() if "=" in one)
    return {name: value.strip("'") for name, value in pairs}


def resident(pid: int) -> int:
    """Return the MiB of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


async def main() -> int:
    """Run it as the words of the command line say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    told = parser.parse_args()
    if "OS_AUTH_URL" in os.environ:
        report = await crowd(dict(os.environ), clients=told.clients, seconds=told.seconds)
    else:
        async with own_service() as login:
            report = await crowd(login, clients=told.clients, seconds=told.seconds)
    print("\n".join(report.lines()))
    return 0 if report.is_well() else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
