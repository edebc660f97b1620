from calor.cli.stacks.waiting import causes


def test_a_service_that_cannot_tell_is_excused(calor):
    calor("up", "web.yaml")
    assert "does not tell what resources wait for" in calor("waiting", "web", expect=1).stderr


def test_what_a_resource_waits_for_is_said_in_words():
    waits = [{"kind": "resource", "name": f"r{n}"} for n in range(7)]
    assert causes({"waits_for": waits, "more": 3}) == (
        "resource r0, resource r1, resource r2, resource r3, resource r4 and 5 more"
    )
    assert causes({"waits_for": [{"kind": "cloud", "name": None}]}) == "cloud"
