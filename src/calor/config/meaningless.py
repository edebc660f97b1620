"""Options of Heat that are accepted and do nothing here, each with the reason."""

from typing import Final

ALWAYS_SO: Final = "it is always so here"
ALWAYS_NO: Final = "a request without a good token is always refused"
AUTOMATIC: Final = "nothing has to be set for it here"
CATALOG: Final = "the catalog of the cloud says it"
CFN_LATER: Final = "the CloudFormation API is not served yet"
ENGINES: Final = "engines hold leases in the database instead of locks and heartbeats"
NO_BROKER: Final = "no broker is used, and notifications are not sent yet"
NO_HEAT_CODE: Final = "Python code of Heat is not run here; types are installed as packages"
NO_OLD_GUESTS: Final = "it was for agents that no longer exist"
NO_POOL: Final = "each store keeps the few connections that it needs"
NOT_YET: Final = "nothing here does this yet"
ONE_PIPELINE: Final = "there is no pipeline to configure"
ONLY_PASSWORDS: Final = "a trustee proves who it is by a password"
OWN_LIMITS: Final = "expressions run in a process with limits of its own"
OWN_CACHE: Final = "validated tokens are remembered in the process, for a short time"
PER_REQUEST: Final = "each request asks for the version that it needs"
STANDARD_LOGS: Final = "logs go to the standard error in one form"

