"""The orchestration API, version 1: every route by area."""
