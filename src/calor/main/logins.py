"""Log in to the local cloud, as one of those whom every local cloud has."""

from collections.abc import Mapping
from typing import Any

from keystoneauth1.identity import Password
from keystoneauth1.session import Session

from calor.cli.target import Endpoint
from calor.localcloud.credentials import Credentials

ORCHESTRATION = "orchestration"


def endpoint_for(entry: Mapping[str, Any]) -> Endpoint:
    """Return where the orchestration API is for a user, and a token for it."""
    session = Session(auth=Password(**entry["auth"]))
    url = session.get_endpoint(service_type=ORCHESTRATION, region_name=entry["region_name"])
    return Endpoint(str(url), str(session.get_token()))


def clouds_entry(login: Credentials) -> dict[str, Any]:
    """Return how to log in, as it is written in clouds.yaml."""
    auth = {
        "auth_url": login.auth_url,
        "username": login.user,
        "password": login.password,
        "user_domain_name": login.user_domain,
        "project_name": login.project,
        "project_domain_name": login.project_domain,
    }
    return {"auth": auth, "region_name": login.region}
