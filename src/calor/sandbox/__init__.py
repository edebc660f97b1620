"""Untrusted expressions, run in a process that can be killed."""
