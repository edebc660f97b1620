def pytest_addoption(parser):
    parser.addoption(
        "--rewrite", action="store_true", help="write into the scripts what happens now"
    )
