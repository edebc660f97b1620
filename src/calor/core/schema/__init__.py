"""What the language knows of a resource type: properties, attributes, constraints."""
