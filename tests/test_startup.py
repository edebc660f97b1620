"""The command line must answer at once: it imports what a command needs, when it needs it."""

import subprocess
import sys

HEAVY = {
    "asyncio",
    "calor.client",
    "calor.core",
    "calor.plugin",
    "calor.sandbox",
    "importlib.metadata",
    "json",
    "msgspec",
    "regex",
    "rich",
    "typing_extensions",
    "yaml",
    "yaql",
}
CODE = """
import sys
from calor.main import main
sys.argv = ["calor", "--help"]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def test_help_imports_nothing_heavy():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert "validate" in done.stdout
    assert HEAVY & set(done.stderr.split()) == set()


SLOW = {"asyncio", "calor.core.template", "keystoneauth1", "msgspec", "requests", "rich", "yaml"}


def test_a_question_to_a_service_imports_no_more_than_it_takes():
    asked = CODE.replace('"--help"', '"list", "--os-endpoint", "http://127.0.0.1:1"')
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=False
    )
    assert "nothing listens there" in done.stderr
    assert SLOW & set(done.stderr.split()) == set()
