def test_a_stack_is_deleted(calor, service):
    calor("up", "web.yaml")
    shown = calor("down", "web").stdout
    assert "net  DELETE_COMPLETE" in shown
    assert "CREATE" not in shown
    assert shown.endswith("Stack web: DELETE_COMPLETE\n")
    assert service.stacks[0].status == "DELETE_COMPLETE"


def test_what_is_not_there_need_not_be_deleted(calor):
    assert calor("down", "web").stdout == "There is no stack web.\n"


def test_one_need_not_wait(calor):
    calor("up", "web.yaml")
    assert "calor wait web" in calor("down", "web", "--no-wait").stdout
