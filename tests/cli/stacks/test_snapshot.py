def test_a_snapshot_is_taken_shown_returned_to_and_deleted(calor):
    calor("up", "web.yaml")
    assert "calor restore web s1" in calor("snapshot", "take", "web", "first").stdout
    assert "first  COMPLETE" in calor("snapshot", "list", "web").stdout
    assert "name    first" in calor("snapshot", "show", "web", "s1").stdout
    assert "RESTORE_COMPLETE" in calor("restore", "web", "s1").stdout
    assert calor("snapshot", "delete", "web", "s1").stdout == "Snapshot s1 is deleted.\n"
