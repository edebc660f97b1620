def test_a_service_that_cannot_tell_is_excused(calor):
    calor("up", "web.yaml")
    assert "does not tell what resources wait for" in calor("waiting", "web", expect=1).stderr
