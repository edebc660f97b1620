"""Environments: values for parameters, and what stands behind each resource type."""
