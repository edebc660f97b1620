"""What a real Keystone once answered, kept so that the comparison needs none.

`python -m tests.localcloud.keystone.transcript http://host:5000/v3 PASSWORD` writes it anew, with a
Keystone that has the users admin and demo with that password.
"""

import asyncio
import json
import re
import sys
from pathlib import Path

import httpx

from tests.localcloud.keystone.conversations import CONVERSATIONS
from tests.localcloud.keystone.talking import Cloud, Login

PATH = Path(__file__).parent / "transcript.json"


def lines(cloud: Cloud) -> list[str]:
    """Return what a cloud said, one line an answer, without what differs by chance."""
    return [
        f"{re.sub('[0-9a-f]{12,}', 'ID', asked)} -> {status} {json.dumps(shape)}"
        for asked, status, shape in cloud.noted
    ]


async def record(url: str, password: str) -> None:
    """Have all conversations with a Keystone and keep what it says."""
    said = {}
    for conversation in CONVERSATIONS:
        logins = {name: Login(name, password, name) for name in ("admin", "demo")}
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            cloud = Cloud(http, logins)
            await conversation(cloud)
            said[conversation.__name__] = lines(cloud)
    PATH.write_text(json.dumps(said, indent=0) + "\n")


if __name__ == "__main__":
    asyncio.run(record(*sys.argv[1:]))
