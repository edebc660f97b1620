"""Where the service begins: its versions."""

from typing import Any

from calor.localcloud.frame.call import Call, Reply


def _version(call: Call) -> dict[str, Any]:
    return {
        "id": "v3.14",
        "status": "stable",
        "updated": "2020-04-07T00:00:00Z",
        "links": [{"rel": "self", "href": f"{call.root}/v3/"}],
        "media-types": [
            {
                "base": "application/json",
                "type": "application/vnd.openstack.identity-v3+json",
            }
        ],
    }


def list_versions(call: Call) -> Reply:
    """Name all versions."""
    body = {"versions": {"values": [_version(call)]}}
    return Reply(300, body, {"Location": f"{call.root}/v3/"})


def show_version(call: Call) -> Reply:
    """Describe the one version there is."""
    return Reply(200, {"version": _version(call)})
