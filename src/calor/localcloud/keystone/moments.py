"""Points in time: seconds since 1970 inside, ISO 8601 with microseconds outside."""

from datetime import UTC, datetime

from calor.localcloud.frame.refusal import bad_request

LATEST = datetime(9000, 1, 1, tzinfo=UTC).timestamp()


def iso(moment: float) -> str:
    """Write a point in time as tokens and trusts do."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse(text: str) -> float:
    """Read a point in time; one without a zone is UTC."""
    try:
        moment = datetime.fromisoformat(text)
        seconds = moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()
    except (ValueError, OverflowError):
        raise bad_request(f"{text[:64]!r} is not an ISO 8601 time.") from None
    if not 0 <= seconds < LATEST:
        raise bad_request(f"{text[:64]!r} is too far away.")
    return seconds
