"""The options of the group DEFAULT."""

from typing import Final

from calor.config.declaring import address, number, seconds, secret, switch, text, words

ANY_NUMBER: Final = -1
LONGEST_NAME: Final = 53

LIMITS: Final = (
    number(
        "max_stacks_per_tenant",
        "limits.stacks_per_project",
        "Root stacks of a project; -1 is any number.",
        512,
        min=ANY_NUMBER,
    ),
    number(
        "max_resources_per_stack",
        "limits.resources_per_tree",
        "Resources of a stack and all below it; -1 is any number.",
        1000,
        min=ANY_NUMBER,
    ),
    number(
        "max_nested_stack_depth",
        "limits.depth",
        "Stacks below each other, the root not counted; -1 is any number.",
        5,
        min=ANY_NUMBER,
    ),
    number(
        "max_snapshots_per_stack",
        "limits.snapshots_per_stack",
        "Snapshots of a stack; -1 is any number.",
        32,
        min=ANY_NUMBER,
    ),
    number(
        "max_software_configs_per_tenant",
        "limits.software_configs_per_project",
        "Software configurations of a project; -1 is any number.",
        4096,
        min=ANY_NUMBER,
    ),
    number(
        "max_software_deployments_per_tenant",
        "limits.deployments_per_project",
        "Software deployments of a project; -1 is any number.",
        4096,
        min=ANY_NUMBER,
    ),
    number(
        "max_events_per_stack",
        "store.keep_events",
        "Newest events of a stack that are kept; 0 keeps all.",
        1000,
        min=0,
    ),
    number(
        "event_purge_batch_size",
        "store.trim_every",
        "Old events are removed once so many were added.",
        200,
        min=1,
    ),
    number("max_json_body_size", "api.max_body", "Bytes of the body of a request.", 1048576, min=1),
    number("max_template_size", "api.max_template", "Bytes of a template.", 524288, min=1),
    number(
        "stack_action_timeout",
        "limits.action_seconds",
        "Seconds that an action on a stack may take unless a request says otherwise.",
        3600,
        min=1,
    ),
    seconds(
        "template_fetch_timeout",
        "api.fetching.seconds",
        "Seconds to fetch a template from its address.",
        60.0,
    ),
)

SERVICE: Final = (
    switch("debug", "debug", "Log what is of interest to developers only."),
    text(
        "host",
        "processes.host_name",
        "What the engines of this machine are called; its own name by default.",
    ),
    number(
        "num_engine_workers", "processes.engines", "Engine processes on this machine.", None, min=1
    ),
    switch("enable_stack_abandon", "api.allow_abandon", "Whether stacks may be abandoned."),
    switch("enable_stack_adopt", "api.allow_adopt", "Whether stacks may be adopted."),
    words(
        "hidden_stack_tags",
        "api.hidden_tags",
        "Stacks with one of these tags are left out of lists.",
    ),
    secret(
        "auth_encryption_key",
        "encryption_keys",
        "The key by which secrets are stored: 16 characters or more. Without it the keys of the "
        "data directory are used.",
    ),
)

IDENTITY: Final = (
    text("region_name_for_services", "cloud.region", "The region whose services are used."),
    number(
        "client_retry_limit",
        "cloud.patience.repeats",
        "How often a failed request to the cloud is sent again.",
        None,
        min=0,
    ),
    switch(
        "allow_trusts_redelegation", "trusts.may_redelegate", "Whether a trust may be handed on."
    ),
    words(
        "trusts_delegated_roles",
        "trusts.delegated_roles",
        "Roles that a trust hands over; all of the user's if none are named.",
    ),
    text(
        "stack_domain_admin",
        "stack_users.admin",
        "A user who may make users and projects in the domain of stack users.",
    ),
    secret("stack_domain_admin_password", "stack_users.admin", "Their password."),
    text(
        "stack_user_domain_id",
        "stack_users.domain_id",
        "The domain in which stacks make users, by id.",
    ),
    text(
        "stack_user_domain_name",
        "stack_users.domain_name",
        "The domain in which stacks make users, by name.",
    ),
    text(
        "heat_stack_user_role",
        "stack_users.role",
        "The role that those users get.",
        "heat_stack_user",
    ),
)

GUESTS: Final = (
    address(
        "heat_metadata_server_url", "guests.metadata_url", "Where servers ask for their metadata."
    ),
    address(
        "heat_waitcondition_server_url",
        "guests.waitcondition_url",
        "Where servers report to wait conditions.",
    ),
    text(
        "default_software_config_transport",
        "guests.config_transport",
        "How servers learn what to deploy.",
        "POLL_SERVER_CFN",
        choices=["POLL_SERVER_CFN", "POLL_SERVER_HEAT", "POLL_TEMP_URL", "ZAQAR_MESSAGE"],
    ),
    text(
        "default_deployment_signal_transport",
        "guests.signal_transport",
        "How servers report on deployments.",
        "CFN_SIGNAL",
        choices=["CFN_SIGNAL", "TEMP_URL_SIGNAL", "HEAT_SIGNAL", "ZAQAR_SIGNAL"],
    ),
    text(
        "default_user_data_format",
        "guests.user_data_format",
        "The form of user data unless a template says otherwise.",
        "HEAT_CFNTOOLS",
        choices=["HEAT_CFNTOOLS", "RAW", "SOFTWARE_CONFIG"],
    ),
    text(
        "server_keystone_endpoint_type",
        "guests.keystone_interface",
        "By which interface servers call Keystone; empty: as this service does.",
        "",
        choices=["", "public", "internal", "admin"],
    ),
    seconds(
        "metadata_put_timeout",
        "guests.metadata_put_seconds",
        "Seconds to store metadata for a server.",
        60.0,
    ),
    switch(
        "stack_scheduler_hints",
        "guests.scheduler_hints",
        "Whether the scheduler is told which stack a server or volume belongs to.",
    ),
    number(
        "max_server_name_length",
        "guests.longest_server_name",
        "Characters of a server's name.",
        LONGEST_NAME,
        max=LONGEST_NAME,
        min=1,
    ),
)
