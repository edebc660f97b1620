"""The looks of the SVG, once for light and once for dark."""

from collections.abc import Callable, Iterable, Iterator

from calor.core.drawing.palette import Shade, dark, light

TITLE_SIZE, SAID_SIZE, NAME_SIZE, KIND_SIZE, SMALL_SIZE = 18.0, 12.0, 13.0, 11.0, 11.0

PLAIN = (
    'text{font-family:Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif}'
    f".title{{font-size:{TITLE_SIZE:g}px;font-weight:650}}"
    f".said,.key{{font-size:{SAID_SIZE:g}px}}"
    f".name{{font-size:{NAME_SIZE:g}px;font-weight:600}}"
    f".kind{{font-size:{KIND_SIZE:g}px}}"
    f".label,.group{{font-size:{SMALL_SIZE:g}px;paint-order:stroke;stroke-width:4px;"
    "stroke-linejoin:round}.label{text-anchor:middle}.group{font-weight:600}"
    ".frame,.node rect,.swatch{stroke-width:1}"
    ".bar{stroke-width:3;stroke-linecap:round}"
    ".line{fill:none;stroke-width:1.4;stroke-linecap:round}"
    ".dashed rect,.dashed .line,.swatch.dashed{stroke-dasharray:5 4}"
    ".edge:hover .line{stroke-width:3}.node:hover rect{stroke-width:2}"
)
GROUNDS = {"light": ("#ffffff", "#1c2430", "#667085"), "dark": ("#12161c", "#e6e9ee", "#97a1b0")}


def stylesheet(services: Iterable[str]) -> str:
    """Return the style for boxes of these services, which are marked `s0`, `s1` and so on."""
    services = list(services)
    bright = "".join(_scheme("light", services, light))
    night = "".join(_scheme("dark", services, dark))
    return f"{PLAIN}{bright}@media(prefers-color-scheme:dark){{{night}}}"


def _scheme(name: str, services: Iterable[str], shade_of: Callable[[str], Shade]) -> Iterator[str]:
    ground, ink, faint = GROUNDS[name]
    yield f".sheet{{fill:{ground}}}.title,.name{{fill:{ink}}}.said,.key{{fill:{faint}}}"
    yield f".label,.group{{fill:{faint};stroke:{ground}}}"
    yield f".frame{{fill:{faint};fill-opacity:.07;stroke:{faint};stroke-opacity:.4}}"
    yield f".swatch.dashed{{fill:none;stroke:{faint}}}"
    for number, service in enumerate(services):
        mark, shade = f".s{number}", shade_of(service)
        yield (
            f".swatch{mark}{{fill:{shade.border}}}"
            f"{mark} rect{{fill:{shade.ground};stroke:{shade.border}}}"
            f"{mark} .bar{{stroke:{shade.border}}}{mark} .kind{{fill:{shade.ink}}}"
            f"{mark} .line{{stroke:{shade.line}}}{mark} .tip{{fill:{shade.line}}}"
        )