MEANINGLESS: Final[dict[str, dict[str, str]]] = {
    "DEFAULT": {
        "action_retry_limit": "a request is repeated, an action that failed is not",
        "cloud_backend": NO_HEAT_CODE,
        "convergence_engine": ALWAYS_SO,
        "default_notification_level": NO_BROKER,
        "default_publisher_id": NO_BROKER,
        "deferred_auth_method": "trusts are used wherever there is a trustee",
        "encrypt_parameters_and_properties": ALWAYS_SO,
        "engine_life_check_timeout": ENGINES,
        "environment_dir": NOT_YET,
        "error_wait_time": "an update starts at once, whatever else is going on",
        "instance_connection_https_validate_certificates": NO_OLD_GUESTS,
        "instance_connection_is_secure": NO_OLD_GUESTS,
        "keystone_backend": NO_HEAT_CODE,
        "loadbalancer_template": NOT_YET,
        "max_cinder_api_microversion": PER_REQUEST,
        "max_interface_check_attempts": "interfaces are waited for as long as the stack has time",
        "max_ironic_api_microversion": PER_REQUEST,
        "max_nova_api_microversion": PER_REQUEST,
        "observe_on_update": NOT_YET,
        "periodic_interval": AUTOMATIC,
        "plugin_dirs": NO_HEAT_CODE,
        "reauthentication_auth_method": "trusts are used wherever there is a trustee",
        "region_name_for_shared_services": NOT_YET,
        "shared_services_types": NOT_YET,
        "template_dir": NOT_YET,
        # Of the libraries that Heat is made of.
        "backdoor_port": NOT_YET,
        "backdoor_socket": NOT_YET,
        "control_exchange": NO_BROKER,
        "default_log_levels": STANDARD_LOGS,
        "executor_thread_pool_size": AUTOMATIC,
        "fatal_deprecations": STANDARD_LOGS,
        "graceful_shutdown_timeout": AUTOMATIC,
        "instance_format": STANDARD_LOGS,
        "instance_uuid_format": STANDARD_LOGS,
        "log_config_append": STANDARD_LOGS,
        "log_date_format": STANDARD_LOGS,
        "log_dir": STANDARD_LOGS,
        "log_file": STANDARD_LOGS,
        "log_options": STANDARD_LOGS,
        "log_rotation_type": STANDARD_LOGS,
        "logging_context_format_string": STANDARD_LOGS,
        "logging_debug_format_suffix": STANDARD_LOGS,
        "logging_default_format_string": STANDARD_LOGS,
        "logging_exception_prefix": STANDARD_LOGS,
        "logging_user_identity_format": STANDARD_LOGS,
        "publish_errors": NO_BROKER,
        "rpc_conn_pool_size": NO_BROKER,
        "rpc_ping_enabled": NO_BROKER,
        "rpc_response_timeout": NO_BROKER,
        "run_external_periodic_tasks": AUTOMATIC,
        "syslog_log_facility": STANDARD_LOGS,
        "transport_url": NO_BROKER,
        "use_journal": STANDARD_LOGS,
        "use_json": STANDARD_LOGS,
        "use_stderr": STANDARD_LOGS,
        "use_syslog": STANDARD_LOGS,
        "watch_log_file": STANDARD_LOGS,
    },
    "clients_cinder": {"http_log_debug": STANDARD_LOGS},
    "clients_heat": {"url": CATALOG},
    "clients_nova": {"http_log_debug": STANDARD_LOGS},
    "database": {
        "asyncio_connection": NO_POOL,
        "asyncio_slave_connection": NO_POOL,
        "backend": AUTOMATIC,
        "connection_debug": STANDARD_LOGS,
        "connection_recycle_time": NO_POOL,
        "connection_trace": STANDARD_LOGS,
        "db_inc_retry_interval": AUTOMATIC,
        "db_max_retries": AUTOMATIC,
        "db_max_retry_interval": AUTOMATIC,
        "db_retry_interval": AUTOMATIC,
        "max_overflow": NO_POOL,
        "max_pool_size": NO_POOL,
        "max_retries": AUTOMATIC,
        "mysql_sql_mode": AUTOMATIC,
        "mysql_wsrep_sync_wait": AUTOMATIC,
        "pool_timeout": NO_POOL,
        "retry_interval": AUTOMATIC,
        "slave_connection": "everything is read from where it is written",
        "sqlite_synchronous": ALWAYS_SO,
        "synchronous_reader": ALWAYS_SO,
        "use_db_reconnect": ALWAYS_SO,
    },
    "heat_api": {
        "backlog": AUTOMATIC,
        "max_header_line": AUTOMATIC,
        "tcp_keepidle": AUTOMATIC,
    },
    "heat_api_cfn": {
        "backlog": AUTOMATIC,
        "max_header_line": AUTOMATIC,
        "tcp_keepidle": AUTOMATIC,
    },
    "keystone_authtoken": {
        "cache": OWN_CACHE,
        "delay_auth_decision": ALWAYS_NO,
        "memcached_servers": OWN_CACHE,
        "memcache_servers": OWN_CACHE,
        "memcache_password": OWN_CACHE,
        "memcache_pool_conn_get_timeout": OWN_CACHE,
        "memcache_pool_dead_retry": OWN_CACHE,
        "memcache_pool_maxsize": OWN_CACHE,
        "memcache_pool_socket_timeout": OWN_CACHE,
        "memcache_pool_unused_timeout": OWN_CACHE,
        "memcache_sasl_enabled": OWN_CACHE,
        "memcache_secret_key": OWN_CACHE,
        "memcache_security_strategy": OWN_CACHE,
        "memcache_tls_allowed_ciphers": OWN_CACHE,
        "memcache_tls_cafile": OWN_CACHE,
        "memcache_tls_certfile": OWN_CACHE,
        "memcache_tls_enabled": OWN_CACHE,
        "memcache_tls_keyfile": OWN_CACHE,
        "memcache_use_advanced_pool": OWN_CACHE,
        "memcache_username": OWN_CACHE,
        "token_cache_time": "[calor] token_cache_seconds says it",
    },
    "noauth": {"token_response": "callers say themselves who they are"},
    "oslo_middleware": {
        "http_basic_auth_user_file": ONE_PIPELINE,
        "max_request_body_size": "max_json_body_size bounds every body",
        "secure_proxy_ssl_header": AUTOMATIC,
    },
    "oslo_policy": {"enforce_scope": ALWAYS_SO},
    "paste_deploy": {"api_paste_config": ONE_PIPELINE},
    "resource_finder_cache": {
        "caching": "constraint_validation_cache says it for all names",
        "expiration_time": "constraint_validation_cache says it for all names",
    },
    "service_extension_cache": {
        "caching": "what a service can do is found out once",
        "expiration_time": "what a service can do is found out once",
    },
    "trustee": {"system_scope": ONLY_PASSWORDS, "trust_id": ONLY_PASSWORDS},
    "volumes": {"backups_enabled": CATALOG},
    "yaql": {"limit_iterators": OWN_LIMITS, "memory_quota": OWN_LIMITS},
}
"""Reasons by group and option, with underscores as files spell them."""

MEANINGLESS_GROUPS: Final = {
    "cache": "what is remembered is remembered in the process",
    "cors": ONE_PIPELINE,
    "ec2authtoken": CFN_LATER,
    "eventlet_opts": AUTOMATIC,
    "healthcheck": ONE_PIPELINE,
    "heat_api_cloudwatch": "Heat has no such API any more",
    "oslo_concurrency": AUTOMATIC,
    "oslo_messaging_amqp": NO_BROKER,
    "oslo_messaging_kafka": NO_BROKER,
    "oslo_messaging_metrics": NO_BROKER,
    "oslo_messaging_notifications": NO_BROKER,
    "oslo_messaging_rabbit": NO_BROKER,
    "oslo_reports": NOT_YET,
    "oslo_versionedobjects": AUTOMATIC,
    "profiler": NOT_YET,
    "profiler_jaeger": NOT_YET,
    "profiler_otlp": NOT_YET,
    "ssl": "each API has its own certificate",
}
"""Whole groups, most of them of libraries that Heat uses."""


def why_meaningless(group: str, name: str) -> str | None:
    """Return why an option does nothing here, if it is one that Heat has."""
    return MEANINGLESS_GROUPS.get(group) or MEANINGLESS.get(group, {}).get(name)
