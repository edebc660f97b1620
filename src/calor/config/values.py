"""Whether what a file says can be, and if not, what could."""

from oslo_config import cfg, types

from calor.config.files import Entry

ANY_TEXT = "a text"


def problem_of(entry: Entry, option: cfg.Opt) -> str | None:
    """Return what is wrong with the value of an option, and what is allowed."""
    value = entry.values[-1]
    if "$" in value:
        # It stands for another option, and is looked at once that is known.
        return None
    try:
        option.type(value)
    except (ValueError, TypeError):
        shown = "the value" if option.secret else repr(value[:80])
        return f"{entry.file}: {entry.option}: {shown} is not allowed; write {allowed(option)}"
    return None


def allowed(option: cfg.Opt) -> str:
    """Return what values an option may have, in words."""
    kind = option.type
    choices = getattr(kind, "choices", None)
    if choices:
        return "one of " + ", ".join(repr(one) if one == "" else str(one) for one in choices)
    if isinstance(kind, types.Boolean):
        return "true or false"
    if isinstance(kind, types.Number):
        return _range(kind)
    if isinstance(kind, types.List):
        return "values separated by commas"
    if isinstance(kind, types.URI):
        return "an address such as http://host:8000"
    if isinstance(kind, types.HostAddress):
        return "the name or the address of a host"
    return ANY_TEXT


def _range(kind: types.Number) -> str:
    noun = "a whole number" if isinstance(kind, types.Integer) else "a number"
    match kind.min, kind.max:
        case None, None:
            return noun
        case least, None:
            return f"{noun}, at least {least}"
        case None, most:
            return f"{noun}, at most {most}"
        case least, most:
            return f"{noun} from {least} to {most}"
