"""The rules are those of the contract, with its defaults."""

import json
from pathlib import Path

from oslo_policy.policy import DocumentedRuleDefault

from calor.api.rules import list_rules

CONTRACT = Path(__file__).parent.parent / "contract"
REST = json.loads((CONTRACT / "rest_api.json").read_text())
CFN = json.loads((CONTRACT / "cfn_api.json").read_text())
RULES = {rule.name: rule for rule in list_rules()}


def expected():
    """Yield rule, default and older default of every route and action."""
    for route in [*REST["routes"], *CFN["actions"].values()]:
        default, older = route.get("policy_default"), route.get("policy_old_default")
        if isinstance(default, dict):
            for action, check in default.items():
                yield f"actions:{action}", check, "rule:deny_stack_user"
        elif route.get("policy"):
            yield route["policy"], default, older


def test_every_route_and_action_has_the_rule_and_defaults_of_the_contract():
    told = list(expected())
    assert len(told) > 60
    for name, default, older in told:
        rule = RULES[name]
        assert rule.check_str == default, name
        assert (rule.deprecated_rule and rule.deprecated_rule.check_str) == older, name


def test_the_rules_that_others_are_made_of_are_those_of_the_contract():
    for name, check in REST["policy"]["base_rules"].items():
        assert RULES[name].check_str == check


def test_the_types_of_administrators_are_those_of_the_contract():
    ours = {
        name.removeprefix("resource_types:"): rule.check_str
        for name, rule in RULES.items()
        if name.startswith("resource_types:")
    }
    assert ours == REST["policy"]["resource_types"]


def test_there_is_no_rule_that_the_contract_does_not_know():
    known = {name for name, _, _ in expected()}
    known |= set(REST["policy"]["base_rules"]) | set(REST["policy"]["rules_defined_without_route"])
    known |= {f"resource_types:{name}" for name in REST["policy"]["resource_types"]}
    assert set(RULES) == known


def test_every_rule_says_what_it_is_for():
    assert all(rule.description for rule in RULES.values())
    documented = [one for one in RULES.values() if isinstance(one, DocumentedRuleDefault)]
    assert all(one.operations[0]["path"].startswith("/v1") for one in documented)
