"""The resource types that calor knows, whether or not it can make them yet."""
