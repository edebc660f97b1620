"""Run every benchmark: `python -m benchmarks`, or only the ones that are named."""

import gc
import sys

from benchmarks import engine, language, store
from calor.main import COLLECT_AFTER

BENCHMARKS = {"language": language.run, "store": store.main, "engine": engine.run}

gc.set_threshold(COLLECT_AFTER)
for name in sys.argv[1:] or BENCHMARKS:
    print(f"== {name}")
    BENCHMARKS[name]()
