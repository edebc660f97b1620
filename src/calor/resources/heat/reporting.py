"""How servers and alarms report to a resource: the user they do it as, and the addresses.

A user is made for each resource that takes signals.  Where there is no identity
service there are none, and only the stack's owner can signal.
"""

import string
from typing import Final
from urllib.parse import quote

from calor.plugin.resource import Here
from calor.plugin.stack_users import NoStackUsers
from calor.resources.heat.signing import signed

LETTERS: Final = string.ascii_letters + string.digits
LENGTH: Final = 32
SIGNAL, WAITING = "signal", "waitcondition"
"""What the CloudFormation API calls the two ways to signal."""
VERBS: Final = {SIGNAL: "POST", WAITING: "PUT"}


async def make_user(here: Here) -> str:
    """Make the user as whom others report, and return its id; making it twice does no harm."""
    if isinstance(here.stack_users, NoStackUsers):
        return here.id
    if "password" not in here.secrets:
        here.secrets["password"] = _password(here)
    here.user_project = await here.stack_users.project()
    return await here.stack_users.create_user(here.physical_name(), here.secrets["password"])


async def remove_user(here: Here) -> None:
    """Remove the user, with all that belongs to it."""
    if has_user(here) and here.physical_id:
        await here.stack_users.delete_user(here.physical_id)


async def silence_user(here: Here) -> None:
    """Keep the user out for a while."""
    if has_user(here) and here.physical_id:
        await here.stack_users.disable_user(here.physical_id)


async def admit_user(here: Here) -> None:
    """Let the user in again."""
    if has_user(here) and here.physical_id:
        await here.stack_users.enable_user(here.physical_id)


def has_user(here: Here) -> bool:
    """Return whether there is a user; one made where there were none has no password."""
    return "password" in here.secrets


def signal_url(here: Here, project: str | None = None) -> str | None:
    """Return where the REST API takes signals, for those in a project; the owner's by default."""
    if here.addresses.api is None:
        return None
    base = here.addresses.api.replace("%(project)s", project or here.project).rstrip("/")
    return f"{base}/{here.path}/signal"


async def signed_url(here: Here, user_id: str, kind: str) -> str | None:
    """Return an address that needs no other credential; it stays the same."""
    if here.addresses.cfn is None or not has_user(here):
        return None
    if "signed_url" not in here.secrets:
        key = await here.stack_users.create_key(user_id)
        name = quote(f"arn:openstack:heat::{here.project}:{here.path}")
        url = f"{here.addresses.cfn.rstrip('/')}/{kind}/{name}"
        time = here.now() if kind == WAITING else None
        here.secrets["signed_url"] = signed(VERBS[kind], url, key, time)
    return here.secrets["signed_url"]


def _password(here: Here) -> str:
    """Draw a password with characters of every kind, whatever the identity service asks for."""
    return "Aa1!" + "".join(here.random.choice(LETTERS) for _ in range(LENGTH))
