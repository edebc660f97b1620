"""How much an untrusted expression may use."""

from dataclasses import dataclass

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one evaluation may cost; beyond any of these it ends with an error.

    The first two are yaql's own and mean what they mean in Heat's `[yaql]`
    section; yaql does not count everything, so the operating system holds the
    others.  Processor time is what the expression uses; `patience` bounds the
    wait on a machine that is too busy to give it any.
    """

    limit_iterators: int = 200
    memory_quota: int = 10_000
    processor_seconds: float = 1.0
    patience_seconds: float = 10.0
    start_seconds: float = 30.0
    memory_bytes: int = 512 * MEBIBYTE
    expression_characters: int = 100_000
    input_bytes: int = 10 * MEBIBYTE
    output_bytes: int = 10 * MEBIBYTE
