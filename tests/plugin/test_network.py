import pytest

from calor.plugin.network import (
    is_cidr,
    is_domain,
    is_host,
    is_ip,
    is_ip_or_cidr,
    is_mac,
    is_relative_host,
)

LONG = ".".join(["x" * 60] * 5)


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (is_ip, "10.0.0.1"),
        (is_ip, "fe80::1"),
        (is_ip, "::ffff:1.2.3.4"),
        (is_cidr, "10.0.0.0/24"),
        (is_cidr, "10.0.0.5/24"),
        (is_cidr, "2001:db8::1/64"),
        (is_ip_or_cidr, "10.0.0.1"),
        (is_ip_or_cidr, "::/0"),
        (is_mac, "00:11:22:33:44:55"),
        (is_mac, "AA-bb-cc-dd-ee-ff"),
        (is_mac, "0011.2233.4455"),
        (is_mac, "001122334455"),
        (is_host, ""),
        (is_host, "www.example.com."),
        (is_host, "x" * 63),
        (is_relative_host, "www"),
        (is_relative_host, ""),
        (is_domain, "example.com."),
        (is_domain, ""),
    ],
)
def test_a_right_notation_is_accepted(check, value):
    assert check(value) is None


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (is_ip, ""),
        (is_ip, "010.0.0.1"),
        (is_ip, " 10.0.0.1"),
        (is_ip, "fe80::1%eth0"),
        (is_ip, "2130706433"),
        (is_cidr, "10.0.0.0"),
        (is_cidr, "10.0.0.0/33"),
        (is_cidr, "fe80::1%eth0/64"),
        (is_ip_or_cidr, "10.0.0.0/"),
        (is_mac, "00:11-22:33:44:55"),
        (is_mac, "gg:11:22:33:44:55"),
        (is_mac, ""),
        (is_host, "a..b"),
        (is_host, "-a"),
        (is_host, "A"),
        (is_host, "a_b"),
        (is_host, "x" * 64),
        (is_host, LONG),
        (is_host, "example.123."),
        (is_relative_host, "www."),
        (is_relative_host, LONG[:253]),
        (is_domain, "example.com"),
        (is_domain, "a..b."),
    ],
)
def test_a_wrong_notation_is_explained(check, value):
    assert check(value)


def test_a_mask_in_dots_is_corrected():
    assert (is_cidr("10.0.0.0/255.255.255.0") or "").endswith("did you mean '10.0.0.0/24'?")
