"""What answers each address of the identity service, a module a noun."""
