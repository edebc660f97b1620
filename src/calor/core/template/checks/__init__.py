"""Whole stacks, checked before anything exists: one module a kind of mistake."""
