"""What may be asked for, and who may ask for it unless the operator says otherwise."""

from collections.abc import Iterator

from oslo_policy import policy

HERE = "project_id:%(project_id)s"
ADMIN = f"role:admin and {HERE}"
MEMBER = f"role:member and {HERE}"
READER = f"role:reader and {HERE}"
READER_OR_STACK_USER = f"(role:reader and {HERE}) or (role:heat_stack_user and {HERE})"
NO_STACK_USER = "rule:deny_stack_user"
EVERYBODY = "rule:allow_everybody"
PROJECT_ADMIN = "rule:project_admin"

ANY_SCOPE = (
    (
        "context_is_admin",
        "(role:admin and is_admin_project:True)",
        "Who administers the whole cloud: sees every project and is held by no limit.",
    ),
    ("project_admin", "role:admin", "Who may use types that only administrators may use."),
    ("deny_stack_user", "not role:heat_stack_user", "Anybody but a user made for a resource."),
    ("deny_everybody", "!", "Nobody."),
    ("allow_everybody", "", "Anybody who is known."),
    ("stacks:global_index", "rule:deny_everybody", "List the stacks of all projects."),
    (
        "software_configs:global_index",
        "rule:deny_everybody",
        "List the software configurations of all projects.",
    ),
)
"""Rules that hold for every scope: those that others are made of, and those across projects."""

STACK = "/v1/{tenant_id}/stacks/{stack_name}/{stack_id}"
RESOURCE = f"{STACK}/resources/{{resource_name}}"
SNAPSHOT = f"{STACK}/snapshots/{{snapshot_id}}"
CONFIGS = "/v1/{tenant_id}/software_configs"
DEPLOYMENTS = "/v1/{tenant_id}/software_deployments"
TYPES = "/v1/{tenant_id}/resource_types"
VERSIONS = "/v1/{tenant_id}/template_versions"

