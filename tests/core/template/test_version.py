import pytest

from calor.core.source import Report
from calor.core.template.function import Rejected
from calor.core.template.language import Language
from calor.core.template.version import DIALECTS, dialect_of
from tests.core.template.trial import dialect


def reported(document):
    report = Report()
    assert dialect_of(document, report) is None
    [problem] = report.errors
    return problem


@pytest.mark.parametrize("one", DIALECTS, ids=lambda one: one.version)
def test_every_version_is_found_by_its_date_and_its_aliases(one):
    for name in (one.version, *one.aliases):
        assert dialect_of({one.version_key: name}, Report()) is one


def test_an_unknown_version_is_an_error_with_all_that_are_known():
    problem = reported({"heat_template_version": "2016-10-13"})
    assert problem.path == ("heat_template_version",)
    assert "2013-05-23" in problem.message
    assert "wallaby" in problem.message
    assert problem.hint == "did you mean '2016-10-14'?"


def test_a_version_is_looked_for_under_its_own_key():
    problem = reported({"AWSTemplateFormatVersion": "2013-05-23"})
    assert "must be one of 2010-09-09" in problem.message


def test_a_template_says_its_version_exactly_once():
    assert "does not say" in reported({}).message
    assert (
        "only one of"
        in reported(
            {"heat_template_version": "2013-05-23", "AWSTemplateFormatVersion": "2010-09-09"}
        ).message
    )
    assert "must be a string, not number" in reported({"heat_template_version": 2013}).message


def test_a_misspelt_version_key_is_recognised():
    assert (
        reported({"heat_template_versoin": "rocky"}).hint == "did you mean 'heat_template_version'?"
    )


def test_a_key_whose_value_is_no_string_does_not_count():
    document = {"heat_template_version": "rocky", "HeatTemplateFormatVersion": None}
    assert dialect_of(document, Report()) is dialect("2018-08-31")


def test_each_language_has_its_own_words():
    for one in DIALECTS:
        hot = one.language is Language.HOT
        assert one.words.depends_on == ("depends_on" if hot else "DependsOn")
        assert one.words.depends_on in one.resource_keys
        assert one.words.resources in one.sections
        assert one.words.value in one.output_keys
        assert one.words.default in one.parameter_rules.keys


def test_a_version_keeps_what_it_dropped_as_rejected():
    assert not isinstance(dialect("2013-05-23").functions["Ref"], Rejected)
    assert isinstance(dialect("2014-10-16").functions["Ref"], Rejected)
    assert not isinstance(dialect("2015-04-30").functions["Fn::Select"], Rejected)
    assert "2015-04-30" in dialect("2021-04-16").functions["Fn::Select"].reason


def test_conditions_reject_ordinary_functions():
    conditional = dialect("2016-10-14").condition_functions
    assert "cannot be used in a condition" in conditional["get_attr"].reason
    assert "was dropped" in conditional["Ref"].reason
    assert isinstance(conditional["yaql"], Rejected)
    assert not isinstance(dialect("2017-09-01").condition_functions["yaql"], Rejected)


def test_functions_elsewhere_are_those_this_version_takes_for_data():
    elsewhere = dialect("2015-10-15").elsewhere
    assert elsewhere["map_merge"] == "heat_template_version 2016-04-08"
    assert elsewhere["Fn::GetAtt"] == "HeatTemplateFormatVersion 2012-12-12"
    assert "Ref" not in elsewhere
    assert "str_split" not in elsewhere
