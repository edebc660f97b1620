"""The HTTP APIs: OpenStack orchestration v1 and CloudFormation."""
