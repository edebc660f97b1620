"""Sessions shown in the documentation, run for real.

In a page, a block of code with a title is a file, and a block of `console` is a
session: each line after a `$` is a command, followed by what it prints.  All of
a page happens in one folder, which has a copy of `examples/` in it.  A picture
that a session draws there is the one of the same name in `docs/images`.

Sessions about stacks find a service that runs for as long as the page: one inside of
each command would do the same and take longer.  Times, ids, and the order of events
of the same moment differ from one run to the next; if nothing else does, a session
stays as it is written.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
IMAGES = ROOT / "docs" / "images"
BLOCK = re.compile(
    r'^```(?P<kind>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.M | re.S
)
SEPARATOR = "\x1e"
ABOUT_STACKS = re.compile(r"^\$ (?:.*\| )?calor (?!validate|graph|convert)", re.M)
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
UUID = r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
DRAWN = r"-[a-z2-7]{12}(?![a-z0-9])"
AGE = r"(?<=  )now(?=  )|\d+[smhd] ago"
VARYING = re.compile(rf"{TIME}|{UUID}|{DRAWN}|{AGE}|\s+$")
EVENTS = re.compile(rf"(?:^{TIME}  .*\n)+", re.M)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code in a page, and where its text stands."""

    kind: str
    title: str | None
    text: str
    start: int
    end: int


def blocks(page: str) -> list[Block]:
    """Return the blocks of code of a page."""
    return [
        Block(one["kind"], one["title"], one["text"], one.start("text"), one.end("text"))
        for one in BLOCK.finditer(page)
    ]


def is_played(page: str) -> bool:
    """Return whether a page has a session in it."""
    return any(one.kind == "console" for one in blocks(page))


@dataclass(frozen=True, slots=True)
class Played:
    """A page with what its commands really print, and the pictures that they draw."""

    text: str
    pictures: dict[str, str]


def played(page: str, folder: Path) -> Played:
    """Play the sessions of a page in an empty folder."""
    shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
    with _service(folder) if ABOUT_STACKS.search(page) else nullcontext():
        return _played(page, folder)


def _played(page: str, folder: Path) -> Played:
    text, done = "", 0
    for block in blocks(page):
        if block.title:
            (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.title).write_text(block.text)
        if block.kind == "console":
            found = _session(block.text, folder)
            same = is_same(block.text, found)
            text += page[done : block.start] + (block.text if same else found)
            done = block.end
    pictures = {path.name: path.read_text() for path in sorted(folder.glob("*.svg"))}
    return Played(text + page[done:], pictures)


def is_same(shown: str, found: str) -> bool:
    """Return whether two runs of a session differ only in what differs every time."""
    return _comparable(shown) == _comparable(found)


def _comparable(session: str) -> str:
    """Return a session with events of a burst sorted and what varies left out."""
    bare = EVENTS.sub(lambda burst: "".join(sorted(_bare_lines(burst[0]))), session)
    return "".join(_bare_lines(bare))


def _bare_lines(text: str) -> list[str]:
    return [re.sub(r" +", " ", VARYING.sub("", one)) + "\n" for one in text.splitlines()]


@contextmanager
def _service(folder: Path) -> Iterator[None]:
    """Run a service for the sessions of a page."""
    with begun(["calor", "serve", "--port", "0", "--cloud-port", "0"], folder) as service:
        try:
            said = [line for _, line in zip(range(2), service.stdout or (), strict=False)]
            if not any(line.startswith("calor serves") for line in said):
                raise SystemExit("".join(said))
            yield
        finally:
            service.terminate()


def commands(session: str) -> list[str]:
    """Return the commands of a session; a backslash continues a line."""
    joined = session.replace("\\\n", "\\\0")
    lines = [line[2:] for line in joined.split("\n") if line.startswith("$ ")]
    return [line.replace("\0", "\n") for line in lines]


def _session(session: str, folder: Path) -> str:
    wanted = commands(session)
    script = "".join(f"{one}\nlast=$?; printf '\\036'; (exit $last)\n" for one in wanted)
    printed = run(script, folder).stdout.split(SEPARATOR)
    return "".join(f"$ {one}\n{out}" for one, out in zip(wanted, printed, strict=False))


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in which `calor` is the one of this checkout."""
    with begun(["/bin/sh", "-c", script], folder) as program:
        printed, _ = program.communicate()
    return subprocess.CompletedProcess(program.args, program.returncode, printed)


def begun(words: list[str], folder: Path) -> subprocess.Popen[str]:
    """Begin a program for which `calor` is the one of this checkout, and nobody sits before it."""
    surroundings = {
        **{name: value for name, value in os.environ.items() if not name.startswith("OS_")},
        "HOME": str(folder / "home"),
        "CALOR_DATA_DIR": str(folder / "data"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.Popen(  # noqa: S603 - the commands are those of our own pages
        words,
        cwd=folder,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def main() -> None:
    """Bring what the sessions of all pages print up to date."""
    for path in PAGES:
        page = path.read_text()
        if is_played(page):
            with TemporaryDirectory() as folder:
                found = played(page, Path(folder))
            path.write_text(found.text)
            for name, picture in found.pictures.items():
                (IMAGES / name).write_text(picture)
            click.echo(f"{path.relative_to(ROOT)} has been played")


if __name__ == "__main__":
    main()
