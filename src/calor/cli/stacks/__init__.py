"""The commands about stacks."""
