"""The identity service of the local cloud: Keystone's v3 protocol."""
