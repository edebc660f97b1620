"""Parameters of a template: their declarations, and the values they come to."""
