"""What a service of the local cloud is to the frame."""

from collections.abc import Callable
from dataclasses import dataclass

from calor.localcloud.frame.call import Call, Reply
from calor.localcloud.frame.refusal import Refusal

ONE_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Service:
    """A service under a prefix such as `/identity`."""

    prefix: str
    answer: Callable[[Call], Reply]
    """Answer a call; runs to its end before another call is looked at."""
    refuse: Callable[[Refusal], Reply]
    """Put a refusal into the words and shape of this service."""
    max_body: int = ONE_MEGABYTE
