"""The sample files for operators are current, and mean what they say."""

import re

import pytest
from tools.samples import ROOT, samples

from calor.api.policy import FilePolicy, policy_options
from calor.config.files import Sources
from calor.config.options import list_opts
from calor.config.reading import read_configuration

PATHS = list(samples())


@pytest.mark.parametrize("path", PATHS)
def test_a_sample_is_what_the_code_says(path):
    assert (ROOT / path).read_text() == samples()[path], "run make reference"


def in_effect(path, folder):
    """Return a copy of a sample in which every line takes effect that could."""
    copy = folder / path.split("/")[-1].removesuffix(".sample")
    copy.write_text(re.sub(r'^#(?=[\w"])', "", (ROOT / path).read_text(), flags=re.M))
    return copy


def test_nothing_changes_where_every_option_of_the_sample_is_set(tmp_path):
    file = in_effect("etc/calor.conf.sample", tmp_path)
    text = file.read_text().replace("auth_encryption_key =", "").replace("PASSWORD", "hush")
    file.write_text(re.sub(r"^\w+ =$\n", "", text, flags=re.M))
    found = read_configuration(Sources((file,)))
    assert (found.meaningless, found.unknown) == ((), ())
    plain = read_configuration(Sources()).settings
    assert (found.settings.limits, found.settings.api) == (plain.limits, plain.api)
    assert found.settings.processes == plain.processes
    assert found.settings.trusts


def test_every_option_stands_in_the_sample():
    text = (ROOT / "etc/calor.conf.sample").read_text()
    for group, options in list_opts():
        section = text.split(f"\n[{group}]\n")[1].split("\n[")[0]
        assert all(f"\n#{option.dest} =" in section for option in options)


def test_the_policy_of_the_sample_can_be_read(tmp_path):
    file = in_effect("etc/policy.yaml.sample", tmp_path)
    assert '\n"stacks:create": "role:member and project_id:%(project_id)s"\n' in file.read_text()
    FilePolicy(policy_options(policy_file=str(file)))
