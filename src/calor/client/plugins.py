"""Every other way into a cloud, by the plugins of keystoneauth."""

from typing import Any

from keystoneauth1 import session as sessions
from keystoneauth1.exceptions import ClientException
from keystoneauth1.loading import get_plugin_loader

from calor.client.access import Access, with_project
from calor.client.cloud_config import SERVICE, CloudConfig
from calor.client.faults import NoService
from calor.client.transport import Trust


def access_by_plugin(config: CloudConfig) -> Access:
    """Get into a cloud by the plugin that its `auth_type` names."""
    trust = config.trust
    try:
        plugin: Any = get_plugin_loader(config.auth_type).load_from_options(**config.auth)
        verify = (trust.authority or True) if trust.verify else False
        session = sessions.Session(auth=plugin, verify=verify, cert=_certificate(trust))
        headers = dict(session.get_auth_headers() or {})
        url = config.endpoint or session.get_endpoint(
            service_type=SERVICE, interface=config.interface, region_name=config.region
        )
        project = session.get_project_id() or ""
    except ClientException as problem:
        raise NoService(f"cannot get into {config.name}: {problem}") from problem
    if not url:
        raise NoService(f"the catalog of {config.name} has no {SERVICE} service")
    return Access(with_project(url, project), headers)


def _certificate(trust: Trust) -> str | tuple[str, str] | None:
    if trust.certificate and trust.key:
        return trust.certificate, trust.key
    return trust.certificate
