"""Tags of projects over HTTP."""

from dataclasses import replace

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, not_found
from calor.localcloud.keystone.records import Project
from calor.localcloud.keystone.tags import checked_tags
from calor.localcloud.keystone.visit import Action, Visit


def _project(visit: Visit, *, change: bool) -> Project:
    identity, caller = visit.identity, visit.access
    found = identity.projects.get(visit.param("project_id"))
    domain_id = found.domain_id if found else None
    if change:
        caller.require(caller.manages(domain_id))
    else:
        own = found is not None and caller.project_id == found.id
        caller.require(caller.reads(domain_id) or own)
    return identity.project(visit.param("project_id"))


def _tagged(visit: Visit, project: Project, tags: tuple[str, ...]) -> Project:
    changed = replace(project, tags=tuple(sorted(tags)))
    visit.identity.projects.put(changed)
    return changed


def _shown(visit: Visit, project: Project) -> Reply:
    link = visit.link("projects", project.id, "tags")
    return Reply(200, {"tags": project.tags, "links": {"self": link}})


def list_tags(visit: Visit) -> Reply:
    """List the tags of a project."""
    return _shown(visit, _project(visit, change=False))


def replace_tags(visit: Visit) -> Reply:
    """Give a project other tags."""
    project = _project(visit, change=True)
    body = visit.call.json
    tags = body.get("tags") if isinstance(body, dict) else None
    if not isinstance(tags, list):
        raise bad_request("'tags' must be a list.")
    return _shown(visit, _tagged(visit, project, checked_tags(tags)))


def remove_tags(visit: Visit) -> Reply:
    """Take all tags away from a project."""
    _tagged(visit, _project(visit, change=True), ())
    return NO_CONTENT


def check_tag(visit: Visit) -> Reply:
    """Tell whether a project has a tag."""
    if visit.param("tag") not in _project(visit, change=False).tags:
        raise not_found("tag", visit.param("tag"))
    return NO_CONTENT


def add_tag(visit: Visit) -> Reply:
    """Give a project one more tag."""
    project, tag = _project(visit, change=True), visit.param("tag")
    tags = [*(one for one in project.tags if one != tag), tag]
    _tagged(visit, project, checked_tags(tags))
    link = visit.link("projects", project.id, "tags", tag)
    return Reply(201, None, {"Location": link})


def remove_tag(visit: Visit) -> Reply:
    """Take a tag away from a project."""
    project, tag = _project(visit, change=True), visit.param("tag")
    if tag not in project.tags:
        raise not_found("tag", tag)
    _tagged(visit, project, tuple(one for one in project.tags if one != tag))
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/projects/{project_id}/tags", list_tags),
    Action("PUT", "/projects/{project_id}/tags", replace_tags),
    Action("DELETE", "/projects/{project_id}/tags", remove_tags),
    Action("GET", "/projects/{project_id}/tags/{tag}", check_tag),
    Action("PUT", "/projects/{project_id}/tags/{tag}", add_tag),
    Action("DELETE", "/projects/{project_id}/tags/{tag}", remove_tag),
)
