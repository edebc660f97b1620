"""Text in pictures: how wide it will be, how it is made to fit, and what may not be in it."""

from unicodedata import category, east_asian_width

NARROW, WIDE = frozenset("iIlj.,:;'|!ftr()[]{} -`"), frozenset("mwMW@%—…")
LONGEST = 4000


def clean(text: str) -> str:
    """Return text on one line, without anything that XML or a terminal could not bear."""
    safe = text if text.isprintable() else "".join(map(_printable, text))
    return safe if len(safe) <= LONGEST else safe[: LONGEST - 1] + "…"


def brief(text: str, most: int = 60) -> str:
    """Return clean text of at most so many characters, with the middle left out."""
    text = clean(text)
    return text if len(text) <= most else _shortened(text, most - 1)


def text_width(text: str, size: float) -> float:
    """Estimate the width of text in a common sans-serif at a font size, rather too wide."""
    return sum(map(_advance, text)) * size


def fitted(text: str, size: float, width: float) -> str:
    """Return text no wider than that, with the middle left out: names differ at their ends."""
    text = clean(text)
    if len(text) * size * 0.3 <= width * 2 and text_width(text, size) <= width:
        return text
    kept = min(len(text), int(width / size / 0.3))
    while kept > 0 and text_width(_shortened(text, kept), size) > width:
        kept -= 1
    return _shortened(text, kept)


def _shortened(text: str, kept: int) -> str:
    tail = kept // 2
    return text[: kept - tail] + "…" + (text[-tail:] if tail else "")


def _printable(one: str) -> str:
    if one.isspace():
        return " "
    return "\N{REPLACEMENT CHARACTER}" if category(one)[0] == "C" else one


def _advance(one: str) -> float:
    if one in NARROW:
        return 0.36
    if one in WIDE:
        return 0.92
    if east_asian_width(one) in "WF":
        return 1.05
    return 0.72 if one.isupper() else 0.61
