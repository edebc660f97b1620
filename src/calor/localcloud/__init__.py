"""A cloud of our own to try templates on; imports nothing of calor."""
