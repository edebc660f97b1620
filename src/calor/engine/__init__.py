"""The durable engine: use cases, runner, worker, leases."""
