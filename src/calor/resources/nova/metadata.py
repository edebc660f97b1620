"""The metadata of a server's resource: what the template says, and what the agent is told.

Metadata is given to others once it is there, so the template's is taken over
only when the template changes, and never that which belongs to the agent.
"""

from typing import Final

from calor.plugin import Here

TEMPLATE: Final = "template_metadata"
AGENT, DEPLOYMENTS = "os-collect-config", "deployments"


def note_template(here: Here) -> None:
    """Note what the template says of a server that is about to be made."""
    own = (AGENT, DEPLOYMENTS)
    said = {key: one for key, one in here.metadata.items() if key not in own}
    here.data.setdefault(TEMPLATE, said)


def follow_template(here: Here, *, keeps_agent: bool) -> None:
    """Take over what the template says, if it says something else than before."""
    own = here.sibling(here.physical_id or "")
    said, before = dict(own.metadata) if own else None, here.data.get(TEMPLATE)
    if said is None or said == before:
        return
    kept = {AGENT, DEPLOYMENTS} if keeps_agent else set()
    for key in (before or {}).keys() - said.keys() - kept:
        here.metadata.pop(key, None)
    here.metadata.update({key: one for key, one in said.items() if key not in kept})
    if keeps_agent and AGENT in said:
        here.metadata[AGENT] = {**(here.metadata.get(AGENT) or {}), **said[AGENT]}
    here.data[TEMPLATE] = said
