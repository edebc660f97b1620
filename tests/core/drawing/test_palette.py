import pytest

from calor.core.drawing.palette import OTHER, SERVICES, dark, light, service_of, short_kind


@pytest.mark.parametrize(
    ("kind", "service"),
    [
        ("OS::Nova::Server", "Nova"),
        ("AWS::EC2::Instance", "EC2"),
        ("OS::Neutron::QoSPolicy::Deep", "Neutron"),
        ("server.yaml", OTHER),
        ("My::Type", OTHER),
        ("OS::<b>::Type", OTHER),
        ("", OTHER),
    ],
)
def test_the_service_is_read_off_the_type(kind, service):
    assert service_of(kind) == service


def test_only_what_goes_without_saying_is_left_out_of_a_type():
    assert short_kind("OS::Nova::Server") == "Nova::Server"
    assert short_kind("AWS::EC2::Instance") == "AWS::EC2::Instance"


def luminance(colour):
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [light, dark])
@pytest.mark.parametrize("service", [*SERVICES, OTHER, "Unheard"])
def test_small_print_can_be_read(scheme, service):
    shade = scheme(service)
    bright, dim = sorted((luminance(shade.ground), luminance(shade.ink)), reverse=True)
    assert (bright + 0.05) / (dim + 0.05) >= 4.5
