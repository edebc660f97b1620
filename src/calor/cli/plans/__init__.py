"""What a service says it would do, read and shown."""
