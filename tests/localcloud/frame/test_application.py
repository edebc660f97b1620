"""What all services of the local cloud have in common on the wire."""

import asyncio
import time

import httpx
import pytest

from calor.localcloud.frame.faults import Answer, Delay, Fault, LoseReply, RevokeToken
from calor.localcloud.frame.service import ONE_MEGABYTE

TOKENS = "/identity/v3/auth/tokens"


def address(answer):
    return answer.json()["version"]["links"][0]["href"]


async def test_the_root_names_the_services(http):
    assert (await http.get("/")).json() == {
        "services": {"identity": "http://cloud.example/identity"}
    }


async def test_what_is_not_there_is_a_404_everywhere(http):
    for path in ("/nothing", "/identity/v9", "/identity/v3/nothing", "/identityx"):
        assert (await http.get(path)).status_code == 404


async def test_each_answer_has_a_request_id_of_its_own(http):
    answers = [await http.get("/identity/v3") for _ in range(2)]
    ids = {one.headers["x-openstack-request-id"] for one in answers}
    assert len(ids) == 2
    assert all(one.startswith("req-") for one in ids)


async def test_addresses_follow_the_host_that_was_asked(http):
    answer = await http.get("/identity/v3", headers={"Host": "other.example:81"})
    assert address(answer) == "http://other.example:81/identity/v3/"


async def test_addresses_follow_a_proxy_in_front(http):
    headers = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "public.example",
        "X-Forwarded-Prefix": "/cloud",
    }
    answer = await http.get("/identity/v3", headers=headers)
    assert address(answer) == "https://public.example/cloud/identity/v3/"


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-Host": "evil.example/<script>"},
        {"X-Forwarded-Proto": "javascript"},
        {"X-Forwarded-Prefix": '/"><x'},
    ],
)
async def test_a_forged_proxy_header_is_not_repeated(http, headers):
    answer = await http.get("/identity/v3", headers=headers)
    assert address(answer).startswith("http://")
    assert not set(address(answer)) & set('<">')


async def test_a_body_that_is_too_large_is_refused(http):
    big = b"x" * ONE_MEGABYTE
    assert (await http.post(TOKENS, content=big)).status_code == 413

    async def parts():
        for _ in range(20):
            yield big[:65536]

    assert (await http.post(TOKENS, content=parts())).status_code == 413


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 50000, b"\xff", b"[]", b"7", b"null"])
async def test_a_body_that_is_not_what_it_should_be_is_a_400(http, body):
    answer = await http.post(TOKENS, content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["title"] == "Bad Request"


async def test_a_query_with_too_many_fields_is_a_400(http):
    query = "&".join(f"a{number}=1" for number in range(500))
    assert (await http.get(f"{TOKENS}?{query}")).status_code in {400, 401}


async def test_a_method_that_is_not_known_says_which_are(http):
    answer = await http.put("/identity/v3/users")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, POST"


async def test_a_fault_answers_in_the_services_own_words_and_only_as_often_as_asked(
    http, local_cloud
):
    local_cloud.faults.add(Fault("GET", "/identity/.*", Answer(503), times=2))
    statuses = [(await http.get("/identity/v3")).status_code for _ in range(3)]
    assert statuses == [503, 503, 200]


async def test_a_fault_matches_method_and_whole_path(http, local_cloud):
    local_cloud.faults.set([Fault("POST", "/identity/v3", Answer(500))])
    assert (await http.get("/identity/v3")).status_code == 200
    local_cloud.faults.set([Fault("GET", "/identity", Answer(500))])
    assert (await http.get("/identity/v3")).status_code == 200


async def test_a_fault_can_delay(http, local_cloud):
    local_cloud.faults.add(Fault("GET", "/identity/v3", Delay(0.05)))
    started = time.monotonic()
    assert (await http.get("/identity/v3")).status_code == 200
    assert time.monotonic() - started >= 0.05


async def test_a_lost_reply_is_lost_after_the_work_was_done(served):
    held = served.cloud.credentials("admin")
    body = {
        "auth": {
            "identity": {
                "methods": ["password"],
                "password": {
                    "user": {
                        "name": "admin",
                        "password": held.password,
                        "domain": {"id": "default"},
                    }
                },
            },
            "scope": {"project": {"name": "admin", "domain": {"id": "default"}}},
        }
    }
    async with httpx.AsyncClient(base_url=f"{served.url}/identity/v3") as http:
        token = (await http.post("/auth/tokens", json=body)).headers["x-subject-token"]
        headers = {"X-Auth-Token": token}
        served.cloud.faults.add(Fault("POST", "/identity/v3/projects", LoseReply()))
        made = {"project": {"name": "lost"}}
        with pytest.raises(httpx.RemoteProtocolError):
            await http.post("/projects", json=made, headers=headers)
        assert (await http.post("/projects", json=made, headers=headers)).status_code == 409
        served.cloud.faults.add(Fault("GET", "/identity/v3/projects", RevokeToken()))
        assert (await http.get("/projects", headers=headers)).status_code == 401
        assert (await http.get("/projects", headers=headers)).status_code == 401


async def test_the_server_may_start_and_stop_the_application(local_cloud):
    messages = asyncio.Queue()
    sent = []

    async def send(message):
        sent.append(message["type"])

    for kind in ("startup", "shutdown"):
        messages.put_nowait({"type": f"lifespan.{kind}"})
    await local_cloud.app({"type": "lifespan"}, messages.get, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
