"""Write docs/reference anew: `make reference`."""

from pathlib import Path

import click

from tools.reference.pages import pages

FOLDER = Path(__file__).parent.parent.parent / "docs" / "reference"


def main() -> None:
    """Write every page, and remove those that nothing writes any more."""
    written = {FOLDER / path: text for path, text in pages().items()}
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for path in set(FOLDER.rglob("*.md")) - written.keys():
        path.unlink()
    click.echo(f"docs/reference has {len(written)} pages")


main()
