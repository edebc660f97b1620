"""Run every benchmark: `python -m benchmarks`, or only the ones that are named."""

import sys

from benchmarks import engine, language

BENCHMARKS = {"language": language.run, "engine": engine.run}

for name in sys.argv[1:] or BENCHMARKS:
    print(f"== {name}")
    BENCHMARKS[name]()
