from calor.core.drawing.stylesheet import stylesheet


def test_there_is_a_style_for_light_and_one_for_dark():
    bright, night = stylesheet(["Nova", "Heat"]).split("@media(prefers-color-scheme:dark)")
    for style in (bright, night):
        assert ".s0 rect{" in style
        assert ".s1 rect{" in style
    assert bright.count("{") == bright.count("}")
    assert night.count("{") == night.count("}")


def test_nothing_is_loaded_from_elsewhere():
    assert "url" not in stylesheet(["Nova"])
    assert "@import" not in stylesheet(["Nova"])
