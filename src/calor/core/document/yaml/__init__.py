"""YAML 1.1 as Heat reads it, from libyaml's events."""
