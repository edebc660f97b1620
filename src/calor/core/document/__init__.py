"""YAML and JSON text as plain values that remember where they stood."""
