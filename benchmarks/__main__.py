"""Run every benchmark: `python -m benchmarks`."""

from benchmarks import language

language.run()
