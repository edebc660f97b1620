"""Every answer of a running service is as its own description says, whatever is sent."""

import json
import os
import random
import subprocess
import sys

import pytest

from tests.service.pinning import pinned
from tests.service.process import serving, until

SECONDS = int(os.environ.get("CALOR_FUZZ_SECONDS", "60")) // 4
SEED = os.environ.get("CALOR_SEED") or str(random.randrange(10**6))
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
TEMPLATE = {
    "heat_template_version": "2018-08-31",
    "parameters": {"p": {"type": "string", "default": "x"}},
    "resources": {"r": {"type": "OS::Heat::RandomString"}},
    "outputs": {"o": {"value": {"get_attr": ["r", "value"]}}},
}
RUN = (sys.executable, "-m", "schemathesis.cli", "run")


@pytest.mark.parametrize("user", ["demo", "admin"])
def test_whatever_is_asked_the_answer_is_as_described(tmp_path, user):
    with serving(tmp_path) as service, service.client(user) as client:
        file = tmp_path / "openapi.json"
        file.write_text(json.dumps(_description(service, client)))
        words = [*RUN, str(file), "--url", service.url, "--seed", SEED]
        words += ["--max-time", str(SECONDS), "--checks", ",".join(CHECKS)]
        words += ["--request-timeout", "30", "--max-redirects", "0", "--continue-on-failure"]
        words += ["--suppress-health-check", "all", "--warnings", "off", "--no-color"]
        header = f"X-Auth-Token: {client.headers['X-Auth-Token']}"
        done = subprocess.run([*words, "-H", header], cwd=tmp_path, capture_output=True, text=True)
        print(done.stdout[-3000:])
        assert done.returncode == 0, f"CALOR_SEED={SEED}\n{done.stdout[-20000:]}{done.stderr}"
        assert "Traceback" not in service.said()


def _description(service, client):
    made = client.post("/stacks", json={"stack_name": "fuzzed", "template": TEMPLATE}).json()
    stack_id = made["stack"]["id"]
    path = f"/stacks/fuzzed/{stack_id}"
    until(lambda: client.get(path).json()["stack"]["stack_status"] == "CREATE_COMPLETE", service)
    snapshot = client.post(f"{path}/snapshots", json={}).json()["id"]
    event = client.get(f"{path}/resources/r/events").json()["events"][0]["id"]
    config = client.post("/software_configs", json={"group": "script", "name": "c"}).json()
    real = {
        "stack_name": "fuzzed",
        "stack_id": stack_id,
        "resource_name": "r",
        "snapshot_id": snapshot,
        "event_id": event,
        "config_id": config["software_config"]["id"],
        "output_key": "o",
        "type_name": "OS::Heat::RandomString",
        "template_version": "heat_template_version.2018-08-31",
    }
    project = str(client.base_url).rstrip("/").rpartition("/")[2]
    return pinned(client.get(f"{service.url}/openapi.json").json(), project, real)