ORCHESTRATION = (
    ("actions:action", MEMBER, NO_STACK_USER, f"POST {STACK}/actions", "Act on a stack."),
    ("actions:snapshot", MEMBER, NO_STACK_USER, f"POST {STACK}/actions", "Snapshot by action."),
    ("actions:suspend", MEMBER, NO_STACK_USER, f"POST {STACK}/actions", "Suspend a stack."),
    ("actions:resume", MEMBER, NO_STACK_USER, f"POST {STACK}/actions", "Resume a stack."),
    ("actions:check", READER, NO_STACK_USER, f"POST {STACK}/actions", "Check a stack."),
    (
        "actions:cancel_update",
        MEMBER,
        NO_STACK_USER,
        f"POST {STACK}/actions",
        "Cancel an update and roll back.",
    ),
    (
        "actions:cancel_without_rollback",
        MEMBER,
        NO_STACK_USER,
        f"POST {STACK}/actions",
        "Stop an operation where it is.",
    ),
    (
        "build_info:build_info",
        READER,
        NO_STACK_USER,
        "GET /v1/{tenant_id}/build_info",
        "See which release runs.",
    ),
    ("events:index", READER, NO_STACK_USER, f"GET {STACK}/events", "List events."),
    ("events:show", READER, NO_STACK_USER, f"GET {RESOURCE}/events/{{event_id}}", "See an event."),
    ("resource:index", READER, NO_STACK_USER, f"GET {STACK}/resources", "List resources."),
    ("resource:show", READER, NO_STACK_USER, f"GET {RESOURCE}", "See a resource."),
    (
        "resource:metadata",
        READER_OR_STACK_USER,
        EVERYBODY,
        f"GET {RESOURCE}/metadata",
        "Read the metadata of a resource.",
    ),
    (
        "resource:signal",
        READER_OR_STACK_USER,
        EVERYBODY,
        f"POST {RESOURCE}/signal",
        "Send a signal to a resource.",
    ),
    (
        "resource:mark_unhealthy",
        MEMBER,
        NO_STACK_USER,
        f"PATCH {RESOURCE}",
        "Mark a resource as unhealthy, or as healthy again.",
    ),
    (
        "service:index",
        ADMIN,
        "rule:context_is_admin",
        "GET /v1/{tenant_id}/services",
        "List the engines.",
    ),
    (
        "software_configs:index",
        READER,
        NO_STACK_USER,
        f"GET {CONFIGS}",
        "List software configurations.",
    ),
    (
        "software_configs:create",
        MEMBER,
        NO_STACK_USER,
        f"POST {CONFIGS}",
        "Create a software configuration.",
    ),
    (
        "software_configs:show",
        READER,
        NO_STACK_USER,
        f"GET {CONFIGS}/{{config_id}}",
        "See a software configuration.",
    ),
    (
        "software_configs:delete",
        MEMBER,
        NO_STACK_USER,
        f"DELETE {CONFIGS}/{{config_id}}",
        "Delete a software configuration.",
    ),
    (
        "software_deployments:index",
        READER,
        NO_STACK_USER,
        f"GET {DEPLOYMENTS}",
        "List deployments.",
    ),
    (
        "software_deployments:create",
        MEMBER,
        NO_STACK_USER,
        f"POST {DEPLOYMENTS}",
        "Create a deployment.",
    ),
    (
        "software_deployments:show",
        READER,
        NO_STACK_USER,
        f"GET {DEPLOYMENTS}/{{deployment_id}}",
        "See a deployment.",
    ),
    (
        "software_deployments:update",
        MEMBER,
        NO_STACK_USER,
        f"PUT {DEPLOYMENTS}/{{deployment_id}}",
        "Change a deployment.",
    ),
    (
        "software_deployments:delete",
        MEMBER,
        NO_STACK_USER,
        f"DELETE {DEPLOYMENTS}/{{deployment_id}}",
        "Delete a deployment.",
    ),
    (
        "software_deployments:metadata",
        READER_OR_STACK_USER,
        None,
        f"GET {DEPLOYMENTS}/metadata/{{server_id}}",
        "Read what is deployed on a server.",
    ),
    ("stacks:abandon", MEMBER, NO_STACK_USER, f"DELETE {STACK}/abandon", "Abandon a stack."),
    (
        "stacks:create",
        MEMBER,
        NO_STACK_USER,
        "POST /v1/{tenant_id}/stacks",
        "Create or adopt a stack.",
    ),
    ("stacks:delete", MEMBER, NO_STACK_USER, f"DELETE {STACK}", "Delete a stack."),
    (
        "stacks:detail",
        READER,
        NO_STACK_USER,
        "GET /v1/{tenant_id}/stacks/detail",
        "List stacks with their details.",
    ),
    ("stacks:export", MEMBER, NO_STACK_USER, f"GET {STACK}/export", "Export a stack."),
    (
        "stacks:generate_template",
        MEMBER,
        NO_STACK_USER,
        f"GET {TYPES}/{{type_name}}/template",
        "Get a template made of a resource type.",
    ),
    ("stacks:index", READER, NO_STACK_USER, "GET /v1/{tenant_id}/stacks", "List stacks."),
    ("stacks:list_resource_types", READER, NO_STACK_USER, f"GET {TYPES}", "List resource types."),
    (
        "stacks:resource_schema",
        READER,
        NO_STACK_USER,
        f"GET {TYPES}/{{type_name}}",
        "See the schema of a resource type.",
    ),
    (
        "stacks:list_template_versions",
        READER,
        NO_STACK_USER,
        f"GET {VERSIONS}",
        "List template versions.",
    ),
    (
        "stacks:list_template_functions",
        READER,
        NO_STACK_USER,
        f"GET {VERSIONS}/{{template_version}}/functions",
        "List the functions of a template version.",
    ),
    (
        "stacks:lookup",
        READER_OR_STACK_USER,
        EVERYBODY,
        "GET /v1/{tenant_id}/stacks/{stack_identity}",
        "Find a stack by its name or its id.",
    ),
    (
        "stacks:preview",
        READER,
        NO_STACK_USER,
        "POST /v1/{tenant_id}/stacks/preview",
        "Preview a stack.",
    ),
    ("stacks:show", READER, NO_STACK_USER, f"GET {STACK}", "See a stack."),
    ("stacks:template", READER, NO_STACK_USER, f"GET {STACK}/template", "Read the template."),
    (
        "stacks:environment",
        READER,
        NO_STACK_USER,
        f"GET {STACK}/environment",
        "Read the environment.",
    ),
    ("stacks:files", READER, NO_STACK_USER, f"GET {STACK}/files", "Read the files."),
    ("stacks:update", MEMBER, NO_STACK_USER, f"PUT {STACK}", "Update a stack."),
    (
        "stacks:update_patch",
        MEMBER,
        NO_STACK_USER,
        f"PATCH {STACK}",
        "Update parts of a stack.",
    ),
    (
        "stacks:update_no_change",
        "rule:stacks:update_patch",
        None,
        f"PATCH {STACK}",
        "Update a stack with what it has.",
    ),
    (
        "stacks:preview_update",
        MEMBER,
        NO_STACK_USER,
        f"PUT {STACK}/preview",
        "Preview an update.",
    ),
    (
        "stacks:preview_update_patch",
        MEMBER,
        NO_STACK_USER,
        f"PATCH {STACK}/preview",
        "Preview an update of parts.",
    ),
    (
        "stacks:validate_template",
        MEMBER,
        NO_STACK_USER,
        "POST /v1/{tenant_id}/validate",
        "Validate a template.",
    ),
    ("stacks:snapshot", MEMBER, NO_STACK_USER, f"POST {STACK}/snapshots", "Take a snapshot."),
    ("stacks:show_snapshot", READER, NO_STACK_USER, f"GET {SNAPSHOT}", "See a snapshot."),
    ("stacks:delete_snapshot", MEMBER, NO_STACK_USER, f"DELETE {SNAPSHOT}", "Delete a snapshot."),
    ("stacks:list_snapshots", READER, NO_STACK_USER, f"GET {STACK}/snapshots", "List snapshots."),
    (
        "stacks:restore_snapshot",
        MEMBER,
        NO_STACK_USER,
        f"POST {SNAPSHOT}/restore",
        "Restore a snapshot.",
    ),
    ("stacks:list_outputs", READER, NO_STACK_USER, f"GET {STACK}/outputs", "List outputs."),
    (
        "stacks:show_output",
        READER,
        NO_STACK_USER,
        f"GET {STACK}/outputs/{{output_key}}",
        "Read an output.",
    ),
)
"""Rule, default, older default, request, what it is for."""

