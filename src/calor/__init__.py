"""Calor: orchestration that speaks OpenStack Heat's languages and APIs."""
