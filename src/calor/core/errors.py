"""Every error calor raises on purpose, as one tree."""

from collections.abc import Iterable, Sequence

from typing_extensions import override

from calor.core.source import Path, Problem, format_path, shorten


class CalorError(Exception):
    """Root of the tree: anything below is expected, anything else is a bug."""


class InvalidTemplate(CalorError):
    """The author must change the template, an environment or a parameter."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class ServiceMissing(InvalidTemplate):
    """A resource needs a service that the cloud has not."""


class EvaluationError(CalorError):
    """A function was given a value it cannot work with."""

    def __init__(self, message: str, path: Path = (), hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.hint = hint

    @override
    def __str__(self) -> str:
        """Return the message behind the path of the function, where that is known."""
        return f"{format_path(self.path)}: {self.message}" if self.path else self.message


class BrokenPlugin(CalorError):
    """An installed package offers something that cannot be used."""


class CircularDependency(CalorError):
    """Things wait for each other, so none of them can ever come first."""

    SHOWN = 12

    def __init__(self, cycle: Sequence[str]) -> None:
        self.cycle = tuple(cycle)
        names = [shorten(name) for name in self.cycle]
        if len(names) > self.SHOWN:
            hidden = len(names) - self.SHOWN
            names[self.SHOWN - 1 : -1] = [f"({hidden} more)"]
        super().__init__(f"each of these needs the next: {' -> '.join(names)}")


class NotFound(CalorError):
    """There is no such stack, resource, event, snapshot or text."""


class Conflict(CalorError):
    """The request is sound, but the present state forbids it."""


class AlreadyThere(Conflict):
    """Something of the same name is there."""


class NoSuchResource(NotFound):
    """A stack has no resource of some name."""


class NotSupported(CalorError):
    """The request makes no sense for the thing as it is, whenever it is asked for."""


class NotAllowed(CalorError):
    """Somebody uses what is not for them to use."""


class LimitExceeded(CalorError):
    """There would be more of something than the operator allows."""


class LeaseLost(CalorError):
    """Another engine works on this tree now; nothing was written."""


class Unstorable(CalorError):
    """A value cannot be written down: it is no JSON, or longer than its column."""


class StoreUnavailable(CalorError):
    """The database cannot be used now; whether the last write happened must be read from it."""


class UnreadableSecret(CalorError):
    """A secret was not written with the keys at hand, or not for this place, or was changed."""


class ResourceInError(CalorError):
    """What was made went wrong by itself; deleting it and making it anew may help."""


class ResourceFailed(CalorError):
    """A resource cannot become what was asked for, and trying again would not help."""


class CloudError(CalorError):
    """The cloud did not do what was asked for."""

    def __init__(
        self, message: str, *, status: int | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(f"{message} (request {request_id})" if request_id else message)
        self.status = status
        self.request_id = request_id


class CloudNotFound(CloudError):
    """The cloud knows no such thing."""


class CloudConflict(CloudError):
    """The cloud is busy with this thing; asking again later may help."""


class CloudRefused(CloudError):
    """The cloud does not accept the request; it would not the next time, either."""


class NoSuchService(CloudRefused):
    """The cloud has no such service, or not there."""


class CloudUnavailable(CloudError):
    """The cloud cannot be reached, or failed: whether it acted is for a look to find out."""


class ReplaceResource(CalorError):
    """A change cannot be made in place after all."""
