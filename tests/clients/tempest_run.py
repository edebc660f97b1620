"""Run tests of heat-tempest-plugin and print how each went: `python -m … MODULE…`.

Each line is a test's name and `passed`, `skipped` or `failed`, and why, as JSON.
"""

import json
import sys
import unittest
from typing import Any


class Told(unittest.TestResult):
    """Prints how tests went."""

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        self._tell(test, "passed")

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:  # noqa: N802
        self._tell(test, "skipped", reason)

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:  # noqa: N802
        self._tell(test, "failed", self._exc_info_to_string(err, test))  # type: ignore[attr-defined]

    addError = addFailure  # noqa: N815

    def _tell(self, test: unittest.TestCase, outcome: str, why: str = "") -> None:
        sys.stdout.write(json.dumps([test.id(), outcome, why]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:]).run(Told())
