"""Finding out who asks, one module a flavour."""
