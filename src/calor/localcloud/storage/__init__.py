"""What the local cloud remembers, in one directory."""