CLOUDFORMATION = {
    "ListStacks": (READER, NO_STACK_USER),
    "CreateStack": (MEMBER, NO_STACK_USER),
    "DescribeStacks": (READER, NO_STACK_USER),
    "DeleteStack": (MEMBER, NO_STACK_USER),
    "UpdateStack": (MEMBER, NO_STACK_USER),
    "CancelUpdateStack": (MEMBER, NO_STACK_USER),
    "DescribeStackEvents": (READER, NO_STACK_USER),
    "ValidateTemplate": (READER, NO_STACK_USER),
    "GetTemplate": (READER, NO_STACK_USER),
    "EstimateTemplateCost": (READER, NO_STACK_USER),
    "DescribeStackResource": (READER_OR_STACK_USER, EVERYBODY),
    "DescribeStackResources": (READER, NO_STACK_USER),
    "ListStackResources": (READER, NO_STACK_USER),
}
"""Default and older default of each action of the CloudFormation API."""

ADMINISTRATORS_TYPES = (
    "OS::Blazar::Host",
    "OS::Cinder::EncryptedVolumeType",
    "OS::Cinder::QoSAssociation",
    "OS::Cinder::QoSSpecs",
    "OS::Cinder::Quota",
    "OS::Cinder::VolumeType",
    "OS::Keystone::*",
    "OS::Manila::ShareType",
    "OS::Neutron::ProviderNet",
    "OS::Neutron::QoSBandwidthLimitRule",
    "OS::Neutron::QoSDscpMarkingRule",
    "OS::Neutron::QoSMinimumBandwidthRule",
    "OS::Neutron::QoSMinimumPacketRateRule",
    "OS::Neutron::QoSPolicy",
    "OS::Neutron::Quota",
    "OS::Neutron::Segment",
    "OS::Nova::Flavor",
    "OS::Nova::HostAggregate",
    "OS::Nova::Quota",
    "OS::Octavia::AvailabilityZone",
    "OS::Octavia::AvailabilityZoneProfile",
    "OS::Octavia::Flavor",
    "OS::Octavia::FlavorProfile",
    "OS::Octavia::Quota",
)
"""Types that only administrators may use; any other type is anybody's."""


def list_rules() -> list[policy.RuleDefault]:
    """Return every rule with its default, as tools for policy files ask for them."""
    return [*_any_scope(), *_orchestration(), *_cloudformation(), *_types()]


def _any_scope() -> Iterator[policy.RuleDefault]:
    for name, check, meaning in ANY_SCOPE:
        yield policy.RuleDefault(name, check, description=meaning)


def _orchestration() -> Iterator[policy.RuleDefault]:
    for name, check, older, request, meaning in ORCHESTRATION:
        yield _documented(name, (check, older), request, meaning)


def _cloudformation() -> Iterator[policy.RuleDefault]:
    for action, defaults in CLOUDFORMATION.items():
        meaning = f"The action {action} of the CloudFormation API."
        yield _documented(
            f"cloudformation:{action}", defaults, f"POST /v1?Action={action}", meaning
        )


def _types() -> Iterator[policy.RuleDefault]:
    for name in ADMINISTRATORS_TYPES:
        rule, meaning = f"resource_types:{name}", f"Use {name} in a stack."
        yield policy.RuleDefault(rule, PROJECT_ADMIN, description=meaning, scope_types=["project"])


def _documented(
    name: str, defaults: tuple[str, str | None], request: str, meaning: str
) -> policy.DocumentedRuleDefault:
    method, path = request.split(maxsplit=1)
    check, older = defaults
    return policy.DocumentedRuleDefault(
        name=name,
        check_str=check,
        description=meaning,
        operations=[{"path": path, "method": method}],
        scope_types=["project"],
        deprecated_rule=_older(name, older) if older else None,
    )


def _older(name: str, check: str) -> policy.DeprecatedRule:
    return policy.DeprecatedRule(
        name=name,
        check_str=check,
        deprecated_reason="roles are reader, member and admin of a project now",
        deprecated_since="Heat 16 (Wallaby)",
    )
