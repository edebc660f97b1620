"""Points in time: seconds since 1970 inside, ISO 8601 with microseconds outside."""

from datetime import UTC, datetime

from calor.localcloud.frame.refusal import bad_request


def iso(moment: float) -> str:
    """Write a point in time as tokens and trusts do."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse(text: str) -> float:
    """Read a point in time; one without a zone is UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()
    except (ValueError, OverflowError):
        raise bad_request(f"{text[:64]!r} is not an ISO 8601 time.") from None
