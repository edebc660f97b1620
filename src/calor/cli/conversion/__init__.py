"""Templates from YAML to JSON and back, with their comments."""
