"""A service that answers anything: no command crashes, and none believes it."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from calor.cli.command import cli

LIST = '[null, 3, "x", [], {}, {"links": "x", "id": {}}, {"links": [{}, 1], "parameters": 7}]'
KEYS = (
    "stack stacks resource resources event events output outputs snapshot snapshots metadata "
    "waiting resource_types template_versions template_functions resource_changes plan"
)
ANSWERS = [
    "",
    "null",
    "3",
    "[]",
    "{}",
    "<html>",
    "[" * 5000,
    *("{" + ", ".join(f'"{key}": {value}' for key in KEYS.split()) + "}" for value in (
        "null", "3", '"x"', "{}", LIST, '{"resources": ' + LIST + "}",
        '{"stack_name": 3, "id": [], "outputs": 7, "parameters": [], "resources": 3}',
    )),
]  # fmt: skip
COMMANDS = [
    ["list"],
    ["show", "web"],
    ["resources", "web", "-n", "2"],
    ["resources", "web", "a/b"],
    ["events", "web"],
    ["outputs", "web"],
    ["outputs", "web", "x"],
    ["snapshot", "list", "web"],
    ["snapshot", "show", "web", "1"],
    ["hook", "poll", "web"],
    ["waiting", "web"],
    ["metadata", "web", "a"],
    ["types"],
    ["types", "X"],
    ["functions"],
    ["functions", "1"],
    ["plan", "web.yaml"],
    ["wait", "web"],
    ["abandon", "web"],
]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answer = b""

    def log_message(self, *_):
        """Say nothing."""

    def answer_anything(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.answer)))
        self.end_headers()
        self.wfile.write(self.answer)

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.answer_anything
        raise AttributeError(name)


@pytest.fixture(scope="module")
def hostile():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads, server.block_on_close = True, False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_answer_makes_a_command_crash(words, hostile, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("web.yaml").write_text("heat_template_version: 2021-04-16\n")
    for answer in ANSWERS:
        monkeypatch.setattr(Handler, "answer", answer.encode())
        result = CliRunner(env={"OS_ENDPOINT": hostile}).invoke(cli, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            pytest.fail(f"{answer[:300]}\n{result.exception!r}")
